import { setImmediate as breath } from 'node:timers/promises';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { partitionOf } from '@ledgate/domain/events/partition-of';
import { type EventStore, type Position, type RecordedEvent, START } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import { VERIFY_BREATH_EVENTS, VERIFY_PAGE_EVENTS } from '../limits.ts';
import { type Generation, ownGeneration } from '../schema/generations.ts';
import { type Database, oneRow, rows } from '../shared/database.ts';
import { pagesOf } from '../shared/pages.ts';
import { query } from '../shared/query.ts';
import { CleaningCheck } from './cleaning-check.ts';
import { AccountCheck } from './account-check.ts';
import { type Finding, Findings } from './finding.ts';
import { PeriodCheck } from './period-check.ts';
import { RowCheck } from './row-check.ts';
import { SealCheck } from './seal-check.ts';
import { StreamCheck } from './stream-check.ts';
import { SumsCheck } from './sums-check.ts';
import { checkTables } from './tables.ts';
import { TillCheck } from './till-check.ts';
import { TillRows } from './till-rows.ts';

type VerifyOptions = {
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly pool: Database;
  /** Another than the live one: what a rebuild has built. */
  readonly generation?: Generation;
  /** True where the store promises that no position is left out (the Postgres adapter): then each that has no event is named. */
  readonly gaplessPositions?: boolean;
  /** Gives up, with what is asked of Postgres: an answer may never come. */
  readonly signal?: AbortSignal;
  /** Called after each page; the next page waits for it. */
  readonly onProgress?: (progress: VerifyProgress) => void | Promise<void>;
};

/** Positions of the ledger: checked so far, the last to be checked, and up to where the read models of every partition are compared. */
export type VerifyProgress = { readonly position: Position; readonly upTo: Position; readonly comparedUpTo: Position };

/**
 * The books (docs/architecture.md#verification): one snapshot of the read models and the checkpoint of each partition; every event up to its partition's folded
 * anew from the ledger and compared with every balance, row, bucket, posting, lease and till. What the ledger says of itself is checked up to the
 * furthest checkpoint. Empty when all is true. Reads only, so the product may run. Throws StoreUnavailable,
 * ShapeDiffers where the live read models are another release's, and what pg throws, as where `signal` has ended it.
 */
export async function verify(options: VerifyOptions): Promise<readonly Finding[]> {
  const { pool, generation, signal } = options;
  const client = await pool.connect();
  const ended = (): void => undefined;
  client.on('error', ended);
  let broken = true;
  let isReleased = false;
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    client.release(broken);
  };
  signal?.addEventListener('abort', release);
  try {
    signal?.throwIfAborted();
    await client.query('begin transaction isolation level repeatable read, read only');
    const verified = generation ?? (await ownGeneration(client));
    if (verified === undefined) throw new Error('there are no read models: they are made at start');
    const findings = await verifySnapshot(client, verified, options);
    await client.query('commit');
    broken = false;
    return findings;
  } finally {
    signal?.removeEventListener('abort', release);
    client.off('error', ended);
    release();
  }
}

