import type { AnswerFacts } from '../../modes/answer.ts';
import { CountableText } from '../../usage/countable-text.ts';
import type { Produced, ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { KeptEvents } from '../../wire/kept-events.ts';
import { factsOfResponse, isCall, usageOfResponse } from './response-answer.ts';

/** Types of the events of which one is a response's last. */
export const ENDS: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete']);
/** Pieces of what is no text. */
const NO_TEXT = /(?:^|\.)audio\.delta$/;

/**
 * What a stream of a response's events brought, in case it has to be counted. Pieces are kept as bytes: they are parsed when somebody asks, or when there
 * are too many.
 */
export class ResponseMemory {
  readonly #kept = new KeptEvents((told) => this.#take(told));
  readonly #written = new CountableText();
  #facts: AnswerFacts | undefined;
  #hasBegun = false;
  /** As its last event tells it. */
  #ended: JsonObject | undefined;
  #failed: JsonObject | undefined;
  #nextNumber: number | undefined;

  /** An event that is a piece of a text. */
  keep(event: Buffer): void {
    this.#kept.keep(event);
  }

  take(event: JsonObject): void {
    this.#kept.read();
    this.#take(event);
  }

  /** Of the event that comes next; undefined where they have no numbers. */
  get nextNumber(): number | undefined {
    this.#kept.read();
    return this.#nextNumber;
  }

  /** Figures that come before the end are those of a beginning. */
  usage(): ReportedUsage | undefined {
    const response = this.#ended ?? this.#failed;
    return response === undefined ? undefined : usageOfResponse(response);
  }

  facts(): AnswerFacts | undefined {
    return this.#facts;
  }

  get hasSaid(): boolean {
    this.#kept.read();
    return this.#written.hasSaid;
  }

  /** Undefined when nothing came that is a response's part. */
  produced(): Produced | undefined {
    this.#kept.read();
    return this.#hasBegun ? this.#written.produced() : undefined;
  }

  takeCountable(): string | undefined {
    return this.#written.take();
  }

  #take({ type, sequence_number: number, response, item, delta }: JsonObject): void {
    this.#hasBegun = true;
    if (Number.isSafeInteger(number)) this.#nextNumber = (number as number) + 1;
    if (isObject(response)) {
      this.#facts = factsOfResponse(response);
      if (ENDS.has(type)) this.#ended = response;
      else if (type === 'response.failed') this.#failed = response;
    }
    if (type === 'response.output_item.added' && isObject(item)) this.#addItem(item);
    else if (typeof delta === 'string' && typeof type === 'string' && !NO_TEXT.test(type)) this.#written.add(delta);
  }

  #addItem(item: JsonObject): void {
    if (!isCall(item)) return;
    this.#written.toolCalls += 1;
    if (typeof item['name'] === 'string') this.#written.add(item['name']);
  }
}
