import { describe, expect, it } from '@jest/globals';
import { channelRun } from '../../testing/fixtures.ts';
import { runEnd } from './run-end.ts';
import { runTexts } from './run-texts.ts';
import { workTexts } from './texts.ts';

const endOf = (part: Parameters<typeof channelRun>[0], language: 'en' | 'zh' = 'en') =>
  runEnd(channelRun(part), runTexts[language], workTexts[language].notAll);

describe('the end of a run over all channels', () => {
  it.each([
    [{ kind: 'tests', state: 'ended', done: 5 }, true, 'All channels tested, 5 passed'],
    [{ kind: 'tests', state: 'ended', done: 5, failed: 2 }, false, 'All channels tested, 2 of 5 failed'],
    [{ kind: 'balances', state: 'ended', done: 5 }, true, 'All balances updated: 5'],
    [{ kind: 'balances', state: 'ended', done: 5, failed: 2 }, false, 'All balances asked for, 2 of 5 failed'],
    [{ kind: 'balances', state: 'stopped', done: 3 }, false, 'Update balances: 3 of 5 done; Stopped before its end'],
    [
      { kind: 'balances', state: 'stopped', done: 3, failed: 1 },
      false,
      'Update balances: 2 of 5 done; 1 failed; Stopped before its end',
    ],
    [
      { kind: 'tests', state: 'broken', done: 1 },
      false,
      'Test all channels: 1 of 5 done; Broke off: its server process ended',
    ],
  ] as const)('%j is told as whole: %p, "%s"', (part, isWhole, text) => {
    expect(endOf(part)).toEqual({ isWhole, text });
  });

  it('is told in the language of the reader', () => {
    expect(endOf({ kind: 'balances', state: 'stopped', done: 3, failed: 1 }, 'zh').text).toBe(
      '更新余额：已完成 2 / 5；1 项失败；已提前停止',
    );
  });
});
