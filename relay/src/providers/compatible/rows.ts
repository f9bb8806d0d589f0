import type { ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import { isObject, type JsonObject } from '../../wire/json.ts';
import type { Provider } from '../provider.ts';
import { choicesBy, finishBy, usageBy } from './compatible-answer.ts';
import { compatibleProvider } from './compatible-provider.ts';
import {
  atMostItsOutput,
  choiceAmongTools,
  jsonWithoutSchema,
  schemaInstruction,
  toolsOf,
} from './compatible-values.ts';
import type { Compatible, MessageRules } from './compatible.ts';

/** What all those know that refuse what they do not know. */
const COMMON = ['stop', 'temperature', 'top_p', 'max_tokens', 'tools', 'tool_choice', 'response_format'];
const MAXIMUM = { max_completion_tokens: 'max_tokens' };
const PLAIN_MESSAGES: MessageRules['members'] = {
  system: ['content'],
  user: ['content'],
  assistant: ['content', 'tool_calls'],
  tool: ['content', 'tool_call_id'],
};
const OWN_TOOLS = { tools: toolsOf('function'), tool_choice: choiceAmongTools };

/** DeepSeek API Docs, "Create Chat Completion", "JSON Output" and "Thinking Mode". */
const deepseek: Compatible = {
  members: [
    ...COMMON,
    'stream_options',
    'frequency_penalty',
    'presence_penalty',
    'logprobs',
    'top_logprobs',
    'thinking',
  ],
  renames: MAXIMUM,
  values: { ...OWN_TOOLS, max_tokens: atMostItsOutput, response_format: jsonWithoutSchema },
  messages: {
    members: {
      system: ['content', 'name'],
      user: ['content', 'name'],
      assistant: ['content', 'name', 'tool_calls', 'prefix', 'reasoning_content'],
      tool: PLAIN_MESSAGES.tool,
    },
    // Within a turn that calls tools it asks for them again, elsewhere it refuses them.
    thoughtsOf: ({ tool_calls: calls, prefix }) => prefix === true || (Array.isArray(calls) && calls.length > 0),
  },
  instruction: schemaInstruction,
  inOpenAi: {
    marks: ['"prompt_cache_hit_tokens"', '"insufficient_system_resource"'],
    of: (answer) => cutShort(usageBy(withCacheHits)(answer)),
  },
};

const cutShort = choicesBy(finishBy(new Map([['insufficient_system_resource', 'length']])));

function withCacheHits(usage: JsonObject): JsonObject {
  const { prompt_cache_hit_tokens: hits, prompt_tokens_details: told } = usage;
  const details = isObject(told) ? told : {};
  if (typeof hits !== 'number' || (details['cached_tokens'] ?? undefined) !== undefined) return usage;
  return { ...usage, prompt_tokens_details: { ...details, cached_tokens: hits } };
}

const ROWS: Readonly<Partial<Record<ChannelTypeKey, Compatible>>> = { deepseek };

/** Those that speak almost like OpenAI, by the key of their channel type. */
export const compatible = Object.fromEntries(
  Object.entries(ROWS).map(([key, row]) => [key, compatibleProvider(row)]),
) as Readonly<Partial<Record<ChannelTypeKey, Provider>>>;
