import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { thinksByEffort } from '../../modes/claude-context.ts';
import { effortOfBudget } from '../../modes/reasoning-effort.ts';
import { type AskedFunction, askedFunctions, choiceAmongCallable, nameOfChosen } from '../asked-functions.ts';
import { thinkingBudgetOf } from '../asked-values.ts';
import { formatTexts } from '../told-format.ts';
import { conversationOf } from './messages-conversation.ts';

/** Anthropic demands a maximum; this one where the caller states none. */
const ANSWER_TOKENS = 4_096;
/** Tokens to think for each word of OpenAI's for the effort. */
const BUDGETS: ReadonlyMap<unknown, number> = new Map([
  ['minimal', 1_024],
  ['low', 2_048],
  ['medium', 8_192],
  ['high', 16_384],
  ['xhigh', 24_576],
]);
/** The same as the words of models that take no number for it. */
const EFFORTS: ReadonlyMap<unknown, string> = new Map([
  ['minimal', 'low'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'xhigh'],
]);
/** Anthropic's least. */
const BUDGET_MIN = 1_024;
/** Of who states no maximum of his answer, however much he wants. */
const BUDGET_MAX = 24_576;
/** Of a maximum that the caller states for thinking and answer together, at most so much is for thinking. */
const THINKING_PART_MAX = 0.8;

/**
 * A chat request as Anthropic's messages take it (docs/behaviour.md#claude). What has no counterpart stays behind (seed, penalties, log
 * probabilities); what would make the answer another one than was asked for throws UnsupportedRequest, naming the field.
 */
export function messagesBody(request: ChatRequest, model: string): Buffer {
  const { body, messages, stream } = request;
  refuseImpossible(request);
  const { system, turns, called, isAnsweringTools } = conversationOf(messages);
  const tools = askedFunctions(body).map(toolOf);
  const choice = tools.length === 0 ? undefined : choiceOf(body);
  const isForced = choice?.['type'] === 'any' || choice?.['type'] === 'tool';
  const isByEffort = thinksByEffort(model);
  // A turn with tools begins with what was thought before them, signed, which OpenAI's callers have not got: later models do without.
  const mayThink = !isForced && (isByEffort || !isAnsweringTools);
  const { maximum, budget } = lengthOf(request, mayThink, isByEffort ? 1 : THINKING_PART_MAX);
  // Nothing holds Claude to a format but words.
  const texts = [...system, ...formatTexts(body['response_format'])];
  const isSampled = budget === undefined && !isByEffort;
  return Buffer.from(
    JSON.stringify({
      model,
      max_tokens: maximum,
      system: texts.length === 0 ? undefined : texts.join('\n'),
      messages: turns,
      tools: tools.length > 0 ? tools : toolsCalled(called),
      tool_choice: tools.length > 0 ? choice : called.size > 0 ? { type: 'none' } : undefined,
      stop_sequences: stopsOf(body['stop']),
      temperature: isSampled ? temperatureOf(body['temperature']) : undefined,
      top_p: isSampled ? numberOf(body['top_p']) : undefined,
      top_k: isSampled ? numberOf(body['top_k']) : undefined,
      ...(budget === undefined ? {} : isByEffort ? thinkingByEffort(body, budget) : thinkingWithin(budget)),
      metadata: typeof body['user'] === 'string' ? { user_id: body['user'] } : undefined,
      stream: stream ? true : undefined,
    }),
  );
}

function refuseImpossible({ body, choices }: ChatRequest): void {
  if (choices > 1) throw new UnsupportedRequest('n', 'must be 1, since Claude gives one answer');
  const { modalities } = body;
  if (Array.isArray(modalities) && modalities.includes('audio'))
    throw new UnsupportedRequest('modalities', 'cannot have audio, since Claude does not speak');
  if (isObject(body['web_search_options']))
    throw new UnsupportedRequest('web_search_options', 'cannot be used with this channel');
}

/**
 * The maximum of the answer, and what of it is for thinking, undefined for none. A maximum that the caller states holds for both, as OpenAI's does,
 * since it is what was reserved; one that leaves no room to think leaves thinking out.
 */
function lengthOf(
  { body, completionMax }: ChatRequest,
  mayThink: boolean,
  partMax: number,
): { readonly maximum: number; readonly budget: number | undefined } {
  const wanted = mayThink ? (BUDGETS.get(body['reasoning_effort']) ?? thinkingBudgetOf(body['thinking'])) : undefined;
  if (wanted === undefined || wanted < BUDGET_MIN)
    return { maximum: completionMax ?? ANSWER_TOKENS, budget: undefined };
  if (completionMax === undefined) {
    const most = Math.min(wanted, BUDGET_MAX);
    return { maximum: most + ANSWER_TOKENS, budget: most };
  }
  const budget = Math.min(wanted, Math.floor(completionMax * partMax));
  return { maximum: completionMax, budget: budget < BUDGET_MIN ? undefined : budget };
}

const thinkingWithin = (budget: number): JsonObject => ({ thinking: { type: 'enabled', budget_tokens: budget } });

/** They tell what they thought only where they are asked to. */
const thinkingByEffort = (body: JsonObject, budget: number): JsonObject => ({
  thinking: { type: 'adaptive', display: 'summarized' },
  output_config: { effort: EFFORTS.get(body['reasoning_effort']) ?? effortOfBudget(budget) },
});

const toolOf = ({ name, description, parameters }: AskedFunction): JsonObject => ({
  name,
  description,
  input_schema: parameters === undefined ? { type: 'object', properties: {} } : { type: 'object', ...parameters },
});

/** Anthropic wants each tool of the conversation named, also where none may be called any more. */
const toolsCalled = (names: ReadonlySet<string>): readonly JsonObject[] | undefined =>
  names.size === 0 ? undefined : [...names].map((name) => ({ name, input_schema: { type: 'object', properties: {} } }));

const CHOICES: ReadonlyMap<unknown, string> = new Map([
  ['auto', 'auto'],
  ['none', 'none'],
  ['required', 'any'],
]);

function choiceOf(body: JsonObject): JsonObject | undefined {
  const chosen = choiceAmongCallable(body) ?? body['function_call'];
  const isParallel = body['parallel_tool_calls'] !== false;
  if (chosen === undefined || chosen === null)
    return isParallel ? undefined : { type: 'auto', disable_parallel_tool_use: true };
  const type = CHOICES.get(chosen);
  const choice = type === undefined ? { type: 'tool', name: nameOfChosen(chosen) } : { type };
  return isParallel || type === 'none' ? choice : { ...choice, disable_parallel_tool_use: true };
}

function stopsOf(stop: unknown): readonly string[] | undefined {
  const stops = (Array.isArray(stop) ? (stop as unknown[]) : [stop]).filter(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  );
  return stops.length === 0 ? undefined : stops;
}

/** OpenAI's goes to 2, Anthropic's to 1. */
const temperatureOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? Math.min(1, value) : undefined;

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
