import type { ReadAnswer } from '../../modes/answer.ts';
import type { Call } from '../provider.ts';
import { completionOf, headOf } from '../told-completion.ts';
import { namedBy, type Said, toolCallsOf } from './said.ts';

/** A whole answer, of whatever an upstream has said, as a chat completion. */
export function saidAnswer(said: Said, call: Call<'chat'>): ReadAnswer | undefined {
  const { text = '', reasoning = '', calls = [], finish: reason = 'stop', usage } = said;
  const message = {
    content: text === '' && calls.length > 0 ? null : text,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: toolCallsOf(calls, false) }),
  };
  return completionOf(namedBy(headOf(call), said), message, { reason, usage });
}