async function verifySnapshot(
  client: PoolClient,
  generation: Generation,
  { store, gaplessPositions = false, onProgress }: VerifyOptions,
): Promise<readonly Finding[]> {
  const findings = new Findings();
  const checkpoints = await checkpointsOf(client, generation, findings);
  const { cleaned } = await oneRow<{ cleaned: number }>(
    client,
    query(`${generation.schema}.log_cleaning`).select({ cleaned: 'before_ms' }),
  );
  const upTo = Math.max(START, ...checkpoints) as Position;
  const comparedUpTo = Math.min(...checkpoints) as Position;
  const isApplied = (stored: RecordedEvent): boolean =>
    stored.position <= (checkpoints[partitionOf(stored, generation.partitions)] ?? START);
  const cleaning = new CleaningCheck(cleaned);
  const seals = new SealCheck(findings.ofLedger(), store);
  const periods = new PeriodCheck(findings.ofLedger(), () => seals.tree);
  await periods.begin(store);
  const checks = {
    cleaning,
    streams: new StreamCheck(findings, checkpoints, gaplessPositions),
    tills: new TillCheck(findings.ofLedger()),
    seals,
    periods,
    accounts: new AccountCheck(findings),
    sums: new SumsCheck(findings, cleaning),
    tillRows: new TillRows(),
    rows: new RowCheck(client, generation, findings, cleaning),
  };
  let after: number = START;
  for await (const page of pagesOf(store, START, upTo, VERIFY_PAGE_EVENTS)) {
    const applied: Recorded[] = [];
    await checks.seals.readAhead(page.length);
    for (const [index, stored] of page.entries()) {
      if (index % VERIFY_BREATH_EVENTS === 0) await breath();
      applied.push(...taken(stored, isApplied(stored), checks, findings));
    }
    const last = page.at(-1)?.position ?? after;
    await checks.rows.compare(applied, after, last);
    after = last;
    await onProgress?.({ position: last as Position, upTo, comparedUpTo });
  }
  checks.streams.end();
  // Rows of positions behind the last event that was found: an event that was taken out at the end.
  await checks.rows.compare([], after, Number.MAX_SAFE_INTEGER);
  await checkTables(client, generation, findings, checks);
  return findings.all();
}

/** Of each partition; one without a checkpoint is a finding, as if nothing of it had been applied. */
async function checkpointsOf(
  client: PoolClient,
  { schema, partitions }: Generation,
  findings: Findings,
): Promise<readonly Position[]> {
  const stored = await rows<{ partition: number; position: Position }>(
    client,
    query(`${schema}.checkpoints`).select('partition', 'position'),
  );
  const found = new Map(stored.map(({ partition, position }) => [partition, position]));
  for (const partition of found.keys())
    if (partition >= partitions)
      findings.add('checkpoint', `of partition ${partition}`, `none: there are ${partitions} partitions`, 'a row');
  return Array.from({ length: partitions }, (_, partition) => {
    if (!found.has(partition)) findings.add('checkpoint', `of partition ${partition}`, 'a row', 'none');
    return found.get(partition) ?? START;
  });
}

/** `tills`, `seals`, `periods` and `streams` hold the ledger against itself; the others what the tables must hold, which is what has been applied. */
type Checks = {
  readonly streams: StreamCheck;
  readonly tills: TillCheck;
  readonly seals: SealCheck;
  readonly periods: PeriodCheck;
  readonly accounts: AccountCheck;
  readonly sums: SumsCheck;
  readonly tillRows: TillRows;
  readonly cleaning: CleaningCheck;
};

/** The event as the tables have it: none when it has not been applied yet, or its data cannot be trusted. */
function taken(
  stored: RecordedEvent,
  isApplied: boolean,
  { streams, tills, seals, periods, accounts, sums, tillRows, cleaning }: Checks,
  findings: Findings,
): readonly Recorded[] {
  streams.place(stored);
  let recorded: Recorded;
  try {
    periods.place(stored);
    seals.leaf(stored);
    recorded = decode(stored);
  } catch (error) {
    // What this release cannot read it cannot judge: the books may well be true.
    if (error instanceof WrittenByLaterRelease) throw error;
    findings.add(
      'event',
      `${stored.stream}@${stored.revision} (${stored.type})`,
      'data that can be read',
      error instanceof Error ? error.message : error,
    );
    return [];
  }
  if (!streams.shape(stored, recorded.event)) return [];
  try {
    seals.add(stored, recorded.event);
    periods.add(recorded);
    tills.add(recorded);
    if (isApplied) {
      cleaning.add(recorded);
      accounts.add(recorded);
      sums.add(recorded);
      tillRows.add(recorded);
    }
  } catch (error) {
    findings.add(
      'event',
      `${stored.stream}@${stored.revision} (${stored.type})`,
      'an event that can be folded',
      error instanceof Error ? error.message : error,
    );
  }
  return isApplied ? [recorded] : [];
}
