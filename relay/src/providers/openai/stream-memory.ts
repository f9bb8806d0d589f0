import { spokenTokens } from '@ledgate/domain/pricing/sound-tokens';
import { KEPT_STREAM_BYTES_MAX, KEPT_TEXT_CHARACTERS_MAX } from '../../limits.ts';
import type { Produced } from '../../usage/usage.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import { addProducedTexts, soundIn, TOOL_CALL_TOKENS } from './produced-text.ts';

/** Characters of a sound's first piece that may hold a header. */
const SOUND_BEGINNING_CHARACTERS = 64;

/**
 * What a stream brought, in case it has to be counted. Events are kept as bytes and parsed only when somebody asks or when there are too many:
 * most streams end with the provider's own usage, and then nobody does.
 */
export class StreamMemory {
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #texts: string[] = [];
  #characters = 0;
  #toolCalls = 0;
  #soundCharacters = 0;
  #soundBeginning = '';
  #isFinished = false;
  #first: JsonObject | undefined;

  keep(events: Buffer): void {
    this.#kept.push(events);
    this.#keptBytes += events.length;
    if (this.#keptBytes > KEPT_STREAM_BYTES_MAX) this.#read();
  }

  /** The first chunk that was a chunk of an answer; undefined when there has been none. */
  get first(): JsonObject | undefined {
    this.#read();
    return this.#first;
  }

  /** Whether a choice has said that it is finished. */
  get isFinished(): boolean {
    this.#read();
    return this.#isFinished;
  }

  produced(): Produced | undefined {
    this.#read();
    return this.#first === undefined
      ? undefined
      : {
          texts: [this.#texts.join('')],
          fixedTokens: this.#toolCalls * TOOL_CALL_TOKENS,
          soundTokens: spokenTokens(this.#soundCharacters, this.#soundBeginning),
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
    for (const event of events) this.#readChunk(parsedJson(dataOf(event)));
  }

  #readChunk(chunk: unknown): void {
    // Azure's first one tells of its filters alone, and has no id.
    if (!isObject(chunk) || !Array.isArray(chunk['choices']) || chunk['choices'].length === 0) return;
    this.#first ??= {
      id: chunk['id'],
      created: chunk['created'],
      model: chunk['model'],
      system_fingerprint: chunk['system_fingerprint'],
    };
    for (const choice of chunk['choices'] as unknown[]) {
      if (!isObject(choice)) continue;
      if (choice['finish_reason'] !== null && choice['finish_reason'] !== undefined) this.#isFinished = true;
      if (!isObject(choice['delta'])) continue;
      this.#toolCalls += addProducedTexts(choice['delta'], this.#add);
      const sound = soundIn(choice['delta']);
      if (this.#soundCharacters === 0) this.#soundBeginning = sound.slice(0, SOUND_BEGINNING_CHARACTERS);
      this.#soundCharacters += sound.length;
    }
  }

  readonly #add = (text: string): void => {
    this.#texts.push(text);
    this.#characters += text.length;
  };
}
