import type { ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { addProducedTexts } from '../openai/produced-text.ts';
import type { Provider } from '../provider.ts';
import { zhipuKey } from '../zhipu-key.ts';
import { choicesBy, finishBy, usageBy } from './compatible-answer.ts';
import { compatibleProvider } from './compatible-provider.ts';
import {
  atMostItsOutput,
  automaticChoice,
  choiceAmongTools,
  jsonWithoutSchema,
  nameWithin,
  nineCharacters,
  oneStop,
  schemaInstruction,
  toolsOf,
  unlessForbidden,
  within,
  withoutDataPrefix,
} from './compatible-values.ts';
import { minimaxInOpenAi } from './minimax-answer.ts';
import { mistralEmbeddings } from './mistral-embeddings.ts';
import { ollamaEmbeddings } from './ollama-embeddings.ts';
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

/** Mistral AI API, "Chat Completion", and Mistral Docs, "Reasoning" and "Prompt caching". */
const mistral: Compatible = {
  members: [
    ...COMMON,
    'frequency_penalty',
    'presence_penalty',
    'n',
    'random_seed',
    'parallel_tool_calls',
    'prompt_cache_key',
    'prompt_mode',
    'safe_prompt',
  ],
  renames: { ...MAXIMUM, seed: 'random_seed' },
  values: { ...OWN_TOOLS, temperature: within(0, 1.5) },
  messages: {
    members: {
      system: PLAIN_MESSAGES.system,
      user: PLAIN_MESSAGES.user,
      assistant: ['content', 'tool_calls', 'prefix'],
      tool: ['content', 'tool_call_id', 'name'],
    },
    callId: nineCharacters,
  },
  embeddings: mistralEmbeddings,
  inOpenAi: {
    marks: ['"thinking"', '"model_length"', '"finish_reason":"error"', '"finish_reason": "error"'],
    of: choicesBy((choice) => finishBy(MISTRAL_FINISH)(withoutParts(choice))),
  },
};

const MISTRAL_FINISH: ReadonlyMap<unknown, string> = new Map([
  ['model_length', 'length'],
  ['error', 'length'],
]);

/** A content in parts, of which some are thoughts: texts and thoughts apart. */
function withoutParts(choice: JsonObject): JsonObject {
  for (const place of ['message', 'delta']) {
    const answer = choice[place];
    if (!isObject(answer) || !Array.isArray(answer['content'])) continue;
    const parts = (answer['content'] as readonly unknown[]).filter(isObject);
    const thoughts = parts.filter(({ type }) => type === 'thinking').flatMap(({ thinking }) => textsIn(thinking));
    const content = textsIn(parts).join('');
    return {
      ...choice,
      [place]: { ...answer, content, ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('') }) },
    };
  }
  return choice;
}

const textsIn = (parts: unknown): readonly string[] =>
  (Array.isArray(parts) ? (parts as readonly unknown[]) : []).flatMap((part) =>
    isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : [],
  );

/** OpenRouter, "API Reference: Parameters", "Errors and Debugging", "Web Search" and "Model Fallbacks". */
const openrouter: Compatible = {
  inOpenAi: {
    marks: ['"finish_reason":"error"', '"finish_reason": "error"'],
    of: (answer) => failureOfOpenrouter(answer) ?? choicesBy(endedOfOpenrouter)(answer),
  },
};

/** Its upstream failed: told beside the choices of a stream's last chunk, or in a choice of a whole answer, which counts where nothing was said. */
function failureOfOpenrouter({ error, choices, usage }: JsonObject): JsonObject | undefined {
  const used = usage === undefined ? {} : { usage };
  if (isObject(error)) return { error, ...used };
  const [choice] = Array.isArray(choices) ? (choices as readonly unknown[]) : [];
  if (!isObject(choice) || !isObject(choice['error'])) return undefined;
  return isSilent(choice['message']) ? { error: choice['error'], ...used } : undefined;
}

function isSilent(message: unknown): boolean {
  if (!isObject(message)) return true;
  const texts: string[] = [];
  const calls = addProducedTexts(message, (text) => texts.push(text));
  return texts.length === 0 && calls === 0 && !isObject(message['audio']) && message['images'] === undefined;
}

/** What failed once something had been said is no part of what was said. */
function endedOfOpenrouter(choice: JsonObject): JsonObject {
  const ended = finishBy(OPENROUTER_FINISH)(choice);
  const { error, ...said } = ended;
  return error === undefined ? ended : said;
}

const OPENROUTER_FINISH: ReadonlyMap<unknown, string> = new Map([['error', 'length']]);

/** SiliconFlow, "Chat Completions". */
const siliconflow: Compatible = {
  inOpenAi: { marks: ['"eos"'], of: choicesBy(finishBy(new Map([['eos', 'stop']]))) },
};

