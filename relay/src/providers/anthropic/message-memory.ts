import { KEPT_STREAM_BYTES_MAX, KEPT_TEXT_CHARACTERS_MAX } from '../../limits.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import type { Produced, ReportedUsage } from '../../usage/usage.ts';
import type { AnswerFacts } from '../../modes/answer.ts';
import { StreamedUsage } from './messages-usage.ts';

/** Tokens around each call of a tool. */
const TOOL_CALL_TOKENS = 7;

/**
 * What a stream of Anthropic's events brought: its usage, whether it is whole, and its texts, in case they have to be counted. Events of which only
 * the texts matter may be kept as bytes: they are parsed when somebody asks, or when there are too many.
 */
export class MessageMemory {
  readonly #usage = new StreamedUsage();
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #texts: string[] = [];
  #characters = 0;
  #toolCalls = 0;
  #facts: AnswerFacts | undefined;
  #hasBegun = false;
  #isFinished = false;

  /** Whole events of which none begins or ends a message. */
  keep(events: Buffer): void {
    this.#kept.push(events);
    this.#keptBytes += events.length;
    if (this.#keptBytes > KEPT_STREAM_BYTES_MAX) this.#read();
  }

  take(event: JsonObject): void {
    const { type, message, delta, usage, content_block: block } = event;
    if (type === 'message_start') {
      this.#hasBegun = true;
      if (isObject(message)) {
        this.#usage.start(message['usage']);
        this.#facts = factsOf(message);
      }
    } else if (type === 'message_delta') {
      this.#usage.end(usage);
      if (isObject(delta) && typeof delta['stop_reason'] === 'string') this.#isFinished = true;
    } else if (type === 'content_block_start' && isObject(block)) this.#toolCalls += addBlock(block, this.#add);
    else if (type === 'content_block_delta' && isObject(delta)) {
      for (const member of ['text', 'thinking', 'partial_json']) this.#add(delta[member]);
    }
  }

  /** The message has said why it ends. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  usage(): ReportedUsage | undefined {
    return this.#usage.reported();
  }

  facts(): AnswerFacts | undefined {
    return this.#facts;
  }

  /** Undefined when nothing came that is a message's part. */
  produced(): Produced | undefined {
    this.#read();
    if (!this.#hasBegun) return undefined;
    const prompt = this.#usage.prompt();
    return {
      texts: [this.#texts.join('')],
      fixedTokens: this.#toolCalls * TOOL_CALL_TOKENS,
      soundTokens: 0,
      ...(prompt === undefined ? {} : { prompt }),
    };
  }

  takeCountable(): string | undefined {
    if (this.#characters <= KEPT_TEXT_CHARACTERS_MAX) return undefined;
    const text = this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    return text;
  }

  #read(): void {
    if (this.#keptBytes === 0) return;
    const events = eventsIn(Buffer.concat(this.#kept, this.#keptBytes));
    this.#kept = [];
    this.#keptBytes = 0;
    for (const event of events) {
      const parsed = eventOf(event);
      if (parsed !== undefined) this.take(parsed);
    }
  }

  readonly #add = (text: unknown): void => {
    if (typeof text !== 'string' || text === '') return;
    this.#hasBegun = true;
    this.#texts.push(text);
    this.#characters += text.length;
  };
}

/** Of a message, whole or beginning: Anthropic does not say what it costs. */
export const factsOf = ({ id, model }: JsonObject): AnswerFacts => ({ id, model, cost: undefined });

/** Of a whole message. */
export function producedIn(content: readonly unknown[]): Produced {
  const texts: string[] = [];
  let toolCalls = 0;
  const add = (text: unknown): void => {
    if (typeof text === 'string') texts.push(text);
  };
  for (const block of content) if (isObject(block)) toolCalls += addBlock(block, add);
  return { texts, fixedTokens: toolCalls * TOOL_CALL_TOKENS, soundTokens: 0 };
}

/** Adds what a model wrote into a block; answers the number of tools it calls. */
function addBlock(block: JsonObject, add: (text: unknown) => void): number {
  for (const member of ['text', 'thinking', 'name']) add(block[member]);
  const { input } = block;
  if (isObject(input) && Object.keys(input).length > 0) add(JSON.stringify(input));
  return isObject(input) ? 1 : 0;
}

/** An event's data; undefined for comments and what is no object. */
export function eventOf(bytes: Buffer): JsonObject | undefined {
  const data = parsedJson(dataOf(bytes));
  return isObject(data) ? data : undefined;
}
