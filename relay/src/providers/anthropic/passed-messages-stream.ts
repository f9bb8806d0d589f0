import { toldError } from '../../wire/told-error.ts';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { type Mask, maskedLines, maskedTexts, maskOf } from '../../upstream/channel-secret.ts';
import type { JsonObject } from '../../wire/json.ts';
import { eventsIn, jsonIn } from '../../wire/sse.ts';
import { RememberedStream } from '../remembered-stream.ts';
import { refusalOf } from '../told-refusal.ts';
import type { Cost } from '../../usage/cost.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { anthropicUsage } from '../../usage/told-usage.ts';
import { MessageMemory } from './message-memory.ts';

/** In what a model says; no text can match, since its quotes are escaped. Every other event is looked at. */
const BLOCK = Buffer.from('"content_block_');
const ERROR = Buffer.from('"error"');
/** Events that are no error, whatever their members are called. */
const HARMLESS: ReadonlySet<unknown> = new Set([
  'ping',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
]);
const MESSAGE_STOP = Buffer.from('event: message_stop\ndata: {"type":"message_stop"}\n\n');

/**
 * Anthropic's events on their way to a caller who speaks the same: byte for byte, cut only where events end. Its end waits until the charge is
 * durable.
 */
export class PassedMessagesStream extends RememberedStream<MessageMemory> {
  readonly #channel: ChannelView;
  readonly #mask: Mask;
  readonly #holdsUsage: boolean;
  #stop: Buffer = MESSAGE_STOP;
  /** The event with the last usage, until it is known what it costs. */
  #held: JsonObject | undefined;
  #hasPassed = false;

  /** The channel's key is taken out of what is no model's words. `holdsUsage`: the last usage leaves at the end, with the cost. */
  constructor(channel: ChannelView, holdsUsage = false) {
    super(new MessageMemory());
    this.#holdsUsage = holdsUsage;
    this.#channel = channel;
    this.#mask = maskOf(channel.key);
  }

  isWhole(): boolean {
    return this.ended || this.memory.isFinished;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    if (cost === undefined) return this.#stop;
    const delta: JsonObject = this.#held ?? { type: 'message_delta', delta: {}, usage: anthropicUsage(usage) };
    const told = { ...delta, usage: { ...(delta['usage'] as JsonObject | undefined), cost } };
    return Buffer.concat([Buffer.from(deltaEvent(told)), this.#stop]);
  }

  protected pass(events: Buffer): Buffer | undefined {
    if (!eventsIn(events).some(isLookedAt)) {
      this.memory.keep(events);
      this.#hasPassed = true;
      return events;
    }
    const passing: Buffer[] = [];
    for (const event of eventsIn(events)) {
      const passed = this.#passOne(event);
      if (passed === undefined) break;
      passing.push(passed);
      this.#hasPassed = true;
    }
    const passed = Buffer.concat(passing);
    return passed.length === 0 ? undefined : passed;
  }

  /** Undefined for the end, and for an error at the very beginning. */
  #passOne(event: Buffer): Buffer | undefined {
    if (!isLookedAt(event)) {
      this.memory.keep(event);
      return event;
    }
    const told = jsonIn(event);
    if (told === undefined) return maskedLines(event, this.#mask);
    if (told['type'] === 'message_stop') {
      this.ended = true;
      this.#stop = event;
      return undefined;
    }
    if (told['type'] === 'message_delta' && this.#holdsUsage) {
      this.memory.take(told);
      const earlier = this.#held;
      this.#held = told;
      return earlier === undefined ? NOTHING : Buffer.from(deltaEvent(earlier));
    }
    if (told['type'] === 'message_start' || told['type'] === 'message_delta') this.memory.take(told);
    else if (HARMLESS.has(told['type'])) this.memory.keep(event);
    else return this.#toldBeside(event, told);
    return event;
  }

  /** What is no part of a message: an error, or an event that nobody here knows. */
  #toldBeside(event: Buffer, told: JsonObject): Buffer | undefined {
    const isError = told['type'] === 'error' || toldError(told['error']) !== undefined;
    if (isError && !this.#hasPassed) {
      this.refusal = refusalOf(told, this.#channel);
      this.ended = true;
      return undefined;
    }
    if (isError) this.errorTold ??= told;
    const masked = JSON.stringify(maskedTexts(told, this.#mask));
    if (masked === JSON.stringify(told)) return event;
    const name = isError ? 'error' : told['type'];
    return Buffer.from(`${typeof name === 'string' ? `event: ${name}\n` : ''}data: ${masked}\n\n`);
  }
}

const NOTHING = Buffer.alloc(0);

const deltaEvent = (data: JsonObject): string => `event: message_delta\ndata: ${JSON.stringify(data)}\n\n`;

const isLookedAt = (event: Buffer): boolean => event.indexOf(BLOCK) < 0 || event.indexOf(ERROR) >= 0;
