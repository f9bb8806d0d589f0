import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { AnswerFacts, ReadAnswer, Refusal } from '../../modes/answer.ts';
import { measuredIn } from '../../modes/responses-tools.ts';
import type { Produced, ReportedUsage } from '../../usage/usage.ts';
import { isObject, jsonIn, type JsonObject } from '../../wire/json.ts';
import { TOOL_CALL_TOKENS } from '../../usage/countable-text.ts';
import { refusalOf } from '../told-refusal.ts';
import { reportedUsage } from './reported-usage.ts';

/** A response as it came; undefined for anything else. One that failed is a refusal, with the status that goes with its error. */
export function readResponse(bytes: Buffer, channel: ChannelView): ReadAnswer | Refusal | undefined {
  const response = jsonIn(bytes);
  if (!isObject(response)) return undefined;
  if (isObject(response['error']) && (response['status'] ?? 'failed') === 'failed')
    return refusalOf(response['error'], channel);
  const { output } = response;
  if (!Array.isArray(output)) return undefined;
  return {
    body: bytes,
    usage: usageOfResponse(response),
    produced: () => producedIn(output),
    facts: factsOfResponse(response),
  };
}

export const factsOfResponse = ({ id, model, usage }: JsonObject): AnswerFacts => ({
  id,
  model,
  cost: isObject(usage) ? usage['cost'] : undefined,
});

/** What a response says that it used, with the calls of tools in its output; undefined as for a chat. */
export function usageOfResponse({ usage, service_tier: tier, output }: JsonObject): ReportedUsage | undefined {
  if (!isObject(usage)) return undefined;
  const reported = reportedUsage(
    {
      prompt_tokens: usage['input_tokens'],
      completion_tokens: usage['output_tokens'],
      total_tokens: usage['total_tokens'],
      prompt_tokens_details: usage['input_tokens_details'],
      completion_tokens_details: usage['output_tokens_details'],
    },
    tier,
  );
  const measured = Array.isArray(output) ? measuredIn(output) : undefined;
  return reported === undefined || measured === undefined ? reported : { ...reported, measured };
}

/** Members of items in which a model's words stand. */
const TEXTS = ['text', 'refusal', 'name', 'arguments', 'input', 'code'];
/** Lists of items in which their parts do. */
const LISTS = ['summary', 'content'];

function producedIn(output: readonly unknown[]): Produced {
  const texts: string[] = [];
  const add = (part: unknown): void => {
    if (isObject(part)) for (const member of TEXTS) if (typeof part[member] === 'string') texts.push(part[member]);
  };
  let calls = 0;
  for (const item of output) {
    if (!isObject(item)) continue;
    add(item);
    if (isCall(item)) calls += 1;
    for (const list of LISTS) if (Array.isArray(item[list])) for (const part of item[list] as unknown[]) add(part);
  }
  return { texts, fixedTokens: calls * TOOL_CALL_TOKENS, soundTokens: 0 };
}

/** A call of a tool that the caller runs. */
export const isCall = ({ type }: JsonObject): boolean => type === 'function_call' || type === 'custom_tool_call';
