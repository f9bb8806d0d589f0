import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { type Mask, maskedLines, maskedTexts, maskOf } from '../../upstream/channel-secret.ts';
import type { Cost } from '../../usage/cost.ts';
import { responsesUsage } from '../../usage/told-usage.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { eventsIn, jsonIn } from '../../wire/sse.ts';
import { toldError } from '../../wire/told-error.ts';
import { RememberedStream } from '../remembered-stream.ts';
import { refusalOf } from '../told-refusal.ts';
import { ENDS, ResponseMemory } from './response-memory.ts';

const NOTHING = Buffer.alloc(0);
/** An event that names itself a piece of a text: nothing else of it matters while it passes. */
const PIECE = /^event: ?response\.[a-z_.]+\.delta\r?\n/;
const NAME_BYTES_MAX = 64;

/**
 * A response's events on their way to a caller who speaks them: byte for byte, cut only where events end. The last one, which has the usage, waits until the
 * charge is durable.
 */
export class PassedResponsesStream extends RememberedStream<ResponseMemory> {
  readonly #channel: ChannelView;
  readonly #mask: Mask;
  #end: { readonly bytes: Buffer; readonly told: JsonObject; readonly response: JsonObject } | undefined;
  #hasPassed = false;

  /** The channel's key is taken out of what is no model's words. */
  constructor(channel: ChannelView) {
    super(new ResponseMemory());
    this.#channel = channel;
    this.#mask = maskOf(channel.key);
  }

  /** Without its last event no response is whole. */
  isWhole(): boolean {
    return this.ended;
  }

  get nextNumber(): number | undefined {
    return this.memory.nextNumber;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    if (this.#end === undefined) return NOTHING;
    const { bytes, told, response } = this.#end;
    if (cost === undefined) return bytes;
    const stated = isObject(response['usage']) ? response['usage'] : responsesUsage(usage);
    return Buffer.from(eventOf({ ...told, response: { ...response, usage: { ...stated, cost } } }));
  }

  protected pass(events: Buffer): Buffer | undefined {
    const passing: Buffer[] = [];
    for (const event of eventsIn(events)) {
      const passed = this.#passOne(event);
      if (this.ended) break;
      if (passed === NOTHING) continue;
      passing.push(passed);
      this.#hasPassed = true;
    }
    if (passing.length === 0) return undefined;
    return passing.length === 1 ? passing[0] : Buffer.concat(passing);
  }

  #passOne(event: Buffer): Buffer {
    if (isPiece(event)) {
      this.memory.keep(event);
      return event;
    }
    const told = jsonIn(event);
    // What follows the end of a chat, and comments.
    if (told === undefined) return maskedLines(event, this.#mask);
    const { type, response } = told;
    if (ENDS.has(type) && isObject(response)) {
      this.memory.take(told);
      this.#end = { bytes: event, told, response };
      this.ended = true;
      return NOTHING;
    }
    if (type === 'response.failed' && isObject(response)) return this.#broken(event, told, response);
    if (type === 'error' || toldError(told['error']) !== undefined) return this.#toldError(event, told);
    this.memory.take(told);
    return typeof type === 'string' && type.startsWith('response.') ? event : this.#masked(event, told);
  }

  /** The response has failed, which is the last that is told of it. */
  #broken(event: Buffer, told: JsonObject, response: JsonObject): Buffer {
    if (!this.#hasPassed) return this.#refused(isObject(response['error']) ? response['error'] : {});
    this.memory.take(told);
    this.errorTold ??= response;
    const masked = { ...response, error: maskedTexts(response['error'], this.#mask) };
    return this.#changed(event, told, { ...told, response: masked });
  }

  #toldError(event: Buffer, told: JsonObject): Buffer {
    if (!this.#hasPassed) return this.#refused(isObject(told['error']) ? told['error'] : told);
    this.errorTold ??= told;
    return this.#masked(event, told);
  }

  #refused(error: JsonObject): Buffer {
    this.refusal = refusalOf(error, this.#channel);
    this.ended = true;
    return NOTHING;
  }

  #masked(event: Buffer, told: JsonObject): Buffer {
    return this.#changed(event, told, maskedTexts(told, this.#mask) as JsonObject);
  }

  /** As it came, where nothing in it has changed. */
  #changed(event: Buffer, told: JsonObject, masked: JsonObject): Buffer {
    return JSON.stringify(masked) === JSON.stringify(told) ? event : Buffer.from(eventOf(masked));
  }
}

const isPiece = (event: Buffer): boolean => PIECE.test(event.toString('latin1', 0, NAME_BYTES_MAX));

const eventOf = (told: JsonObject): string =>
  `${typeof told['type'] === 'string' ? `event: ${told['type']}\n` : ''}data: ${JSON.stringify(told)}\n\n`;
