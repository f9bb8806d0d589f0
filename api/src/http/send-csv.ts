import type { Response } from 'express';
import { type CsvCell, csvText } from '@ledgate/domain/shared/csv';
import { EXPORT_MS_MAX, EXPORT_UNREAD_MS } from '../limits.ts';
import { TOTAL_HEADER } from './total-header.ts';

/** Rows of a list that become a file while they are read. */
export type CsvFile = {
  /** Without its ending: letters, digits and dashes. */
  readonly name: string;
  readonly columns: readonly string[];
  /** How many rows there will be; undefined where nobody counts so far. */
  readonly total: number | undefined;
  /** Ends when all are read; the next ones are not asked for before these have gone to the caller. */
  readonly stretches: AsyncIterable<readonly (readonly CsvCell[])[]>;
  /** Called once, however it ends. */
  readonly release: () => void;
};

type Limits = { readonly unreadMs: number; readonly wholeMs: number };
const LIMITS: Limits = { unreadMs: EXPORT_UNREAD_MS, wholeMs: EXPORT_MS_MAX };

/** The caller has gone, or does not read: nobody is told anything any more. */
class NobodyReads extends Error {
  override readonly name = 'NobodyReads';
}

/**
 * Sends a file, a stretch of rows at a time: no more is held than one stretch and what the connection has not taken of it. A caller who leaves it unread for
 * too long, or takes too long for all of it, loses his connection. Throws what reading throws before anything was sent; after that the connection is ended in
 * the middle, so that nobody takes it for whole, and `onBroken` is told.
 */
export async function sendCsv(
  response: Response,
  { name, columns, total, stretches, release }: CsvFile,
  onBroken: (error: unknown) => void,
  { unreadMs, wholeMs }: Limits = LIMITS,
): Promise<void> {
  const outlet = new Outlet(response, unreadMs);
  const overMs = performance.now() + wholeMs;
  try {
    let text = csvText([columns]);
    for await (const rows of stretches) {
      if (performance.now() > overMs) throw new NobodyReads('the file took too long');
      if (!response.headersSent) begin(response, name, total);
      await outlet.write(text + csvText(rows));
      text = '';
    }
    if (!response.headersSent) begin(response, name, total);
    response.end(text);
  } catch (error) {
    if (!response.headersSent && !response.destroyed) throw error;
    if (!(error instanceof NobodyReads)) onBroken(error);
    response.destroy();
  } finally {
    release();
  }
}

function begin(response: Response, name: string, total: number | undefined): void {
  response.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'X-Content-Type-Options': 'nosniff',
    ...(total === undefined ? {} : { [TOTAL_HEADER]: String(total) }),
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
