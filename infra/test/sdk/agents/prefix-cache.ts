import { createHash } from 'node:crypto';

const BYTES_PER_TOKEN = 4;

/** One piece of a prompt; with `mark` the prompt up to here is to be kept, for five minutes or for an hour. */
export type Piece = { readonly text: string; readonly mark?: '5m' | '1h' | undefined };

type Split = {
  readonly input: number;
  readonly cachedRead: number;
  readonly cachedWrite: number;
  readonly cachedWrite1h: number;
};

/** Beginnings of prompts that a provider has kept, by where a prompt is marked. */
export class PrefixCache {
  readonly #kept = new Set<string>();

  /** What of a prompt is read from what was kept, written to it, and neither. */
  split(pieces: readonly Piece[]): Split {
    const hash = createHash('sha256');
    let bytes = 0;
    const ends = pieces.map(({ text, mark }) => {
      hash.update(text);
      bytes += text.length;
      return { key: hash.copy().digest('hex'), tokens: tokensOf(bytes), mark };
    });
    const known = ends.findLast(({ key }) => this.#kept.has(key))?.tokens ?? 0;
    const upTo = (isMark: (mark: Piece['mark']) => boolean): number =>
      Math.max(known, ends.findLast(({ mark }) => isMark(mark))?.tokens ?? 0);
    const marked = upTo((mark) => mark !== undefined);
    const markedLong = upTo((mark) => mark === '1h');
    for (const { key, mark } of ends) if (mark !== undefined) this.#kept.add(key);
    return {
      input: tokensOf(bytes) - marked,
      cachedRead: known,
      cachedWrite: marked - markedLong,
      cachedWrite1h: markedLong - known,
    };
  }
}

export const tokensOf = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN);
