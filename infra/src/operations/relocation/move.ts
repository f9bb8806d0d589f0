import { atDirectoryMoment } from '@ledgate/projections/directory/dump/directory-moment';
import { dumpDirectory } from '@ledgate/projections/directory/dump/dump-directory';
import { appliedMigrations } from '@ledgate/projections/directory/migrate';
import { noteLeft, noteResident, relocationOf } from '@ledgate/projections/directory/relocation/relocation';
import { anyUser } from '@ledgate/projections/directory/users/list';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { type Succession, succeedKey, withChangeIn } from '../ledger-key/succession.ts';
import { ledgerOf } from '../ledger-copy/ledger.ts';
import type { LedgerSummary } from '../ledger-copy/ledger-summary.ts';
import { fillPlace, type LoadDirectory } from './fill-place.ts';
import type { Place } from './place.ts';
import type { Telling } from './steps.ts';

/**
 * Moves an installation: fills the other place, and when everything there agrees, marks the one as left and then the other as resident. So at no moment
 * can both be started. A move that was broken off anywhere is finished by the next; until the source is marked, it can also just be started again.
 * A succession adds the change of key to the other place's ledger alone. Throws StartRefused, LedgersDiffer, RebuildRefused; then the source has not
 * been marked.
 */
export async function move(from: Place, to: Place, telling: Telling, succession?: Succession): Promise<LedgerSummary> {
  await Promise.all([from.refuseOthers(), to.refuseOthers()]);
  await refuseUnlessMovable(from, to);
  const head = await from.store.head();
  const arrival = {
    from: from.name,
    ledger: await withChangeIn(to, await ledgerOf(from.store, head), succession),
    mayReturn: true,
    directory: (load: LoadDirectory) =>
      atDirectoryMoment(
        from.pool,
        async () => undefined,
        async (snapshot) => load(dumpDirectory(snapshot), await appliedMigrations(snapshot)),
      ),
  };
  const summary = await fillPlace(arrival, to, telling);
  if (succession !== undefined) await succeedKey(to, summary, succession, telling);
  await leave(from, to, head);
  await telling.onStep?.('left');
  await noteResident(to.pool);
  await telling.onStep?.('resident');
  telling.say(`${from.name} has moved to ${to.name}, and will not start any more.`);
  return summary;
}

async function refuseUnlessMovable(from: Place, to: Place): Promise<void> {
  const [source, target] = await Promise.all([relocationOf(from.pool), relocationOf(to.pool)]);
  if (source?.state === 'arriving')
    throw new StartRefused(`${from.name} is itself being filled from ${source.place} and is not complete`);
  // Marked as left, but the other place not yet as resident: only the last step is missing.
  if (source?.state === 'left' && target?.state !== 'arriving')
    throw new StartRefused(`${from.name} has moved to ${source.place} already`);
  if (source === undefined && !(await anyUser(from.pool)))
    throw new StartRefused(`${from.name} holds nothing that could move`);
}

/** Marked first and looked at afterwards: who starts after the mark is refused, who started before it is seen. */
async function leave(from: Place, to: Place, head: number): Promise<void> {
  await noteLeft(from.pool, to.name);
  try {
    await from.refuseOthers();
    if ((await from.store.head()) !== head)
      throw new StartRefused(`${from.name} has been used while it was moved: stop it and run the command again`);
  } catch (error) {
    await noteResident(from.pool);
    throw error;
  }
}
