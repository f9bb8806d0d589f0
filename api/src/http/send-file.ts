import type { Response } from 'express';
import { EXPORT_MS_MAX, EXPORT_UNREAD_MS } from '../limits.ts';
import { TOTAL_HEADER } from './total-header.ts';

/** A text that becomes a file while it is made. */
export type TextFile = {
  /** With its ending: letters, digits, dashes, and dots. */
  readonly name: string;
  /** With its charset. */
  readonly type: string;
  /** Of how many rows it is; undefined where nobody counts so far, or where it is not of rows. */
  readonly total: number | undefined;
  /** Ends when all of it is made. The next part is not asked for before this one has gone to the caller. */
  readonly parts: AsyncIterable<string>;
  /** Called once, however it ends. */
  readonly release: () => void;
  /** Its address has these bytes on any day, for everybody: whoever is between may keep them. */
  readonly isForEver?: boolean;
};

/** A file that is there whole: nobody waits for it, and it takes no place. */
export const oneText = (name: string, type: string, text: string): TextFile => ({
  name,
  type,
  total: undefined,
  parts: (async function* () {
    yield text;
  })(),
  release: () => undefined,
});

const FOR_EVER = 'public, max-age=31536000, immutable';

export type FileLimits = { readonly unreadMs: number; readonly wholeMs: number };
const LIMITS: FileLimits = { unreadMs: EXPORT_UNREAD_MS, wholeMs: EXPORT_MS_MAX };

/** The caller has gone, or does not read: nobody is told anything any more. */
class NobodyReads extends Error {
  override readonly name = 'NobodyReads';
}

/**
 * Sends a file, a part at a time: no more is held than one part and what the connection has not taken of it. A caller who leaves it unread for
 * too long, or takes too long for all of it, loses his connection. Throws what making it throws before anything was sent; after that the connection is ended
 * in the middle, so that nobody takes it for whole, and `onBroken` is told.
 */
export async function sendFile(
  response: Response,
  file: TextFile,
  onBroken: (error: unknown) => void,
  { unreadMs, wholeMs }: FileLimits = LIMITS,
): Promise<void> {
  const outlet = new Outlet(response, unreadMs);
  const overMs = performance.now() + wholeMs;
  try {
    for await (const part of file.parts) {
      if (performance.now() > overMs) throw new NobodyReads('the file took too long');
      if (!response.headersSent) begin(response, file);
      await outlet.write(part);
    }
    if (!response.headersSent) begin(response, file);
    response.end();
  } catch (error) {
    if (!response.headersSent && !response.destroyed) throw error;
    if (!(error instanceof NobodyReads)) onBroken(error);
    response.destroy();
  } finally {
    file.release();
  }
}

/** A file is no page of ours: where one is opened all the same it runs nothing and asks nobody. */
function begin(response: Response, { name, type, total, isForEver = false }: TextFile): void {
  response.status(200).set({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ...(total === undefined ? {} : { [TOTAL_HEADER]: String(total) }),
    ...(isForEver ? { 'Cache-Control': FOR_EVER } : {}),
  });
}

/** Writes, and waits until what was written has been taken. One listener for all: what stands between removes none. */
class Outlet {
  readonly #response: Response;
  readonly #unreadMs: number;
  #wake: () => void = () => undefined;

  constructor(response: Response, unreadMs: number) {
    this.#response = response;
    this.#unreadMs = unreadMs;
    response.on('drain', () => this.#wake());
    response.on('close', () => this.#wake());
  }

  async write(text: string): Promise<void> {
    if (this.#response.destroyed) throw new NobodyReads('the caller has gone');
    if (!this.#response.write(text)) await this.#taken();
    if (this.#response.destroyed) throw new NobodyReads('the caller has gone');
  }

  #taken(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new NobodyReads('the caller does not read')), this.#unreadMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
