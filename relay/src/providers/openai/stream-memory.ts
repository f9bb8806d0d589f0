import { spokenTokens } from '@ledgate/domain/pricing/sound-tokens';
import { CountableText } from '../../usage/countable-text.ts';
import type { Produced } from '../../usage/usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { KeptEvents } from '../../wire/kept-events.ts';
import { addProducedTexts, soundIn } from './produced-text.ts';

/** Characters of a sound's first piece that may hold a header. */
const SOUND_BEGINNING_CHARACTERS = 64;

/**
 * What a stream brought, in case it has to be counted. Events are kept as bytes and parsed only when somebody asks or when there are too many:
 * most streams end with the provider's own usage, and then nobody does.
 */
export class StreamMemory {
  readonly #kept = new KeptEvents((chunk) => this.#readChunk(chunk));
  readonly #written = new CountableText();
  #soundCharacters = 0;
  #soundBeginning = '';
  #isFinished = false;
  #hasSaid = false;
  #first: JsonObject | undefined;

  keep(events: Buffer): void {
    this.#kept.keep(events);
  }

  /** The first chunk that was a chunk of an answer; undefined when there has been none. */
  get first(): JsonObject | undefined {
    this.#kept.read();
    return this.#first;
  }

  /** Whether a choice has said that it is finished. */
  get isFinished(): boolean {
    this.#kept.read();
    return this.#isFinished;
  }

  /** A piece with more in it than whose it is. */
  get hasSaid(): boolean {
    this.#kept.read();
    return this.#hasSaid;
  }

  produced(): Produced | undefined {
    this.#kept.read();
    return this.#first === undefined
      ? undefined
      : this.#written.produced(spokenTokens(this.#soundCharacters, this.#soundBeginning));
  }

  takeCountable(): string | undefined {
    return this.#written.take();
  }

  #readChunk(chunk: JsonObject): void {
    // Azure's first one tells of its filters alone, and has no id.
    if (!Array.isArray(chunk['choices']) || chunk['choices'].length === 0) return;
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
      this.#hasSaid ||= saysSomething(choice['delta']);
      this.#written.toolCalls += addProducedTexts(choice['delta'], this.#written.add);
      const sound = soundIn(choice['delta']);
      if (this.#soundCharacters === 0) this.#soundBeginning = sound.slice(0, SOUND_BEGINNING_CHARACTERS);
      this.#soundCharacters += sound.length;
    }
  }
}

const saysSomething = (delta: JsonObject): boolean =>
  Object.entries(delta).some(([name, value]) => name !== 'role' && value !== null && value !== '');
