import { setImmediate as breath } from 'node:timers/promises';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import type { EventStore, Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { START } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import { VERIFY_BREATH_EVENTS, VERIFY_PAGE_EVENTS } from '../limits.ts';
import { type Generation, liveGeneration } from '../schema/generations.ts';
import { type Database, oneRow } from '../shared/database.ts';
import { pagesOf } from '../shared/pages.ts';
import { query } from '../shared/query.ts';
import { AccountCheck } from './account-check.ts';
import { type Finding, Findings } from './finding.ts';
import { RowCheck } from './row-check.ts';
import { StreamCheck } from './stream-check.ts';
import { SumsCheck } from './sums-check.ts';
import { checkTables } from './tables.ts';
import { TillCheck } from './till-check.ts';

export type VerifyOptions = {
  readonly store: Pick<EventStore, 'readAll'>;
  readonly pool: Database;
  /** Another than the live one: what a rebuild has built. */
  readonly generation?: Generation;
  /** True where the store promises that no position is left out (the Postgres adapter): then each that has no event is named. */
  readonly gaplessPositions?: boolean;
  /** Called after each page with the position that has been checked and the last one to be checked. */
  readonly onProgress?: (position: Position, upTo: Position) => void;
};

/**
 * The books (design section 5): one snapshot of the read models and their checkpoint; every event up to it folded anew from the ledger and
 * compared with every balance, row, bucket, posting, lease and till. Empty when all is true. Reads only, so the product may run. Throws
 * StoreUnavailable.
 */
export async function verify(options: VerifyOptions): Promise<readonly Finding[]> {
  const { pool, generation } = options;
  const client = await pool.connect();
  const ended = (): void => undefined;
  client.on('error', ended);
  let broken = true;
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    const verified = generation ?? (await liveGeneration(client));
    if (verified === undefined) throw new Error('there are no read models: they are made at start');
    const findings = await verifySnapshot(client, verified, options);
    await client.query('commit');
    broken = false;
    return findings;
  } finally {
    client.off('error', ended);
    client.release(broken);
  }
}

async function verifySnapshot(client: PoolClient, generation: Generation, { store, gaplessPositions = false, onProgress }: VerifyOptions): Promise<readonly Finding[]> {
  const { position, cleaned } = await oneRow<{ position: number; cleaned: number }>(client, query(`${generation.schema}.checkpoints`)
    .min({ position: 'position' }).select({ cleaned: query(`${generation.schema}.log_cleaning`).select('before_ms') }));
  const upTo = position as Position;
  const findings = new Findings();
  const checks = {
    streams: new StreamCheck(findings, gaplessPositions), accounts: new AccountCheck(findings), tills: new TillCheck(findings), sums: new SumsCheck(findings, cleaned),
    rows: new RowCheck(client, generation, findings, cleaned),
  };
  let after: number = START;
  for await (const page of pagesOf(store, START, upTo, VERIFY_PAGE_EVENTS)) {
    const events: Recorded[] = [];
    for (const [index, stored] of page.entries()) {
      if (index % VERIFY_BREATH_EVENTS === 0) await breath();
      events.push(...taken(stored, checks, findings));
    }
    const last = page.at(-1)?.position ?? after;
    await checks.rows.compare(events, after, last);
    after = last;
    onProgress?.(last as Position, upTo);
  }
  checks.streams.end(upTo);
  // Rows of positions behind the last event that was found: an event that was taken out at the end.
  await checks.rows.compare([], after, Number.MAX_SAFE_INTEGER);
  await checkTables(client, generation, findings, checks, cleaned);
  return findings.all();
}

type Checks = { readonly streams: StreamCheck; readonly accounts: AccountCheck; readonly tills: TillCheck; readonly sums: SumsCheck };

/** The event, unless its data cannot be trusted. */
function taken(stored: RecordedEvent, { streams, accounts, tills, sums }: Checks, findings: Findings): readonly Recorded[] {
  streams.place(stored);
  let recorded: Recorded;
  try {
    recorded = decode(stored);
  } catch (error) {
    findings.add('event', `${stored.stream}@${stored.revision} (${stored.type})`, 'data that can be read', error instanceof Error ? error.message : error);
    return [];
  }
  if (!streams.shape(stored, recorded.event)) return [];
  try {
    accounts.add(recorded);
    tills.add(recorded);
    sums.add(recorded);
  } catch (error) {
    findings.add('event', `${stored.stream}@${stored.revision} (${stored.type})`, 'an event that can be folded', error instanceof Error ? error.message : error);
  }
  return [recorded];
}
