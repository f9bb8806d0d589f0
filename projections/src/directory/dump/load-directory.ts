import { once } from 'node:events';
import type { PoolClient } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { COPY_BUFFER_BYTES } from '../limits.ts';
import { appliedMigrations, remakeDirectory } from '../migrate.ts';
import { noteRelocation, relocationOf } from '../relocation/relocation.ts';
import { type DumpedTable, dumpedTables, FORGET_POSITIONS, STAYING_TABLES } from './tables.ts';
import { copyIn, emptied, SET_SEQUENCE } from './sql.ts';

/** Not what dumpDirectory or pg_dump wrote, cut off, or of a release that this one does not understand. The transaction is to be undone. */
export class DumpRefused extends Error {
  override readonly name = 'DumpRefused';
}

const COPY = /^COPY directory\.(?<name>[a-z_]+|"[a-z_]+") \((?<columns>["a-z_0-9, ]+)\) FROM stdin;$/u;
const SETVAL =
  /^SELECT pg_catalog\.setval\('(?<sequence>directory\.[a-z_]+)', (?<last>\d+), (?<called>true|false)\);$/u;
/** What pg_dump writes besides, and what needs nothing here. */
const PASSED_OVER =
  /^(--.*|SET [a-z_]+ = .*;|SELECT pg_catalog\.set_config\('search_path', '', false\);|\\(un)?restrict .*)?$/u;
const END = '\\.';

/**
 * Replaces the directory by what dumpDirectory, or `pg_dump --data-only --schema=directory`, has written, in the caller's transaction. Only COPY of
 * tables that this release knows and values of their sequences are taken, nothing else is run. Positions of the store that it came from are
 * forgotten. Throws DumpRefused, or what Postgres says of the data.
 * @param migrations of the directory that was dumped: where they are fewer than this release's, the others are applied to what was loaded. What belongs
 *   to the place is then lost, but for its relocation.
 */
export async function loadDirectory(
  client: PoolClient,
  sql: AsyncIterable<string | Buffer>,
  migrations?: readonly string[],
): Promise<void> {
  const own = await appliedMigrations(client);
  if (
    migrations === undefined ||
    (migrations.length === own.length && own.every((name) => migrations.includes(name)))
  ) {
    await loadTables(client, sql);
  } else {
    const relocation = await relocationOf(client);
    await remakeDirectory(client, migrations, () => loadTables(client, sql));
    if (relocation !== undefined) await noteRelocation(client, relocation);
  }
  await client.query(FORGET_POSITIONS);
}

async function loadTables(client: PoolClient, sql: AsyncIterable<string | Buffer>): Promise<void> {
  const tables = await dumpedTables(client);
  await client.query(emptied(tables.map(({ name }) => name)));
  const sequences = new Set(tables.flatMap((table) => table.sequences));
  const missing = new Set(tables.map(({ name }) => bare(name)));
  let copy: TableCopy | undefined;
  for await (const line of linesOf(sql)) {
    if (copy !== undefined) {
      if (line !== END) await copy.row(line);
      else copy = await copy.end();
      continue;
    }
    const begun = COPY.exec(line)?.groups;
    if (begun !== undefined) {
      copy = beginCopy(client, tables, begun['name'] ?? '', begun['columns'] ?? '');
      missing.delete(bare(begun['name'] ?? ''));
    } else {
      await setSequence(client, sequences, line);
    }
  }
  if (copy !== undefined) throw new DumpRefused('the dump of the directory ends in the middle of a table');
  if (missing.has('users')) throw new DumpRefused('the dump of the directory holds no users');
}

function beginCopy(client: PoolClient, tables: readonly DumpedTable[], name: string, list: string): TableCopy {
  if (STAYING_TABLES.has(bare(name))) return new TableCopy(undefined);
  const table = tables.find((known) => bare(known.name) === bare(name));
  if (table === undefined)
    throw new DumpRefused(
      `the dump holds the table ${name}, which this release does not know; use the release that wrote it`,
    );
  const columns = list.split(', ').map((column) => {
    const known = table.columns.find((each) => bare(each) === bare(column));
    if (known === undefined)
      throw new DumpRefused(
        `the dump holds the column ${name}.${column}, which this release does not know; use the release that wrote it`,
      );
    return known;
  });
  return new TableCopy(client.query(copyFrom(copyIn(table.name, columns.join(', ')))));
}

/** Which names are quoted differs between releases of Postgres. */
const bare = (name: string): string => name.replaceAll('"', '');

async function setSequence(client: PoolClient, sequences: ReadonlySet<string>, line: string): Promise<void> {
  const { sequence, last, called } = SETVAL.exec(line)?.groups ?? {};
  if (sequence !== undefined && sequences.has(sequence))
    await client.query(SET_SEQUENCE, [sequence, last, called === 'true']);
  else if (!PASSED_OVER.test(line))
    throw new DumpRefused(`the dump of the directory holds something else than tables: ${line.slice(0, 80)}`);
}

/** Rows on their way into one table, or nowhere. */
class TableCopy {
  readonly #stream: CopyStreamQuery | undefined;
  readonly #failed: Promise<never>;
  #rows = '';

  constructor(stream: CopyStreamQuery | undefined) {
    this.#stream = stream;
    this.#failed = new Promise((_, reject) => {
      stream?.on('error', reject);
    });
    this.#failed.catch(() => undefined);
  }

  async row(line: string): Promise<void> {
    if (this.#stream === undefined) return;
    this.#rows += `${line}\n`;
    if (this.#rows.length >= COPY_BUFFER_BYTES) await this.#flush(this.#stream);
  }

  async end(): Promise<undefined> {
    if (this.#stream === undefined) return;
    await this.#flush(this.#stream);
    this.#stream.end();
    await Promise.race([once(this.#stream, 'finish'), this.#failed]);
  }

  async #flush(stream: CopyStreamQuery): Promise<void> {
    const hasRoom = stream.write(this.#rows);
    this.#rows = '';
    if (!hasRoom) await Promise.race([once(stream, 'drain'), this.#failed]);
  }
}

/** Lines without their ends; the last one only if it is ended. */
async function* linesOf(sql: AsyncIterable<string | Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of sql) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new DumpRefused('the dump of the directory ends in the middle of a line');
}
