import { isObject, type JsonObject } from '../../wire/json.ts';

/** Events of one response, numbered from 0 on. */
export class ResponseEvents {
  /** The number of the next one. */
  next = 0;

  /** One event: its name is the type in its data. */
  tell(type: string, members: JsonObject): string {
    const told = { type, sequence_number: this.next, ...members };
    this.next += 1;
    return `event: ${type}\ndata: ${JSON.stringify(told)}\n\n`;
  }

  /** The first events: what a response is before it has an output. */
  begin(response: JsonObject): string {
    const begun = { ...response, status: 'in_progress', incomplete_details: null, output: [], usage: null };
    return this.tell('response.created', { response: begun }) + this.tell('response.in_progress', { response: begun });
  }

  /** The last one. */
  end(response: JsonObject): string {
    const isCut = response['status'] === 'incomplete';
    return this.tell(isCut ? 'response.incomplete' : 'response.completed', { response });
  }
}

/** How a text comes in pieces. `part`: the events around it, where an item may have several, and what its number among them is called. */
type Voice = {
  readonly part?: { readonly events: string; readonly number: string };
  readonly events: string;
  /** The member in which the whole text stands. */
  readonly member: string;
};

const CONTENT = { events: 'response.content_part', number: 'content_index' };
const SUMMARY = { events: 'response.reasoning_summary_part', number: 'summary_index' };

/** By the type of a part, or of an item that has none. */
const VOICES: ReadonlyMap<unknown, Voice> = new Map([
  ['output_text', { part: CONTENT, events: 'response.output_text', member: 'text' }],
  ['refusal', { part: CONTENT, events: 'response.refusal', member: 'refusal' }],
  ['reasoning_text', { part: CONTENT, events: 'response.reasoning_text', member: 'text' }],
  ['summary_text', { part: SUMMARY, events: 'response.reasoning_summary_text', member: 'text' }],
  ['function_call', { events: 'response.function_call_arguments', member: 'arguments' }],
  ['custom_tool_call', { events: 'response.custom_tool_call_input', member: 'input' }],
] as const);

/** Lists of an item in which its parts stand. */
const LISTS = ['summary', 'content'];

/** The events of one item of an output, where it has its text in at most one part at a time. */
export class ToldItem {
  readonly #events: ResponseEvents;
  readonly #index: number;
  readonly #id: unknown;

  constructor(events: ResponseEvents, index: number, id: unknown) {
    this.#events = events;
    this.#index = index;
    this.#id = id;
  }

  /** `item` as it will be: it begins without its texts. */
  begun(item: JsonObject): string {
    const empty: Record<string, unknown> = { ...item };
    for (const list of LISTS) if (Array.isArray(item[list])) empty[list] = [];
    const voice = VOICES.get(item['type']);
    if (voice !== undefined) empty[voice.member] = '';
    if (item['status'] !== undefined) empty['status'] = 'in_progress';
    return this.#events.tell('response.output_item.added', { output_index: this.#index, item: empty });
  }

  /** A part begins: nothing is told of what has no parts. */
  partBegun(part: JsonObject, number: number): string {
    const voice = VOICES.get(part['type']);
    if (voice?.part === undefined) return '';
    return this.#events.tell(`${voice.part.events}.added`, {
      ...this.#place(voice, number),
      part: { ...part, [voice.member]: '' },
    });
  }

  said({ type }: JsonObject, number: number, delta: string): string {
    const voice = VOICES.get(type);
    if (voice === undefined) return '';
    return this.#events.tell(`${voice.events}.delta`, { ...this.#place(voice, number), delta, ...BESIDE.get(type) });
  }

  partEnded(part: JsonObject, number: number): string {
    const { type, name } = part;
    const voice = VOICES.get(type);
    if (voice === undefined) return '';
    const place = this.#place(voice, number);
    const whole = { [voice.member]: part[voice.member], ...(type === 'function_call' ? { name } : {}) };
    const done = this.#events.tell(`${voice.events}.done`, { ...place, ...whole, ...BESIDE.get(type) });
    return voice.part === undefined ? done : done + this.#events.tell(`${voice.part.events}.done`, { ...place, part });
  }

  ended(item: JsonObject): string {
    return this.#events.tell('response.output_item.done', { output_index: this.#index, item });
  }

  /** All of them at once, of an item that is whole. */
  whole(item: JsonObject): string {
    let told = this.begun(item);
    for (const { part, number } of partsOf(item)) {
      const text = part[VOICES.get(part['type'])?.member ?? ''];
      told += this.partBegun(part, number);
      if (typeof text === 'string' && text !== '') told += this.said(part, number, text);
      told += this.partEnded(part, number);
    }
    return told + this.ended(item);
  }

  #place({ part }: Voice, number: number): JsonObject {
    const place = { item_id: this.#id, output_index: this.#index };
    return part === undefined ? place : { ...place, [part.number]: number };
  }
}

/** What the events of a text have beside it. */
const BESIDE: ReadonlyMap<unknown, JsonObject> = new Map([['output_text', { logprobs: [] }]]);

type NumberedPart = { readonly part: JsonObject; readonly number: number };

/** What of an item is told in pieces: its parts, or itself. */
function partsOf(item: JsonObject): readonly NumberedPart[] {
  if (VOICES.has(item['type'])) return [{ part: item, number: 0 }];
  return LISTS.flatMap((list) => {
    const parts = Array.isArray(item[list]) ? (item[list] as readonly unknown[]) : [];
    return parts.map((part, number) => ({ part: isObject(part) ? part : {}, number }));
  });
}

/** A whole response as the stream that the caller asked for. */
export function streamOfResponse(response: JsonObject): Buffer {
  const events = new ResponseEvents();
  const output = (Array.isArray(response['output']) ? (response['output'] as unknown[]) : []).filter(isObject);
  const begun = events.begin(response);
  const told = output.map((item, index) => new ToldItem(events, index, item['id']).whole(item)).join('');
  return Buffer.from(`${begun}${told}${events.end(response)}`);
}
