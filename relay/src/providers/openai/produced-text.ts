import { isObject, type JsonObject } from '../../wire/json.ts';

const TEXT_FIELDS = ['content', 'reasoning_content', 'reasoning', 'refusal'];

/**
 * Adds the texts that a model wrote into a message or a delta: contents, what it spoke, names and arguments of tool calls. Answers the number of
 * tool calls that begin here: of those that come in pieces only the first has a name.
 */
export function addProducedTexts(message: JsonObject, add: (text: string) => void): number {
  for (const field of TEXT_FIELDS) {
    const text = message[field];
    if (typeof text === 'string' && text !== '') add(text);
  }
  const { audio } = message;
  if (isObject(audio) && typeof audio['transcript'] === 'string') add(audio['transcript']);
  if (isObject(message['function_call'])) addFunction(message['function_call'], add);
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return 0;
  let begun = 0;
  for (const call of calls) {
    if (!isObject(call) || !isObject(call['function'])) continue;
    addFunction(call['function'], add);
    if (typeof call['function']['name'] === 'string' && call['function']['name'] !== '') begun += 1;
  }
  return begun;
}

/** Base64 of the sound in a message or a delta; '' without. */
export function soundIn({ audio }: JsonObject): string {
  return isObject(audio) && typeof audio['data'] === 'string' ? audio['data'] : '';
}

function addFunction(called: JsonObject, add: (text: string) => void): void {
  if (typeof called['name'] === 'string') add(called['name']);
  if (typeof called['arguments'] === 'string') add(called['arguments']);
}
