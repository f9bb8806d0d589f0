import { EventTooLarge } from '../../errors/event-too-large.ts';
import { toldError } from '../../wire/told-error.ts';
import { RESPONSE_CHARACTERS_MAX } from '../../limits.ts';
import type { AnswerStream } from '../../modes/answer.ts';
import { ConvertedStream } from '../../modes/converted-stream.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { responsesUsage } from '../../usage/told-usage.ts';
import type { Cost } from '../../usage/cost.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import {
  callIdOf,
  callItem,
  callsIn,
  endedResponse,
  headOf,
  lastItem,
  messageItem,
  reasoningItem,
  refusalIn,
  refusalPart,
  summaryPart,
  textIn,
  textPart,
  thoughtIn,
} from './response-answer.ts';
import { ResponseEvents, ToldItem } from './response-events.ts';
import { customToolsIn } from './responses-tools.ts';

/** What an item says, and what it and its part look like with a text. */
type Kind = {
  readonly part: (text: string) => JsonObject;
  readonly item: (id: string, text: string) => JsonObject;
};

const THOUGHT: Kind = { part: summaryPart, item: reasoningItem };
const TEXT: Kind = { part: textPart, item: (id, text) => messageItem(id, textPart(text)) };
const REFUSAL: Kind = { part: refusalPart, item: (id, text) => messageItem(id, refusalPart(text)) };

/** Told at once and not as it comes: what a custom tool gets stands inside of JSON. */
type CallKind = Kind & { readonly isHeld: boolean };

/**
 * Chunks of a chat completion as the events of a response, with its end only when it is asked for, with what was charged. `inner` cuts the chunks out of
 * the upstream's bytes. Thoughts and texts are told one after the other; calls stay open until the end, since their pieces may come in any order.
 */
export class ResponseStream extends ConvertedStream {
  readonly #request: ChatRequest;
  readonly #custom: ReadonlySet<unknown>;
  readonly #events = new ResponseEvents();
  readonly #items: OpenItem[] = [];
  readonly #calls = new Map<string, OpenItem>();
  #head: JsonObject | undefined;
  #finish: unknown;
  #characters = 0;

  constructor(inner: AnswerStream, request: ChatRequest) {
    super(inner);
    this.#request = request;
    this.#custom = customToolsIn(request.native?.json.body ?? {});
  }

  get nextNumber(): number {
    return this.#events.next;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    const begun = this.#begun({});
    const last = this.#items.at(-1);
    const closed = this.#items.map((item) => item.ended(item === last ? this.#finish : undefined)).join('');
    const output = this.#items.map(({ item }) => item);
    const told = { ...responsesUsage(usage), cost };
    const end = this.#events.end(endedResponse(this.#head ?? {}, output, this.#finish, told));
    return Buffer.from(`${begun}${closed}${end}`);
  }

  protected converted(events: Buffer): Buffer | undefined {
    let told = '';
    for (const bytes of eventsIn(events)) told += this.#eventsOf(bytes);
    return told === '' ? undefined : Buffer.from(told);
  }

