import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import { CompletionChunks, type CompletionHead } from '../told-completion.ts';
import { failureIn, idIn, usageIn } from './dify-answer.ts';

/** Keeps a connection from looking dead, as Dify's own does. */
const PING = ': ping\n\n';

/** The events of one streamed answer of Dify's as chunks of a completion. What its app did for it (thoughts, nodes, files, sound) is left out. */
export class DifyEvents {
  readonly #chunks: CompletionChunks;
  #isReplaced = false;

  constructor(head: CompletionHead) {
    this.#chunks = new CompletionChunks(head);
  }

  /** Whole events, of which some may say nothing. */
  inOpenAi(events: Buffer): Buffer {
    let chunks = '';
    for (const bytes of eventsIn(events)) {
      const data = dataOf(bytes);
      const event = parsedJson(data);
      if (isObject(event)) chunks += this.#chunksOf(event);
      // Before the answer begins it may still be refused.
      else if (data === '' && this.#chunks.hasBegun) chunks += PING;
    }
    return Buffer.from(chunks);
  }

  #chunksOf(event: JsonObject): string {
    const failure = failureIn(event);
    if (failure !== undefined) return `data: ${JSON.stringify(failure)}\n\n`;
    const id = idIn(event);
    if (id !== undefined && !this.#chunks.hasBegun) this.#chunks.head = { ...this.#chunks.head, id };
    switch (event['event']) {
      case 'message':
      case 'agent_message':
        return this.#said(event['answer']);
      case 'message_replace':
        // What was said cannot be taken back: what stands for it follows.
        this.#isReplaced = true;
        return this.#said(event['answer']);
      case 'message_end':
        return this.#chunks.ending({ reason: this.#isReplaced ? 'content_filter' : 'stop', usage: usageIn(event) });
      default:
        return '';
    }
  }

  #said(text: unknown): string {
    return typeof text === 'string' && text !== '' ? this.#chunks.delta({ content: text }) : '';
  }
}
