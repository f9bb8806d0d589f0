import { randomUUID } from 'node:crypto';
import { foundLedger } from '@ledgate/domain/founding/founding-stream';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { execute, maybeRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

// The directory's half of which ledger this is (docs/ledger.md#whose-ledger-it-is). It is the directory's own word, not a read model: a rebuild leaves it,
// a dump holds it.

const table = () => query('directory.installation');

/** The installation that the directory names; undefined where it names none yet. */
export const installationOf = async (db: Queryable): Promise<string | undefined> =>
  (await maybeRow<{ id: string }>(db, table().select('id')))?.id;

/** Writes down the ledger's id, where none is yet. Answers what the directory names from then on. */
export async function noteInstallation(db: Queryable, id: string): Promise<string> {
  await execute(db, table().insert({ id }).onConflict('single').ignore());
  const noted = await installationOf(db);
  if (noted === undefined) throw new Error('the directory names no installation although one was written');
  return noted;
}

/**
 * Gives an installation its id where it has none, one of a release before too: the ledger first, then the directory by what the ledger says. Who ends
 * between the two is finished by the next; of several at once all read what the first has written. Answers what the ledger and what the directory name
 * from then on, which is the same unless somebody else has noted another ledger's meanwhile. Throws StoreUnavailable.
 */
export async function foundInstallation(
  store: EventStore,
  db: Queryable,
  nowMs: number,
): Promise<{ readonly ledger: string; readonly named: string }> {
  const ledger = await foundLedger(store, randomUUID(), nowMs);
  return { ledger, named: await noteInstallation(db, ledger) };
}
