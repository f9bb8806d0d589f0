import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import { CompletionChunks, type CompletionHead } from '../told-completion.ts';
import { callsIn, failureIn, finishReason, isCohereAnswer, toolCall, usageIn } from './cohere-answer.ts';

/** `isEmpty` until arguments have come. */
type BegunCall = { readonly index: number; isEmpty: boolean };

/** The events of one streamed answer of Cohere's as chunks of a completion. Citations, searches and events that nobody here knows are left out. */
export class CohereEvents {
  readonly #chunks: CompletionChunks;
  /** By Cohere's numbers. */
  readonly #calls = new Map<unknown, BegunCall>();
  #hasText = false;

  constructor(head: CompletionHead) {
    this.#chunks = new CompletionChunks(head);
  }

  /** Whole events, of which some may say nothing. */
  inOpenAi(events: Buffer): Buffer {
    let chunks = '';
    for (const bytes of eventsIn(events)) {
      const event = parsedJson(dataOf(bytes));
      if (isObject(event)) chunks += this.#chunksOf(event);
    }
    return Buffer.from(chunks);
  }

  #chunksOf(event: JsonObject): string {
    const failure = failureIn(event);
    if (failure !== undefined) return `data: ${JSON.stringify(failure)}\n\n`;
    const { event_type: type, text, response, tool_call_delta: delta } = event;
    this.#nameBy(event);
    switch (type) {
      case 'text-generation':
        return this.#said(text);
      case 'tool-calls-chunk':
        return `${this.#said(text)}${isObject(delta) ? this.#called(delta) : ''}`;
      case 'tool-calls-generation':
        return this.#whole(event);
      case 'stream-end':
        return this.#ended(isObject(response) ? response : {}, event['finish_reason']);
      case undefined:
        // The whole answer in one piece.
        return isCohereAnswer(event) ? this.#ended(event, event['finish_reason']) : '';
      default:
        return '';
    }
  }

  #nameBy({ generation_id: id }: JsonObject): void {
    if (typeof id === 'string' && !this.#chunks.hasBegun) this.#chunks.head = { ...this.#chunks.head, id };
  }

  #said(text: unknown): string {
    if (typeof text !== 'string' || text === '') return '';
    this.#hasText = true;
    return this.#chunks.delta({ content: text });
  }

  /** A piece of a call, or of what the model says before it. */
  #called({ index = 0, name, parameters, text }: JsonObject): string {
    let chunks = this.#said(text);
    if (!this.#calls.has(index) && typeof name === 'string') chunks += this.#begun(index, name, '');
    const call = this.#calls.get(index);
    if (call !== undefined && typeof parameters === 'string' && parameters !== '')
      chunks += argued(this.#chunks, call, parameters);
    return chunks;
  }

  #begun(key: unknown, name: unknown, written: string): string {
    const call = { index: this.#calls.size, isEmpty: written === '' };
    this.#calls.set(key, call);
    const begun = toolCall(this.#chunks.head.id, call.index, { name }, written);
    return this.#chunks.delta({ tool_calls: [{ index: call.index, ...begun }] });
  }

  /** Texts and calls that stand in an event whole: those of which nothing has come yet. */
  #whole(answer: JsonObject): string {
    const text = this.#hasText ? '' : this.#said(answer['text']);
    const calls = callsIn(answer)
      .slice(this.#calls.size)
      .map(({ name, parameters }) => this.#begun(this.#calls.size, name, JSON.stringify(parameters)));
    return [text, ...calls].join('');
  }

  #ended(response: JsonObject, reason: unknown): string {
    this.#nameBy(response);
    const rest = this.#whole(response);
    // A call without arguments has an empty object, which OpenAI's callers parse.
    const closed = [...this.#calls.values()]
      .filter(({ isEmpty }) => isEmpty)
      .map((call) => argued(this.#chunks, call, '{}'));
    const ending = this.#chunks.ending({
      reason: finishReason(reason ?? response['finish_reason'], this.#calls.size > 0),
      usage: usageIn(response),
    });
    return [rest, ...closed, ending].join('');
  }
}

function argued(chunks: CompletionChunks, call: BegunCall, json: string): string {
  call.isEmpty = false;
  return chunks.delta({ tool_calls: [{ index: call.index, function: { arguments: json } }] });
}