  #eventsOf(bytes: Buffer): string {
    const data = dataOf(bytes);
    // A comment, with which an upstream shows that it is alive.
    if (data === '') return this.#head === undefined ? '' : ALIVE;
    const chunk = parsedJson(data);
    if (!isObject(chunk)) return '';
    const error = toldError(chunk['error']);
    if (error !== undefined) return this.#failed(error);
    if (!Array.isArray(chunk['choices'])) return '';
    const [choice] = chunk['choices'] as unknown[];
    if (!isObject(choice)) return '';
    const begun = this.#begun(chunk);
    const { delta, finish_reason: finish } = choice;
    if (typeof finish === 'string') this.#finish = finish;
    return isObject(delta) ? `${begun}${this.#said(delta)}` : begun;
  }

  #begun(chunk: JsonObject): string {
    if (this.#head !== undefined) return '';
    this.#head = headOf(chunk, this.#request);
    return this.#events.begin(this.#head);
  }

  #said(delta: JsonObject): string {
    const told =
      this.#into(THOUGHT, thoughtIn(delta)) + this.#into(TEXT, textIn(delta)) + this.#into(REFUSAL, refusalIn(delta));
    return callsIn(delta).reduce((events, call) => events + this.#called(call), told);
  }

  #into(kind: Kind, text: string): string {
    if (text === '') return '';
    this.#hold(text);
    const last = this.#items.at(-1);
    if (last?.kind === kind) return last.said(text);
    const item = this.#opened(kind);
    return item.told + item.opened.said(text);
  }

  /** A piece of a call. */
  #called({ index, id, function: called }: JsonObject): string {
    const { name, arguments: written } = isObject(called) ? called : {};
    const at = String(index ?? '');
    // Some servers number every call 0; then their ids tell them apart. Others give each piece an id of its own.
    const isBeginning = typeof id === 'string' && id !== '' && typeof name === 'string' && name !== '';
    const given = isBeginning ? `${at} ${id}` : undefined;
    const key = given ?? [...this.#calls.keys()].findLast((one) => one.startsWith(`${at} `)) ?? `${at} `;
    const piece = typeof written === 'string' ? written : '';
    this.#hold(piece);
    const open = this.#calls.get(key);
    if (open !== undefined) return open.said(piece);
    const { told, opened } = this.#opened(this.#callKind(id, typeof name === 'string' ? name : ''));
    this.#calls.set(key, opened);
    return told + opened.said(piece);
  }

  #callKind(given: unknown, name: string): CallKind {
    const callId = callIdOf(given, this.#itemId());
    const item = (id: string, text: string): JsonObject => callItem(id, callId, name, text, this.#custom);
    return { item, part: (text) => item('', text), isHeld: this.#custom.has(name) };
  }

  /** What was told before ends, unless it is a call. */
  #opened(kind: Kind | CallKind): { readonly told: string; readonly opened: OpenItem } {
    const last = this.#items.at(-1);
    const closed = last === undefined || last.isCall ? '' : last.ended(undefined);
    const opened = new OpenItem(this.#events, this.#items.length, this.#itemId(), kind);
    this.#items.push(opened);
    return { told: closed + opened.begun(), opened };
  }

  #itemId(): string {
    return `${String(this.#head?.['id'])}_${this.#items.length}`;
  }

  /** All of it stands in the last event once more. */
  #hold(text: string): void {
    this.#characters += text.length;
    if (this.#characters > RESPONSE_CHARACTERS_MAX)
      throw new EventTooLarge(`a response has more than ${RESPONSE_CHARACTERS_MAX} characters`);
  }

  #failed(error: JsonObject): string {
    const { message, code, param } = error;
    const told = typeof message === 'string' ? message : 'the upstream failed';
    return this.#events.tell('error', { code: code ?? null, message: told, param: param ?? null, error });
  }
}

const ALIVE = ': alive\n\n';

/** An item of the output from its first piece to its end. */
class OpenItem {
  readonly kind: Kind | CallKind;
  readonly #told: ToldItem;
  readonly #id: string;
  readonly #pieces: string[] = [];
  #item: JsonObject | undefined;

  constructor(events: ResponseEvents, index: number, id: string, kind: Kind | CallKind) {
    this.kind = kind;
    this.#id = id;
    this.#told = new ToldItem(events, index, kind.item(id, '')['id']);
  }

  get isCall(): boolean {
    return 'isHeld' in this.kind;
  }

  /** As it ended. */
  get item(): JsonObject {
    return this.#item ?? this.kind.item(this.#id, this.#pieces.join(''));
  }

  begun(): string {
    return this.#told.begun(this.item) + this.#told.partBegun(this.kind.part(''), 0);
  }

  said(piece: string): string {
    if (piece === '') return '';
    this.#pieces.push(piece);
    return 'isHeld' in this.kind && this.kind.isHeld ? '' : this.#told.said(this.kind.part(''), 0, piece);
  }

  /** Nothing where it has ended before. `finish`: why the response ended in it. */
  ended(finish: unknown): string {
    if (this.#item !== undefined) return '';
    const item = this.item;
    this.#item = lastItem(item, finish);
    const text = this.#pieces.join('');
    const part = this.isCall ? item : this.kind.part(text);
    return this.#rest(part) + this.#told.partEnded(part, 0) + this.#told.ended(this.#item);
  }

  /** What had to wait, and what a call has that came without arguments. */
  #rest(part: JsonObject): string {
    if (!('isHeld' in this.kind)) return '';
    const whole = part[part['type'] === 'custom_tool_call' ? 'input' : 'arguments'];
    const isTold = !this.kind.isHeld && this.#pieces.length > 0;
    return isTold || typeof whole !== 'string' || whole === '' ? '' : this.#told.said(part, 0, whole);
  }
}
