import { isObject, type JsonObject } from '../../wire/json.ts';
import { KeptEvents } from '../../wire/kept-events.ts';
import { CountableText, TOOL_CALL_TOKENS } from '../../usage/countable-text.ts';
import type { Produced, ReportedUsage } from '../../usage/usage.ts';
import type { AnswerFacts } from '../../modes/answer.ts';
import { StreamedUsage } from './messages-usage.ts';

/**
 * What a stream of Anthropic's events brought: its usage, whether it is whole, and its texts, in case they have to be counted. Events of which only
 * the texts matter may be kept as bytes: they are parsed when somebody asks, or when there are too many.
 */
export class MessageMemory {
  readonly #usage = new StreamedUsage();
  readonly #kept = new KeptEvents((event) => this.take(event));
  readonly #written = new CountableText();
  #facts: AnswerFacts | undefined;
  #hasBegun = false;
  #isFinished = false;

  /** Whole events of which none begins or ends a message. */
  keep(events: Buffer): void {
    this.#kept.keep(events);
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
    } else if (type === 'content_block_start' && isObject(block)) this.#written.toolCalls += addBlock(block, this.#add);
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

  get hasSaid(): boolean {
    this.#kept.read();
    return this.#written.hasSaid;
  }

  /** Undefined when nothing came that is a message's part. */
  produced(): Produced | undefined {
    this.#kept.read();
    if (!this.#hasBegun) return undefined;
    const told = this.#usage.prompt();
    return { ...this.#written.produced(), ...(told === undefined ? {} : { told }) };
  }

  takeCountable(): string | undefined {
    return this.#written.take();
  }

  readonly #add = (text: unknown): void => {
    if (typeof text !== 'string' || text === '') return;
    this.#hasBegun = true;
    this.#written.add(text);
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
