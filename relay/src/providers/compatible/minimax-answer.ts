import { isObject, type JsonObject } from '../../wire/json.ts';

/** The status that goes with a code of MiniMax's errors, which come with status 200. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  [1001, 504],
  [1002, 429],
  [1004, 401],
  [1008, 402],
  [1026, 400],
  [1027, 400],
  [1039, 429],
  [2013, 400],
  [2049, 401],
]);
const STATUS_OF_OTHERS = 500;

/** A failure in OpenAI's form; of a stream's last chunk, which repeats the whole answer as a message, what is new in it. */
export function minimaxInOpenAi(answer: JsonObject, isChunk: boolean): JsonObject {
  const { base_resp: told, choices } = answer;
  if (isObject(told) && told['status_code'] !== 0 && told['status_code'] !== undefined)
    return { error: failureOf(told) };
  if (!isChunk || answer['object'] !== 'chat.completion' || !Array.isArray(choices)) return answer;
  const changed = (choices as readonly unknown[]).map((choice) => (isObject(choice) ? withoutMessage(choice) : choice));
  return { ...answer, object: 'chat.completion.chunk', choices: changed };
}

function withoutMessage(choice: JsonObject): JsonObject {
  const { message: _, ...others } = choice;
  return { delta: {}, ...others };
}

function failureOf({ status_code: code, status_msg: message }: JsonObject): JsonObject {
  return { message, type: 'upstream_error', param: null, code: String(STATUSES.get(code) ?? STATUS_OF_OTHERS) };
}
