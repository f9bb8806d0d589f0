import { noteArriving, noteResident, relocationOf } from '@ledgate/projections/directory/relocation/relocation';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { copyLedger } from '../ledger-copy/copy-ledger.ts';
import { LedgersDiffer } from '../ledger-copy/difference.ts';
import { ledgerOf } from '../ledger-copy/ledger.ts';
import type { Place } from './place.ts';
import type { Telling } from './steps.ts';

/**
 * Takes a move back: the installation starts again where it was. Refused when the other place has gone on from the ledger (then it can be moved back);
 * that place is marked first, so that it does not start any more. `to` undefined: the other place is lost, and the caller answers for it. Throws
 * StartRefused.
 */
export async function undoMove(from: Place, to: Place | undefined, { say }: Telling): Promise<void> {
  const relocation = await relocationOf(from.pool);
  if (relocation?.state !== 'left') throw new StartRefused(`${from.name} has not moved away; there is nothing to undo`);
  if (to !== undefined) {
    await to.refuseOthers();
    await refuseIfGoneOn(from, to);
    await noteArriving(to.pool, from.name);
  }
  await noteResident(from.pool);
  say(`${from.name} may be started again${to === undefined ? '' : `; ${to.name} will not start any more`}.`);
}

async function refuseIfGoneOn(from: Place, to: Place): Promise<void> {
  try {
    await copyLedger(await ledgerOf(from.store), to.store, { writes: false });
  } catch (error) {
    if (!(error instanceof LedgersDiffer)) throw error;
    throw new StartRefused(`${to.name} has gone on since: ${error.message}. Move it back instead`, { cause: error });
  }
}
