import { isObject, jsonIn, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import type { Compatible } from './compatible.ts';

/** A whole answer in OpenAI's form: its bytes as they came where they are so already. */
export function answerInOpenAi({ inOpenAi }: Compatible, bytes: Buffer): Buffer {
  if (inOpenAi === undefined || !hasAny(bytes, inOpenAi.marks)) return bytes;
  const answer = jsonIn(bytes);
  const converted = isObject(answer) ? inOpenAi.of(answer, false) : answer;
  return converted === answer ? bytes : Buffer.from(JSON.stringify(converted));
}

/** The same for whole events. */
export function eventsInOpenAi({ inOpenAi }: Compatible, events: Buffer): Buffer {
  if (inOpenAi === undefined || !hasAny(events, inOpenAi.marks)) return events;
  return Buffer.concat(
    eventsIn(events).map((event) => {
      const chunk = hasAny(event, inOpenAi.marks) ? parsedJson(dataOf(event)) : undefined;
      const converted = isObject(chunk) ? inOpenAi.of(chunk, true) : chunk;
      return converted === chunk ? event : Buffer.from(`data: ${JSON.stringify(converted)}\n\n`);
    }),
  );
}

const hasAny = (bytes: Buffer, marks: readonly string[]): boolean => marks.some((mark) => bytes.includes(mark));

type Change = (object: JsonObject) => JsonObject;

/** Changes the usage of an answer. */
export const usageBy =
  (change: Change): Change =>
  (answer) => {
    const { usage } = answer;
    const changed = isObject(usage) ? change(usage) : usage;
    return changed === usage ? answer : { ...answer, usage: changed };
  };

/** Changes each choice of an answer. */
export const choicesBy =
  (change: Change): Change =>
  (answer) => {
    const { choices } = answer;
    if (!Array.isArray(choices)) return answer;
    const changed = (choices as readonly unknown[]).map((choice) => (isObject(choice) ? change(choice) : choice));
    return changed.every((choice, index) => choice === choices[index]) ? answer : { ...answer, choices: changed };
  };

/** Reasons to finish that OpenAI does not have, by those that it has. */
export const finishBy =
  (reasons: ReadonlyMap<unknown, string>): Change =>
  (choice) => {
    const reason = reasons.get(choice['finish_reason']);
    return reason === undefined ? choice : { ...choice, finish_reason: reason };
  };