/** xAI, "REST API Reference: Chat completions", "Reasoning", "Live Search" and "Deferred Chat Completions". */
const xai: Compatible = {
  inOpenAi: { marks: ['"reasoning_tokens"'], of: usageBy(withReasoningInCompletion) },
};

/** What was thought stands beside the completion, and within the total. */
function withReasoningInCompletion(usage: JsonObject): JsonObject {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage;
  const { completion_tokens_details: details } = usage;
  const reasoning = isObject(details) ? Number(details['reasoning_tokens']) : 0;
  const isBeside = reasoning > 0 && total === Number(prompt) + Number(completion) + reasoning;
  return isBeside ? { ...usage, completion_tokens: Number(completion) + reasoning } : usage;
}

/** Perplexity, "API Reference: Chat Completions" and "Pricing". */
const perplexity: Compatible = {
  renames: MAXIMUM,
  inOpenAi: { marks: ['"citation_tokens"', '"reasoning_tokens"'], of: usageBy(withResearch) },
};

/** What a research read and thought stands beside prompt and completion, and costs as much as they do or has a price of its own. */
function withResearch(usage: JsonObject): JsonObject {
  const {
    citation_tokens: cited,
    reasoning_tokens: thought,
    prompt_tokens: prompt,
    completion_tokens: completion,
  } = usage;
  const [read, reasoning] = [countIn(cited), countIn(thought)];
  if (read + reasoning === 0) return usage;
  const [all, written] = [countIn(prompt) + read, countIn(completion) + reasoning];
  return {
    ...usage,
    prompt_tokens: all,
    completion_tokens: written,
    total_tokens: all + written,
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

const countIn = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;

/** Zhipu AI open platform, "对话补全" (chat completions) of API v4 and "错误码" (error codes). */
const zhipuV4: Compatible = {
  members: [...COMMON, 'do_sample', 'request_id', 'user_id', 'thinking', 'tool_stream'],
  renames: { ...MAXIMUM, user: 'user_id' },
  values: {
    temperature: within(0, 1),
    top_p: within(0.01, 0.99),
    stop: oneStop,
    tools: unlessForbidden(toolsOf('function', 'web_search')),
    tool_choice: automaticChoice,
    user_id: nameWithin(6, 128),
  },
  messages: { members: PLAIN_MESSAGES, picture: withoutDataPrefix },
  picturesAsBytes: true,
  bearer: zhipuKey,
  inOpenAi: {
    marks: ['"sensitive"', '"network_error"', '"model_context_window_exceeded"'],
    of: choicesBy(
      finishBy(
        new Map([
          ['sensitive', 'content_filter'],
          ['network_error', 'length'],
          ['model_context_window_exceeded', 'length'],
        ]),
      ),
    ),
  },
};

/** MiniMax open platform, "ChatCompletion v2" and "错误码" (error codes). */
const minimax: Compatible = {
  members: [...COMMON, 'stream_options', 'mask_sensitive_info'],
  renames: MAXIMUM,
  values: { ...OWN_TOOLS, temperature: within(0, 1), top_p: within(0.01, 1) },
  messages: {
    members: {
      system: ['content', 'name'],
      user: ['content', 'name'],
      assistant: ['content', 'name', 'tool_calls'],
      tool: PLAIN_MESSAGES.tool,
    },
  },
  inOpenAi: { marks: ['"base_resp"', '"chat.completion"'], of: minimaxInOpenAi },
};

/** Ollama, "OpenAI compatibility": a role that a model's template does not have is left out of its prompt without a word. */
const ollama: Compatible = {
  members: [
    ...COMMON,
    'stream_options',
    'frequency_penalty',
    'presence_penalty',
    'seed',
    'logprobs',
    'top_logprobs',
    'reasoning_effort',
  ],
  renames: MAXIMUM,
  values: OWN_TOOLS,
  messages: {
    members: {
      system: ['content', 'name'],
      user: ['content', 'name'],
      assistant: ['content', 'name', 'tool_calls', 'reasoning'],
      tool: ['content', 'name', 'tool_call_id'],
    },
  },
  picturesAsBytes: true,
  bearer: () => undefined,
  embeddings: ollamaEmbeddings,
};

const ROWS: Readonly<Partial<Record<ChannelTypeKey, Compatible>>> = {
  deepseek,
  mistral,
  openrouter,
  siliconflow,
  xai,
  perplexity,
  zhipuV4,
  minimax,
  ollama,
};

/** Those that speak almost like OpenAI, by the key of their channel type. */
export const compatible = Object.fromEntries(
  Object.entries(ROWS).map(([key, row]) => [key, compatibleProvider(row)]),
) as Readonly<Partial<Record<ChannelTypeKey, Provider>>>;
