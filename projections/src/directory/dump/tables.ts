import { type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { forgetPositions, TABLES } from './sql.ts';

/** As they stand in SQL: quoted where they must be. */
export type DumpedTable = {
  readonly name: string;
  readonly columns: readonly string[];
  /** Given numbers come from these. */ readonly sequences: readonly string[];
};

/** What belongs to the place: which migrations it has seen, whether it moves, who was elected there. Neither dumped nor changed by a load. */
const KEPT_TABLES = ['migrations', 'relocation', 'leaderships'];
/**
 * What tells positions of one store and of one Kafka's topics, which topics are this ledger's, and whether files of this Postgres still hold secrets in clear;
 * and what is promised to be gone in a day, or tells of the last minute, or can be asked for again or built anew, or would be mailed twice: not
 * dumped, and emptied by a load.
 */
const FORGOTTEN_TABLES = [
  'published_topics',
  'feed_identity',
  'verifications',
  'clear_remains',
  'kept_answers',
  'call_limits',
  'short_lived_keys',
  'mail_codes',
  'mails_sent',
  'notices',
  'notices_seen',
  'top_up_asks',
  'channel_runs',
  'export_jobs',
  'seal_tree',
  'seal_tiles',
];

export const STAYING_TABLES: ReadonlySet<string> = new Set([...KEPT_TABLES, ...FORGOTTEN_TABLES]);

/** After a load nothing remembers a position of another store. A session waits for nothing then, since everything has been read. */
export const FORGET_POSITIONS = forgetPositions(FORGOTTEN_TABLES);

/** The tables that a dump holds, each after those that it refers to. */
export async function dumpedTables(db: Queryable): Promise<readonly DumpedTable[]> {
  const found = await rows<DumpedTable & { readonly refersTo: readonly string[] }>(db, query.raw(TABLES));
  const left = new Map(found.filter(({ name }) => !STAYING_TABLES.has(name)).map((table) => [table.name, table]));
  const ordered: DumpedTable[] = [];
  while (left.size > 0) {
    const next = [...left.values()].find(({ refersTo }) => refersTo.every((name) => !left.has(name)));
    if (next === undefined)
      throw new Error(`tables of the directory refer to each other: ${[...left.keys()].join(', ')}`);
    left.delete(next.name);
    ordered.push({ name: next.name, columns: next.columns, sequences: next.sequences });
  }
  return ordered;
}
