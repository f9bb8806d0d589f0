import { describe, expect, it } from '@jest/globals';
import type { Dialect } from './dialect.ts';
import { EFFORT_BY_FORM } from './effort-by-form.ts';

const budget = (budget_tokens: unknown): object => ({ thinking: { type: 'enabled', budget_tokens } });
const gemini = (thinking: object): object => ({ generationConfig: { thinkingConfig: thinking } });

describe('how hard a body asks its model to think', () => {
  it.each<[Dialect, object, string | undefined]>([
    ['openai', { reasoning_effort: 'none' }, 'none'],
    ['openai', { reasoning: { effort: 'high' } }, 'high'],
    ['openai', { reasoning_effort: 7 }, undefined],
    ['responses', { reasoning: { effort: 'xhigh' }, reasoning_effort: 'low' }, 'xhigh'],
    ['responses', { reasoning: { summary: 'auto' } }, undefined],
    ['anthropic', { output_config: { effort: 'max' } }, 'max'],
    ['anthropic', { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }, 'low'],
    ['anthropic', { thinking: { type: 'disabled' }, output_config: { effort: 'low' } }, undefined],
    ['anthropic', budget(4_095), 'low'],
    ['anthropic', budget(4_096), 'medium'],
    ['anthropic', budget(16_384), 'high'],
    ['anthropic', budget('many'), undefined],
    ['gemini', gemini({ thinkingLevel: 'HIGH' }), 'high'],
    ['gemini', { generation_config: { thinking_config: { thinking_budget: 5_000 } } }, 'medium'],
    ['gemini', gemini({ thinkingBudget: 0 }), undefined],
    ['gemini', gemini({ thinkingBudget: -1 }), undefined],
    ['gemini', {}, undefined],
  ])('of %s, as %j, is %s', (form, body, effort) => {
    expect(EFFORT_BY_FORM[form]({ ...body })).toBe(effort);
  });
});
