import type { ReadAnswer } from '../../modes/answer.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import { createdS } from '../created.ts';
import { TOOL_CALL_TOKENS } from '../openai/produced-text.ts';
import type { Call } from '../provider.ts';
import { type Said, textOf, toolCallsOf } from './said.ts';

/** Where the upstream gives its answers no id. */
export const NO_ID = 'chatcmpl-0';

/** A whole answer, of whatever an upstream has said, as a chat completion. */
export function completionOf(
  { id = NO_ID, model, text = '', reasoning, calls = [], finish = 'stop', usage }: Said,
  call: Call<'chat'>,
): ReadAnswer {
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(reasoning === undefined || reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: toolCallsOf(calls, false) }),
  };
  const completion = {
    id,
    object: 'chat.completion',
    created: createdS(call),
    model: model ?? call.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
  };
  const bodyWith = (used: ReportedUsage | undefined): Buffer =>
    Buffer.from(JSON.stringify(used === undefined ? completion : { ...completion, usage: openAiUsage(used) }));
  const told = [text, reasoning ?? '', ...calls.flatMap(({ name, arguments: json }) => [textOf(name), json])];
  return {
    body: bodyWith(usage),
    ...(usage === undefined ? { bodyWith } : {}),
    usage,
    produced: () => ({
      texts: told.filter((one) => one !== ''),
      fixedTokens: calls.length * TOOL_CALL_TOKENS,
      soundTokens: 0,
    }),
    facts: { id, model, cost: undefined },
  };
}
