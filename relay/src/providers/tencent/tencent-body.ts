import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { extrasOfOpenAi } from '../../modes/asked.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { type AskedFunction, askedFunctions, choiceAmongCallable } from '../asked-functions.ts';
import { stopsOf, within } from '../asked-values.ts';
import { textOfContent } from '../text-content.ts';

/** Stands where Hunyuan demands a text and the caller has none. */
const FILLER = '...';
const SEED_MAX = 10_000;
const NO_PARAMETERS = { type: 'object', properties: {} };

/** A chat as Hunyuan takes it (docs/behaviour.md#tencent). It has no maximum of an answer. Throws UnsupportedRequest, naming the field. */
export function tencentBody({ body, messages, stream, choices }: ChatRequest, model: string): Buffer {
  refuseImpossible(body, choices);
  const tools = askedFunctions(body).map(toolOf);
  const { seed } = body;
  return Buffer.from(
    JSON.stringify({
      Model: model,
      Messages: messagesOf(messages),
      Stream: stream,
      Temperature: within(body['temperature'], 0, 2),
      TopP: within(body['top_p'], 0, 1),
      Stop: stopsOf(body['stop']),
      Seed: Number.isSafeInteger(seed) && (seed as number) > 0 && (seed as number) <= SEED_MAX ? seed : undefined,
      // It searches unless it is told not to, and takes more for that.
      EnableEnhancement: false,
      ...(tools.length === 0 ? {} : { Tools: tools, ...choiceOf(choiceAmongCallable(body), tools) }),
    }),
  );
}

function refuseImpossible(body: JsonObject, choices: number): void {
  if (choices > 1) throw new UnsupportedRequest('n', 'must be 1, since Hunyuan gives one answer');
  const [extra] = extrasOfOpenAi(body);
  if (extra !== undefined) throw new UnsupportedRequest(extra.field, 'cannot be used with this channel');
  const { response_format: format, functions } = body;
  for (const [field, is] of [
    ['response_format', isObject(format) && format['type'] !== 'text'],
    ['functions', Array.isArray(functions) && functions.length > 0],
  ] as const)
    if (is) throw new UnsupportedRequest(field, 'cannot be used with this channel');
}

/** The system first, which Hunyuan demands, and turns of one role joined, since they must take turns; each result of a tool is a message. */
function messagesOf(messages: readonly JsonObject[]): readonly JsonObject[] {
  const system: string[] = [];
  const turns: JsonObject[] = [];
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    const { role, content, tool_call_id: id } = message;
    if (role === 'system' || role === 'developer') system.push(textOfContent(content, `${at}.content`));
    else if (role === 'user') addTurn(turns, { Role: 'user', ...contentOf(content, `${at}.content`) });
    else if (role === 'assistant') addTurn(turns, answerOf(message, at));
    else if (role === 'tool')
      turns.push({ Role: 'tool', ToolCallId: String(id), Content: textOfContent(content, `${at}.content`) || FILLER });
    else throw new UnsupportedRequest(`${at}.role`, 'must be system, developer, user, assistant or tool');
  }
  const filled = turns.map((turn) =>
    turn['Content'] === '' && turn['ToolCalls'] === undefined ? { ...turn, Content: FILLER } : turn,
  );
  if (filled[0]?.['Role'] !== 'user') filled.unshift({ Role: 'user', Content: FILLER });
  if (filled.at(-1)?.['Role'] === 'assistant') filled.push({ Role: 'user', Content: FILLER });
  return system.length === 0 ? filled : [{ Role: 'system', Content: system.join('\n') }, ...filled];
}

/** Joins texts of one role; what has more than a text stays a message of its own. */
function addTurn(turns: JsonObject[], turn: JsonObject): void {
  const last = turns.at(-1);
  const isJoined =
    last !== undefined && last['Role'] === turn['Role'] && [last, turn].every((one) => Object.keys(one).length === 2);
  const texts = (one: JsonObject): string => one['Content'] as string;
  if (isJoined && [last, turn].every((one) => typeof one['Content'] === 'string'))
    turns[turns.length - 1] = { ...last, Content: [texts(last), texts(turn)].filter((text) => text !== '').join('\n') };
  else turns.push(turn);
}

function answerOf({ content, tool_calls: calls }: JsonObject, at: string): JsonObject {
  const text = textOfContent(content, `${at}.content`);
  const told = Array.isArray(calls)
    ? (calls as unknown[]).map((call, index) => callOf(call, `${at}.tool_calls[${index}]`))
    : [];
  return { Role: 'assistant', Content: text, ...(told.length === 0 ? {} : { ToolCalls: told }) };
}

function callOf(call: unknown, at: string): JsonObject {
  const called = isObject(call) ? call['function'] : undefined;
  if (!isObject(call) || !isObject(called) || typeof called['name'] !== 'string')
    throw new UnsupportedRequest(at, 'must be the call of a function with a name');
  const { name, arguments: json } = called;
  return { Id: String(call['id'] ?? ''), Type: 'function', Function: { Name: name, Arguments: String(json ?? '{}') } };
}

function contentOf(content: unknown, at: string): JsonObject {
  if (!Array.isArray(content) || content.every((part) => isTextPart(part)))
    return { Content: textOfContent(content, at) };
  return { Contents: (content as unknown[]).map((part, index) => partOf(part, `${at}[${index}]`)) };
}

function partOf(part: unknown, at: string): JsonObject {
  if (isTextPart(part)) return { Type: 'text', Text: textOfContent([part], at) };
  const image = isObject(part) && part['type'] === 'image_url' ? part['image_url'] : undefined;
  const url = isObject(image) ? image['url'] : image;
  if (typeof url !== 'string') throw new UnsupportedRequest(at, 'must be a text or a picture');
  return { Type: 'image_url', ImageUrl: { Url: url } };
}

const isTextPart = (part: unknown): boolean =>
  typeof part === 'string' || (isObject(part) && (part['type'] === 'text' || part['type'] === 'refusal'));

const toolOf = ({ name, description, parameters = NO_PARAMETERS }: AskedFunction): JsonObject => ({
  Type: 'function',
  Function: { Name: name, Parameters: JSON.stringify(parameters), Description: description },
});

/** Hunyuan can be held to one tool, and not to any: `required` is that one where there is but one. */
function choiceOf(chosen: unknown, tools: readonly JsonObject[]): JsonObject {
  if (chosen === undefined || chosen === null) return {};
  if (chosen === 'auto' || chosen === 'none') return { ToolChoice: chosen };
  if (chosen === 'required' && tools.length === 1) return { ToolChoice: 'custom', CustomTool: tools[0] };
  const called = isObject(chosen) ? chosen['function'] : undefined;
  const name = isObject(called) ? called['name'] : undefined;
  const tool = tools.find((one) => (one['Function'] as JsonObject)['Name'] === name);
  if (tool === undefined)
    throw new UnsupportedRequest('tool_choice', 'must be auto, none or one of the functions with this channel');
  return { ToolChoice: 'custom', CustomTool: tool };
}
