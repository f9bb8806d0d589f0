import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Line, unpacked } from './packed-ledger.ts';
import type { Told } from './told.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'release-before');
const CHUNK_CHARACTERS = 1_000_000;

const textOf = (name: string): string => brotliDecompressSync(readFileSync(join(FOLDER, name))).toString();

/** What that release told of the installation (`release-before/README.md`). */
export const toldBefore = (): Told => JSON.parse(textOf('told.json.br')) as Told;

/** Fills an empty database with the installation as the release before left it: its tables, its directory, its ledger. Answers how many events. */
export async function loadReleaseBefore(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await loadDump(client, textOf('database.sql.br'));
    const events = await copied(
      client,
      'COPY events.events (position, revision, recorded_at, id, stream, type, data, metadata) FROM stdin',
      eventRows(unpacked(textOf('ledger.jsonl.br'))),
    );
    await client.query('update events.head set position = $1', [events]);
    return events;
  } finally {
    await client.end();
  }
}

const COPY = /^(?<copy>COPY .* FROM stdin);$/u;
const END = '\\.';

/** Statements, and rows between COPY and its end, as pg_dump writes them. */
async function loadDump(client: pg.Client, text: string): Promise<void> {
  let statements: string[] = [];
  const lines = text.split('\n')[Symbol.iterator]();
  const rows = function* (): Generator<string> {
    for (let line = lines.next().value; line !== undefined && line !== END; line = lines.next().value) yield line;
  };
  for (let line = lines.next().value; line !== undefined; line = lines.next().value) {
    const copy = COPY.exec(line)?.groups?.['copy'];
    if (copy === undefined) {
      statements.push(line);
      continue;
    }
    await client.query(statements.join('\n'));
    statements = [];
    await copied(client, copy, rows());
  }
  await client.query(statements.join('\n'));
}

/** Answers how many rows. */
async function copied(client: pg.Client, copy: string, rows: Iterable<string>): Promise<number> {
  const stream = client.query(copyFrom(copy));
  const ended = once(stream, 'finish');
  let count = 0;
  let chunk = '';
  for (const row of rows) {
    count += 1;
    chunk += `${row}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    if (!stream.write(chunk)) await once(stream, 'drain');
    chunk = '';
  }
  stream.end(chunk);
  await ended;
  return count;
}

function* eventRows(lines: Iterable<Line>): Generator<string> {
  let position = 0;
  for (const { revision, recordedAt, id, stream, type, data, metadata } of lines) {
    position += 1;
    yield [position, revision, recordedAt, id, stream, type, escaped(data), escaped(JSON.stringify(metadata))].join(
      '\t',
    );
  }
}

/** JSON text holds no tab and no line break, only what stands for them. */
const escaped = (json: string): string => json.replaceAll('\\', '\\\\');
