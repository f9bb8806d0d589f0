import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SharedShortLivedKeys } from '@ledgate/projections/directory/short-lived-keys';
import { SHORT_LIVED_KEY_PAUSE_MS } from '../limits.ts';
import { UpstreamBusy } from './upstream-busy.ts';

/** `lastsMs`: from now on. */
export type UsableKey = { readonly value: string; readonly lastsMs: number };

type Options = {
  readonly shared: SharedShortLivedKeys;
  /** The directory does not tell: this process asks for itself. */
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
};

/** What a key is for: all that it depends on, the channel's own key among it. */
type Wanted = {
  readonly place: string;
  /** That was not taken any more. */
  readonly outworn: string | undefined;
  /** For all of it, however it is got. */
  readonly timeoutMs: number;
  readonly ask: (timeoutMs: number) => Promise<UsableKey>;
};

/** A key that one relay has asked for serves them all: a provider may take only the newest that it gave. */
export class SharedKeys {
  readonly #shared: SharedShortLivedKeys;
  readonly #onError: (error: unknown) => void;
  readonly #signal: AbortSignal;

  constructor({ shared, onError, signal }: Options) {
    this.#shared = shared;
    this.#onError = onError;
    this.#signal = signal;
  }

  /**
   * The key that another has asked for, else one that is asked for, by one process at a time. Who is silent for half of the time is not waited for. Throws
   * what `ask` throws, and UpstreamBusy when the process ends.
   */
  async get({ place, outworn, timeoutMs, ask }: Wanted): Promise<UsableKey & { readonly wasKept: boolean }> {
    const name = nameOf(place);
    const askedBy = randomUUID();
    const begunAt = performance.now();
    const leftMs = (): number => Math.ceil(timeoutMs - (performance.now() - begunAt));
    const turn = await this.#turn({ name, place, outworn, askedBy, leftMs, timeoutMs });
    if (turn !== undefined && typeof turn === 'object') return { ...turn, wasKept: true };
    if (turn === 'alone') return { ...(await ask(leftMs())), wasKept: false };
    let key: UsableKey | undefined;
    try {
      key = await ask(leftMs());
      return { ...key, wasKept: false };
    } finally {
      const kept = key === undefined ? undefined : { cipher: sealed(place, key.value), lastsMs: key.lastsMs };
      await this.#shared.settle(name, askedBy, kept).catch(this.#onError);
    }
  }

  /** A key, the right to ask for one, or that everybody asks for himself. */
  async #turn(wanted: {
    readonly name: string;
    readonly place: string;
    readonly outworn: string | undefined;
    readonly askedBy: string;
    readonly leftMs: () => number;
    readonly timeoutMs: number;
  }): Promise<UsableKey | 'ours' | 'alone'> {
    const { name, place, outworn, askedBy, leftMs, timeoutMs } = wanted;
    try {
      while (leftMs() > timeoutMs / 2) {
        const { key, version, isAsked } = await this.#shared.find(name);
        const value = key === undefined ? undefined : opened(place, key.cipher);
        if (key !== undefined && value !== undefined && value !== outworn) return { value, lastsMs: key.lastsMs };
        const claim = { version, askedBy, lastsMs: leftMs() };
        if (!isAsked && (await this.#shared.claim(name, claim))) return 'ours';
        if (this.#signal.aborted) throw new UpstreamBusy('the process ends');
        await delay(SHORT_LIVED_KEY_PAUSE_MS);
      }
    } catch (error) {
      if (error instanceof UpstreamBusy) throw error;
      this.#onError(error);
    }
    return 'alone';
  }
}

/** Who knows the channel's own key finds the row and can read it, and nobody else. */
const nameOf = (place: string): string => createHash('sha256').update(`name\n${place}`).digest('hex');
const cipherKeyOf = (place: string): Buffer => Buffer.from(hkdfSync('sha256', place, '', 'short-lived key', 32));

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function sealed(place: string, value: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, cipherKeyOf(place), nonce);
  return Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** undefined where it was not written so: it is asked for anew. */
function opened(place: string, text: Buffer): string | undefined {
  if (text.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, cipherKeyOf(place), text.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(text.subarray(-TAG_BYTES));
  try {
    return decipher.update(text.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
