import { toldError } from '../../wire/told-error.ts';
import { toldStatus } from '../../errors/told-status.ts';
import type { Cost } from '../../usage/cost.ts';
import { anthropicUsage } from '../../usage/told-usage.ts';
import { type ReportedUsage, ZERO_USAGE } from '../../usage/usage.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import type { AnswerStream } from '../../modes/answer.ts';
import { ConvertedStream } from '../../modes/converted-stream.ts';
import { nameOf, textIn, thoughtIn } from '../completion-parts.ts';
import { errorTypeOf } from './anthropic-error.ts';
import { callIdOf, idOf, stopReason } from './message-answer.ts';
import { endOfMessage, messageEvent, startedMessage } from './message-events.ts';

/** A block that has begun and has not ended; `key` tells the calls of a message apart. */
type OpenBlock = { readonly type: 'thinking' | 'text' | 'tool_use'; readonly key: string };

/**
 * Chunks of a chat completion as Anthropic's events: one block after the other, and the end only when it is asked for, with what was charged. `inner`
 * cuts the chunks out of the upstream's bytes.
 */
export class MessageStream extends ConvertedStream {
  #model: string;
  #id = '';
  #open: OpenBlock | undefined;
  #blocks = 0;
  /** Keys of the calls that have begun, in their order. */
  readonly #calls = new Set<string>();
  #finish: unknown;
  /** A call went on after another block had begun: Anthropic's blocks do not mingle, so its arguments cannot be told. */
  #isMingled = false;

  /** `model` stands where the chunks name none. */
  constructor(inner: AnswerStream, model: string) {
    super(inner);
    this.#model = model;
  }

  override get ended(): boolean {
    return super.ended && !this.#isMingled;
  }

  override isWhole(): boolean {
    return super.isWhole() && !this.#isMingled;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    const begun = this.#begun({});
    const end = endOfMessage({
      stop_reason: stopReason(this.#finish, this.#calls.size > 0),
      stop_sequence: null,
      usage: { ...anthropicUsage(usage), cost },
    });
    return Buffer.from(`${begun}${this.#closed()}${end}`);
  }

  protected converted(events: Buffer): Buffer | undefined {
    const told = eventsIn(events)
      .map((bytes) => this.#eventsOf(chunkIn(bytes)))
      .join('');
    return told === '' ? undefined : Buffer.from(told);
  }

  /** `chunk` undefined: a comment, with which an upstream shows that it is alive. */
  #eventsOf(chunk: JsonObject | undefined): string {
    if (this.#isMingled) return '';
    if (chunk === undefined) return this.#id === '' ? '' : messageEvent('ping');
    const error = toldError(chunk['error']);
    if (error !== undefined) return failed(error);
    if (!Array.isArray(chunk['choices'])) return '';
    const [choice] = chunk['choices'] as unknown[];
    if (!isObject(choice)) return '';
    const begun = this.#begun(chunk);
    const { delta, finish_reason: finish } = choice;
    if (typeof finish === 'string') this.#finish = finish;
    return isObject(delta) ? `${begun}${this.#said(delta)}` : begun;
  }

  #begun({ id, model }: JsonObject): string {
    if (this.#id !== '') return '';
    this.#id = idOf(id);
    this.#model = nameOf(model, this.#model);
    return startedMessage({
      id: this.#id,
      type: 'message',
      role: 'assistant',
      model: this.#model,
      usage: anthropicUsage(ZERO_USAGE),
    });
  }

  #said(delta: JsonObject): string {
    const thought = thoughtIn(delta);
    const text = textIn(delta);
    const { tool_calls: calls, function_call: legacy } = delta;
    let told = '';
    if (thought !== '') told += this.#into('thinking', { type: 'thinking_delta', thinking: thought });
    if (text !== '') told += this.#into('text', { type: 'text_delta', text });
    for (const call of Array.isArray(calls) ? (calls as unknown[]) : []) if (isObject(call)) told += this.#called(call);
    if (isObject(legacy)) told += this.#called({ index: 0, function: legacy });
    return told;
  }

  #into(type: 'thinking' | 'text', delta: JsonObject): string {
    const opened =
      this.#open?.type === type
        ? ''
        : this.#opened({ type, key: '' }, type === 'text' ? { text: '' } : { thinking: '', signature: '' });
    return `${opened}${this.#delta(delta)}`;
  }

  /** A piece of a call. */
  #called({ index, id, function: called }: JsonObject): string {
    const { name, arguments: written } = isObject(called) ? called : {};
    const at = String(index ?? '');
    // Some servers number every call 0; then their ids tell them apart. Others give each piece an id of its own.
    const isBeginning = typeof id === 'string' && id !== '' && typeof name === 'string' && name !== '';
    const given = isBeginning ? `${at} ${id}` : undefined;
    const key = given ?? [...this.#calls].findLast((one) => one.startsWith(`${at} `)) ?? `${at} `;
    const json = typeof written === 'string' ? written : '';
    let opened = '';
    if (!this.#calls.has(key)) {
      const callId = callIdOf(id, this.#id, this.#calls.size);
      this.#calls.add(key);
      const block = { id: callId, name: typeof name === 'string' ? name : '', input: {} };
      opened = this.#opened({ type: 'tool_use', key }, block);
    } else if (this.#open?.key !== key) {
      this.#isMingled ||= json !== '';
      return '';
    }
    return json === '' ? opened : `${opened}${this.#delta({ type: 'input_json_delta', partial_json: json })}`;
  }

  #opened(block: OpenBlock, members: JsonObject): string {
    const closed = this.#closed();
    const start = { index: this.#blocks, content_block: { type: block.type, ...members } };
    this.#open = block;
    this.#blocks += 1;
    return `${closed}${messageEvent('content_block_start', start)}${this.#blocks === 1 ? messageEvent('ping') : ''}`;
  }

  #delta(delta: JsonObject): string {
    return messageEvent('content_block_delta', { index: this.#blocks - 1, delta });
  }

  #closed(): string {
    if (this.#open === undefined) return '';
    this.#open = undefined;
    return messageEvent('content_block_stop', { index: this.#blocks - 1 });
  }
}

function failed(error: JsonObject): string {
  const message = typeof error['message'] === 'string' ? error['message'] : 'the upstream failed';
  return messageEvent('error', { error: { type: errorTypeOf(toldStatus(error)), message } });
}

/** Undefined for a comment; what is no object has nothing to tell. */
function chunkIn(event: Buffer): JsonObject | undefined {
  const data = dataOf(event);
  if (data === '') return undefined;
  const chunk = parsedJson(data);
  return isObject(chunk) ? chunk : {};
}
