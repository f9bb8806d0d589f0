import { KEPT_STREAM_BYTES_MAX, KEPT_TEXT_CHARACTERS_MAX } from '../../limits.ts';
import type { AnswerFacts } from '../../modes/answer.ts';
import type { Produced } from '../../usage/usage.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import { TOOL_CALL_TOKENS } from './produced-text.ts';
import { factsOfResponse, isCall } from './response-answer.ts';

/** Pieces of what is no text. */
const NO_TEXT = /(?:^|\.)audio\.delta$/;

/**
 * What a stream of a response's events brought, in case it has to be counted. Pieces are kept as bytes: they are parsed when somebody asks, or when there
 * are too many.
 */
export class ResponseMemory {
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #texts: string[] = [];
  #characters = 0;
  #calls = 0;
  #facts: AnswerFacts | undefined;
  #hasBegun = false;
  #nextNumber: number | undefined;

  /** An event that is a piece of a text. */
  keep(event: Buffer): void {
    this.#kept.push(event);
    this.#keptBytes += event.length;
    if (this.#keptBytes > KEPT_STREAM_BYTES_MAX) this.#read();
  }

  take(event: JsonObject): void {
    this.#read();
    this.#take(event);
  }

  /** Of the event that comes next; undefined where they have no numbers. */
  get nextNumber(): number | undefined {
    this.#read();
    return this.#nextNumber;
  }

  facts(): AnswerFacts | undefined {
    return this.#facts;
  }

  /** Undefined when nothing came that is a response's part. `isFailed`: its beginning alone was none. */
  produced(isFailed: boolean): Produced | undefined {
    this.#read();
    const hasSaid = this.#texts.length > 0 || this.#calls > 0;
    if (!this.#hasBegun || (isFailed && !hasSaid)) return undefined;
    return { texts: [this.#texts.join('')], fixedTokens: this.#calls * TOOL_CALL_TOKENS, soundTokens: 0 };
  }

  takeCountable(): string | undefined {
    if (this.#characters <= KEPT_TEXT_CHARACTERS_MAX) return undefined;
    const text = this.#texts.join('');
    this.#texts = [''];
    this.#characters = 0;
    return text;
  }

  #read(): void {
    if (this.#keptBytes === 0) return;
    const events = eventsIn(Buffer.concat(this.#kept, this.#keptBytes));
    this.#kept = [];
    this.#keptBytes = 0;
    for (const event of events) {
      const told = parsedJson(dataOf(event));
      if (isObject(told)) this.#take(told);
    }
  }

  #take({ type, sequence_number: number, response, item, delta }: JsonObject): void {
    this.#hasBegun = true;
    if (Number.isSafeInteger(number)) this.#nextNumber = (number as number) + 1;
    if (isObject(response)) this.#facts = factsOfResponse(response);
    if (type === 'response.output_item.added' && isObject(item)) this.#addItem(item);
    else if (typeof delta === 'string' && typeof type === 'string' && !NO_TEXT.test(type)) this.#add(delta);
  }

  #addItem(item: JsonObject): void {
    if (!isCall(item)) return;
    this.#calls += 1;
    if (typeof item['name'] === 'string') this.#add(item['name']);
  }

  #add(text: string): void {
    this.#texts.push(text);
    this.#characters += text.length;
  }
}
