import type { Mask } from '../../upstream/channel-secret.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { eventsIn } from '../../wire/sse.ts';
import { WholeEvents } from '../../wire/whole-events.ts';
import type { Produced, ReportedUsage } from '../../usage/usage.ts';
import type { AnswerStream } from '../../modes/answer.ts';
import { eventOf, MessageMemory } from './message-memory.ts';

/** Types of events that are looked at. A text that is one of them word for word is told apart by parsing. */
const LOOKED_AT = ['"message_start"', '"message_delta"', '"message_stop"', '"error"'].map((type) => Buffer.from(type));
const MESSAGE_STOP = Buffer.from('event: message_stop\ndata: {"type":"message_stop"}\n\n');

/**
 * Anthropic's events on their way to a caller who speaks the same: byte for byte, cut only where events end. Its end waits until the charge is
 * durable.
 */
export class PassedMessagesStream implements AnswerStream {
  readonly #mask: Mask;
  readonly #events = new WholeEvents();
  readonly #memory = new MessageMemory();
  #stop: Buffer = MESSAGE_STOP;
  ended = false;

  /** `mask` takes the channel's key out of what an error event says. */
  constructor(mask: Mask) {
    this.#mask = mask;
  }

  push(bytes: Buffer): Buffer | undefined {
    if (this.ended) return undefined;
    const events = this.#events.push(bytes);
    return events === undefined ? undefined : this.#pass(events);
  }

  flush(): Buffer | undefined {
    const rest = this.ended ? undefined : this.#events.rest();
    return rest === undefined || eventOf(rest) === undefined ? undefined : this.#pass(rest);
  }

  isWhole(): boolean {
    return this.ended || this.#memory.isFinished;
  }

  usage(): ReportedUsage | undefined {
    return this.#memory.usage();
  }

  produced(): Produced | undefined {
    return this.#memory.produced();
  }

  takeCountable(): string | undefined {
    return this.#memory.takeCountable();
  }

  ending(): Buffer {
    return this.#stop;
  }

  #pass(events: Buffer): Buffer | undefined {
    if (!isLookedAt(events)) {
      this.#memory.keep(events);
      return events;
    }
    const passing: Buffer[] = [];
    for (const event of eventsIn(events)) {
      const passed = this.#passOne(event);
      if (passed === undefined) break;
      passing.push(passed);
    }
    return passing.length === 0 ? undefined : Buffer.concat(passing);
  }

  /** Undefined for the end. */
  #passOne(event: Buffer): Buffer | undefined {
    if (!isLookedAt(event)) {
      this.#memory.keep(event);
      return event;
    }
    const told = eventOf(event);
    if (told === undefined) return event;
    if (told['type'] === 'message_stop') {
      this.ended = true;
      this.#stop = event;
      return undefined;
    }
    if (told['type'] === 'error') return this.#withoutKey(event, told);
    if (told['type'] === 'message_start' || told['type'] === 'message_delta') this.#memory.take(told);
    else this.#memory.keep(event);
    return event;
  }

  #withoutKey(event: Buffer, told: JsonObject): Buffer {
    const error = isObject(told['error']) ? told['error'] : {};
    const masked = Object.fromEntries(
      Object.entries(error).map(([name, value]) => [name, typeof value === 'string' ? this.#mask(value) : value]),
    );
    return Object.keys(error).every((name) => error[name] === masked[name])
      ? event
      : Buffer.from(`event: error\ndata: ${JSON.stringify({ ...told, error: masked })}\n\n`);
  }
}

const isLookedAt = (bytes: Buffer): boolean => LOOKED_AT.some((type) => bytes.indexOf(type) >= 0);
