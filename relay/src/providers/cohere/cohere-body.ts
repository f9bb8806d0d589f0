import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { extrasOfOpenAi } from '../../modes/asked.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { askedFunctions, choiceAmongCallable } from '../asked-functions.ts';
import { stopsOf, within } from '../asked-values.ts';
import { conversationOf } from './cohere-conversation.ts';
import { cohereTool } from './cohere-tools.ts';

/** Where the caller states none. */
const ANSWER_TOKENS = 4_000;

/**
 * A chat request as Cohere's chat takes it (docs/behaviour.md#cohere). What has no counterpart stays behind; what would make the answer another one than was
 * asked for throws UnsupportedRequest, naming the field.
 */
export function cohereBody(request: ChatRequest, model: string): Buffer {
  const { body, messages, stream, completionMax } = request;
  refuseImpossible(request);
  const { message, history, results } = conversationOf(messages);
  return Buffer.from(
    JSON.stringify({
      model,
      message,
      chat_history: history.length === 0 ? undefined : history,
      stream: stream ? true : undefined,
      max_tokens: completionMax ?? ANSWER_TOKENS,
      temperature: within(body['temperature'], 0, 1),
      p: within(body['top_p'], 0.01, 0.99),
      k: within(body['top_k'], 0, 500),
      seed: typeof body['seed'] === 'number' ? body['seed'] : undefined,
      stop_sequences: stopsOf(body['stop']),
      frequency_penalty: within(body['frequency_penalty'], 0, 1),
      presence_penalty: within(body['presence_penalty'], 0, 1),
      tools: toolsOf(body),
      tool_results: results,
      response_format: formatOf(body['response_format']),
    }),
  );
}

function refuseImpossible({ body, choices }: ChatRequest): void {
  if (choices > 1) throw new UnsupportedRequest('n', 'must be 1, since Cohere gives one answer');
  const [extra] = extrasOfOpenAi(body);
  if (extra !== undefined) throw new UnsupportedRequest(extra.field, 'cannot be used with this channel');
}

/** Its model always chooses: to forbid the tools is to leave them out. */
function toolsOf(body: JsonObject): readonly JsonObject[] | undefined {
  const tools = askedFunctions(body).map(cohereTool);
  const [field, choice] =
    body['tool_choice'] === undefined
      ? (['function_call', body['function_call']] as const)
      : (['tool_choice', choiceAmongCallable(body)] as const);
  if (tools.length === 0 || choice === 'none') return undefined;
  if (choice !== undefined && choice !== null && choice !== 'auto')
    throw new UnsupportedRequest(field, 'must be auto or none, since Cohere cannot be made to call a tool');
  return tools;
}

function formatOf(format: unknown): JsonObject | undefined {
  if (!isObject(format)) return undefined;
  const { type, json_schema: asked } = format;
  if (type !== 'json_object' && type !== 'json_schema') return undefined;
  return { type: 'json_object', ...(type === 'json_schema' && isObject(asked) ? { schema: asked['schema'] } : {}) };
}
