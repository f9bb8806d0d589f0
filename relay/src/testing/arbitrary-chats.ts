import fc from 'fast-check';
import type { JsonObject } from '../wire/json.ts';

// Chats and answers of OpenAI's form, in the one spelling that this product writes: one text is no list, and no member says nothing.

const text = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ maxLength: 12 }), fc.constant(' \n a"b\\ \n'))
  .filter((one) => one.trim() !== '');
const name = fc.constantFrom('look', 'find_all', 'tell-me');
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 }));
/** Objects whose members have an order that no engine changes. */
const object = fc.dictionary(fc.constantFrom('a', 'b', 'c d'), value, { maxKeys: 3, noNullPrototype: true });
const data = fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64'));

const textPart = text.map((one): JsonObject => ({ type: 'text', text: one }));
const picture = data.map((one): JsonObject => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${one}` },
}));
const parts = fc
  .array(fc.oneof(textPart, picture), { minLength: 1, maxLength: 3 })
  .filter(([only, ...others]) => others.length > 0 || only?.['type'] !== 'text');
const asked = fc.oneof(text, parts).map((content): JsonObject => ({ role: 'user', content }));
const said = text.map((content): JsonObject => ({ role: 'assistant', content }));

/** JSON of an object, or a text that does not begin like one. */
const result = fc.oneof(
  text.filter((one) => !/^\s*\{/.test(one)),
  fc.record({ at: value }).map((one) => JSON.stringify(one)),
);

const calls = (ids: fc.Arbitrary<string>) =>
  fc.uniqueArray(fc.tuple(ids, name, object), { minLength: 1, maxLength: 3, selector: ([id]) => id }).map((all) =>
    all.map(([id, of, input]): JsonObject => ({
      id,
      type: 'function',
      function: { name: of, arguments: JSON.stringify(input) },
    })),
  );

const calling = fc
  .tuple(
    fc.option(text),
    fc.tuple(calls(fc.stringMatching(/^[a-z0-9_]{1,8}$/)), fc.array(result, { minLength: 3, maxLength: 3 })),
  )
  .map(([content, [all, results]]): readonly JsonObject[] => [
    { role: 'assistant', content, tool_calls: all },
    ...all.map(({ id }, index): JsonObject => ({ role: 'tool', tool_call_id: id, content: results[index] })),
  ]);

/** The user begins and ends, or results of tools do; what calls have names that `tools` has. Ids are told apart by their turn. */
const conversation = (hasTools: boolean) =>
  fc
    .tuple(
      fc.option(text),
      fc.array(
        fc.tuple(
          asked,
          hasTools
            ? fc.oneof(
                said.map((one) => [one]),
                calling,
              )
            : said.map((one) => [one]),
        ),
        { maxLength: 3 },
      ),
      asked,
    )
    .map(([system, turns, last]): readonly JsonObject[] => [
      ...(system === null ? [] : [{ role: 'system', content: system }]),
      ...turns.flatMap(([question, answer], turn) => [question, ...answer.map((one) => ofTurn(one, turn))]),
      last,
    ]);

function ofTurn(message: JsonObject, turn: number): JsonObject {
  const { tool_calls: all, tool_call_id: id } = message;
  if (typeof id === 'string') return { ...message, tool_call_id: `${id}_${turn}` };
  if (!Array.isArray(all)) return message;
  return {
    ...message,
    tool_calls: (all as JsonObject[]).map((call) => ({ ...call, id: `${String(call['id'])}_${turn}` })),
  };
}

const TOOLS = ['look', 'find_all', 'tell-me'].map((of) => ({
  type: 'function',
  function: {
    name: of,
    description: 'Does it.',
    parameters: { type: 'object', properties: { a: { type: 'string' } } },
  },
}));
const choice = fc.constantFrom('auto', 'required', { type: 'function', function: { name: 'look' } });

/** Of what may be said, some; each by its arbitrary. */
type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const some = (members: Members): fc.Arbitrary<JsonObject> =>
  fc.record(members, { requiredKeys: [], noNullPrototype: true });

export const hundredths = (most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: most * 100 }).map((one) => one / 100);
export const stops: fc.Arbitrary<unknown> = fc.array(text, { minLength: 1, maxLength: 4 });
export const users: fc.Arbitrary<unknown> = text;

type Chats = {
  /** What may be said of the answer, beside messages and tools. */
  readonly members: Members;
  /** What may be said of tools, beside which of them is called. */
  readonly ofTools?: Members;
  /** Where the model is told how hard to think, with what. */
  readonly effort: Members;
};

/** Bodies of chats. `max_tokens` always stands, with enough for any thought. */
export function arbitraryChats({ members, ofTools = {}, effort }: Chats): fc.Arbitrary<JsonObject> {
  const maximum = fc.integer({ min: 40_000, max: 90_000 });
  const body = (hasTools: boolean, others: fc.Arbitrary<JsonObject>) =>
    fc
      .tuple(conversation(hasTools), maximum, others)
      .map(([messages, max_tokens, more]): JsonObject => ({ model: 'm', messages, max_tokens, ...more }));
  const chosen = fc.oneof(
    fc.constant({}),
    fc.tuple(choice, some(ofTools)).map(([tool_choice, more]) => ({ tool_choice, ...more })),
  );
  return fc.oneof(
    body(false, some(members)),
    body(false, some(effort)),
    body(
      true,
      fc.tuple(some(members), chosen).map(([one, other]) => ({ tools: TOOLS, ...one, ...other })),
    ),
  );
}

/** Choices of completions, with ids of calls. */
export const arbitraryChoices: fc.Arbitrary<{ readonly message: JsonObject; readonly finish_reason: string }> = fc
  .tuple(
    fc.option(text),
    fc.option(text),
    fc.option(calls(fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/))),
    fc.constantFrom('stop', 'length', 'content_filter'),
  )
  .map(([content, thought, called, finish]) => ({
    message: {
      role: 'assistant',
      content: called === null ? (content ?? '') : content,
      ...(thought === null ? {} : { reasoning_content: thought }),
      ...(called === null ? {} : { tool_calls: called }),
    },
    finish_reason: called !== null && finish === 'stop' ? 'tool_calls' : finish,
  }));
