import { toldError } from '../../wire/told-error.ts';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { EventTooLarge } from '../../errors/event-too-large.ts';
import { EVENT_BYTES_MAX } from '../../limits.ts';
import { type Mask, maskedLines, maskedTexts, maskOf } from '../../upstream/channel-secret.ts';
import type { Cost } from '../../usage/cost.ts';
import { geminiUsage } from '../../usage/told-usage.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import type { JsonObject } from '../../wire/json.ts';
import { eventsIn, jsonIn } from '../../wire/sse.ts';
import { RememberedStream } from '../remembered-stream.ts';
import { candidatesOf, ContentMemory, isBlocked, isFinished } from './content-memory.ts';
import { refusalIn } from './content-refusal.ts';

/** In no text, since its quotes are escaped. Every event without the first or with any of the others is looked at. */
const CANDIDATES = Buffer.from('"candidates"');
const TELLING = ['"finishReason"', '"error"', '"promptFeedback"'].map((member) => Buffer.from(member));

/**
 * Gemini's events on their way to a caller who speaks the same: byte for byte, cut only where events end. What says why an answer ends is held back until
 * another part of one comes, or the charge is durable: nothing else marks the end.
 */
export class PassedContentStream extends RememberedStream<ContentMemory> {
  readonly #channel: ChannelView;
  readonly #mask: Mask;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #hasPassed = false;

  /** The channel's key is taken out of what is no model's words. */
  constructor(channel: ChannelView) {
    super(new ContentMemory());
    this.#channel = channel;
    this.#mask = maskOf(channel.key);
  }

  isWhole(): boolean {
    return this.memory.isFinished && !this.hasToldError;
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    if (cost === undefined) return Buffer.concat(this.#held);
    const last = jsonIn(this.#held.at(-1) ?? NOTHING) ?? {};
    const told = { ...geminiUsage(usage), ...(last['usageMetadata'] as JsonObject | undefined), cost };
    const event = `data: ${JSON.stringify({ ...last, usageMetadata: told })}\n\n`;
    return Buffer.concat([...this.#held.slice(0, -1), Buffer.from(event)]);
  }

  protected pass(events: Buffer): Buffer | undefined {
    if (this.#heldBytes === 0 && !eventsIn(events).some(isLookedAt)) {
      this.memory.keep(events);
      this.#hasPassed = true;
      return events;
    }
    const passing: Buffer[] = [];
    for (const event of eventsIn(events)) {
      passing.push(...this.#passOne(event));
      this.#hasPassed ||= passing.length > 0;
      if (this.ended) break;
    }
    const passed = Buffer.concat(passing);
    return passed.length === 0 ? undefined : passed;
  }

  #passOne(event: Buffer): readonly Buffer[] {
    const answer = jsonIn(event);
    if (answer === undefined) return this.#heldBytes > 0 ? this.#hold(event) : [maskedLines(event, this.#mask)];
    const candidates = candidatesOf(answer);
    if (answer['error'] !== undefined || (candidates.length === 0 && !isBlocked(answer)))
      return this.#toldBeside(event, answer);
    this.memory.take(answer);
    if (isBlocked(answer)) return this.#hold(event);
    const earlier = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    return candidates.some(isFinished) ? [...earlier, ...this.#hold(event)] : [...earlier, event];
  }

  #hold(event: Buffer): readonly Buffer[] {
    this.#held.push(event);
    this.#heldBytes += Math.max(event.length, HELD_EVENT_BYTES_MIN);
    if (this.#heldBytes > EVENT_BYTES_MAX)
      throw new EventTooLarge(`more than ${EVENT_BYTES_MAX} bytes come behind the end of an answer`);
    return [];
  }

  /** What is no part of an answer: an error, a usage, or what nobody here knows. */
  #toldBeside(event: Buffer, told: JsonObject): readonly Buffer[] {
    const isError = toldError(told['error']) !== undefined;
    if (isError && !this.#hasPassed && this.#heldBytes === 0) {
      this.refusal = refusalIn(told, this.#channel);
      this.ended = true;
      return [];
    }
    if (isError) this.errorTold ??= told;
    this.memory.take(told);
    const masked = JSON.stringify(maskedTexts(told, this.#mask));
    const passing = masked === JSON.stringify(told) ? event : Buffer.from(`data: ${masked}\n\n`);
    return this.#heldBytes > 0 && !isError ? this.#hold(passing) : [passing];
  }
}

const NOTHING = Buffer.alloc(0);
/** What an event counts for that is held back, however short it is: what its Buffer takes. */
const HELD_EVENT_BYTES_MIN = 128;

const isLookedAt = (event: Buffer): boolean =>
  event.indexOf(CANDIDATES) < 0 || TELLING.some((member) => event.indexOf(member) >= 0);
