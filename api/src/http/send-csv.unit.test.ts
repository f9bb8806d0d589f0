import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { type CsvFile, sendCsv } from './send-csv.ts';

const ROW_CHARACTERS = 1_000_000;
const row = 'x'.repeat(ROW_CHARACTERS);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A file of so many rows of 1 MB; what has become of it. */
function serving(rows: number, limits?: Parameters<typeof sendCsv>[3], fails = false) {
  const seen = { asked: 0, released: 0, broken: 0, thrown: 0 };
  async function* stretches(): CsvFile['stretches'] extends AsyncIterable<infer Rows> ? AsyncGenerator<Rows> : never {
    for (; seen.asked < rows;) {
      seen.asked += 1;
      yield [[seen.asked, row]];
    }
    if (fails) throw new Error('the database went away');
  }
  const app = express();
  app.get('/', (_request, response) => {
    const release = (): void => void (seen.released += 1);
    const file = { name: 'rows', columns: ['id', 'text'], total: rows, stretches: stretches(), release };
    sendCsv(response, file, () => (seen.broken += 1), limits).catch(() => {
      seen.thrown += 1;
      response.status(503).end();
    });
  });
  const made = createServer(app).listen(0, '127.0.0.1');
  server = made;
  const ask = async () => {
    if (!made.listening) await once(made, 'listening');
    return new Promise<IncomingMessage>((resolve, reject) => {
      get({ port: (made.address() as AddressInfo).port, host: '127.0.0.1' }, resolve).on('error', reject);
    });
  };
  return { seen, ask };
}

const textOf = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const piece of response) text += String(piece);
  return text;
};
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a file', () => {
  it('comes whole, with its columns first', async () => {
    const { seen, ask } = serving(3);
    const response = await ask();
    expect(response.headers).toMatchObject({
      'content-disposition': 'attachment; filename="rows.csv"',
      'x-total-count': '3',
    });
    expect(await textOf(response)).toBe(`id,text\n1,${row}\n2,${row}\n3,${row}\n`);
    expect(seen).toEqual({ asked: 3, released: 1, broken: 0, thrown: 0 });
  });

  it('of no rows has its columns', async () => {
    const { ask } = serving(0);
    expect(await textOf(await ask())).toBe('id,text\n');
  });

  it('is not read further than its caller reads, and a caller who does not read is cut off after a while', async () => {
    const { seen, ask } = serving(500, { unreadMs: 1_000, wholeMs: 60_000 });
    const response = await ask();
    response.on('error', () => undefined);
    await after(500);
    const asked = seen.asked;
    // What two sockets take of 500 MB, and one row that waits.
    expect(asked).toBeLessThan(50);
    expect(seen.released).toBe(0);
    await after(1_000);
    expect(seen).toEqual({ asked, released: 1, broken: 0, thrown: 0 });
    await expect(textOf(response)).rejects.toThrow();
  });

  it('that takes too long is cut off, however it is read', async () => {
    const { seen, ask } = serving(2_000, { unreadMs: 10_000, wholeMs: 100 });
    await expect(textOf(await ask())).rejects.toThrow();
    expect(seen.asked).toBeLessThan(2_000);
    expect(seen.released).toBe(1);
  });

  it('that breaks off is not taken for whole; before its first row it is answered as any other failure', async () => {
    const some = serving(2, undefined, true);
    await expect(textOf(await some.ask())).rejects.toThrow();
    expect(some.seen).toEqual({ asked: 2, released: 1, broken: 1, thrown: 0 });
    server?.close();
    const none = serving(0, undefined, true);
    expect((await none.ask()).statusCode).toBe(503);
    expect(none.seen).toEqual({ asked: 0, released: 1, broken: 0, thrown: 1 });
  });

  it('gives its place back where its caller leaves', async () => {
    const { seen, ask } = serving(500);
    const response = await ask();
    response.on('error', () => undefined);
    response.destroy();
    await after(300);
    expect(seen.released).toBe(1);
  });
});
