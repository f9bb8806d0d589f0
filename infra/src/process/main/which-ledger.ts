import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerGate } from '@ledgate/domain/events/ledger-gate';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { founded } from '@ledgate/domain/founding/founding-stream';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { foundInstallation, installationOf } from '@ledgate/projections/directory/installation/installation';
import { beginLedgerSchema, ledgerSchemaOf } from '@ledgate/projections/directory/ledger-schema/ledger-schema';
import { isMissing } from '@ledgate/projections/schema/generations';
import type { Database } from '@ledgate/projections/shared/database';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { LEDGER_END_LOOKS_MAX, LEDGER_END_PAUSE_MS } from '../../limits.ts';
import type { Environment } from '../../server/config/config.ts';
import { systemClock } from './clock.ts';

type LedgerAndDirectory = {
  readonly store: EventStore;
  readonly pool: Database;
  /** Where the ledger is, for people. */
  readonly ledgerName: string;
};

export const ledgerNameOf = ({ EVENTSTORE_URL: url }: Pick<Environment, 'EVENTSTORE_URL'>): string =>
  url === undefined ? 'the ledger in Postgres' : 'the ledger in EventStoreDB of EVENTSTORE_URL';

/**
 * For a start, before an event is written, and for commands, before they make anything of the ledger: throws StartRefused where the directory names an
 * installation and the ledger another or none (docs/ledger.md#whose-ledger-it-is). The directory is asked first, since its id is written after the
 * ledger's: what another process founds meanwhile makes no difference.
 */
export async function refuseOtherLedger({ store, pool, ledgerName }: LedgerAndDirectory): Promise<void> {
  const named = await ifThere(installationOf(pool));
  if (named === undefined) return;
  let ledger = await founded(store);
  // A server of a cluster may have an election or its own catching up behind it.
  for (let look = 1; ledger === undefined && look < LEDGER_END_LOOKS_MAX; look += 1) {
    await pause(LEDGER_END_PAUSE_MS);
    ledger = await founded(store);
  }
  refuseDifferent(ledgerName, ledger, named);
}

/**
 * Gives an installation its id at the first start that knows it. One of a release before gets it from a worker, once no process is left of that release
 * (directory-worker.ts). Throws StartRefused where the directory names another by now, and StoreUnavailable.
 */
export async function ensureFounded({
  store,
  pool,
  ledgerName,
  gate,
}: LedgerAndDirectory & { readonly gate: Pick<LedgerGate, 'number'> }): Promise<void> {
  if (gate.number < LEDGER_SCHEMA || (await installationOf(pool)) !== undefined) {
    await refuseOtherLedger({ store, pool, ledgerName });
    return;
  }
  const { ledger, named } = await foundInstallation(store, pool, systemClock.nowMs());
  refuseDifferent(ledgerName, ledger, named);
}

/**
 * The installation's `ledger_schema` (docs/ledger.md#ledger_schema), which a new one begins with. Throws StartRefused where it is higher than this release
 * reads: it would stand before events, and might be asked to write some.
 *
 * @param reads the highest that this release reads
 */
export async function writtenLedgerSchema(pool: Database, reads = LEDGER_SCHEMA): Promise<number> {
  const written = await beginLedgerSchema(pool, reads);
  refuseUnread(written, reads);
  return written;
}

/** For a command that makes something of the ledger: throws StartRefused as a start does, and begins nothing. */
export async function refuseLaterLedger(pool: Database, reads = LEDGER_SCHEMA): Promise<void> {
  refuseUnread((await ifThere(ledgerSchemaOf(pool))) ?? reads, reads);
}

function refuseUnread(written: number, reads: number): void {
  if (written <= reads) return;
  throw new StartRefused(
    `a later release writes this ledger (ledger_schema ${written}, this one reads ${reads}): start that release, or one after it; ` +
      'the way back is to restore a backup of before the upgrade',
  );
}

/** A command may come before the first start that knows the table. */
const ifThere = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
  found.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

function refuseDifferent(ledgerName: string, ledger: string | undefined, named: string): void {
  if (ledger === named) return;
  const found = ledger === undefined ? 'names no installation' : `is that of installation ${ledger}`;
  throw new StartRefused(
    `${ledgerName} ${found}, and the directory of this database is that of installation ${named}: they do not belong together; ` +
      'correct EVENTSTORE_URL or DATABASE_URL, or put back ledger and directory from one backup',
  );
}
