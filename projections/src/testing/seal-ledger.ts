import type { EventStore } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { absorbSome } from '../seals/absorb.ts';
import { type Look, Notary } from '../seals/notary.ts';
import type { Signer } from '../seals/signed-note.ts';
import type { Database } from '../shared/database.ts';
import { systemClock } from './system-clock.ts';

const LOOKS_MAX = 5;

/** As a worker with this key does: the key is told of where it is the first, and everything that is there is sealed. Answers what became of it. */
export async function sealLedger(
  { store, pool: db }: { readonly store: EventStore; readonly pool: Database },
  signer: Signer | undefined,
): Promise<Look> {
  const never = new AbortController().signal;
  const notary = new Notary({
    store,
    db,
    clock: systemClock,
    processId: 'test/1',
    key: () => signer,
    onSealed: () => Promise.resolve(),
    log: silentLog,
    limits: { lookMs: 1, everyMs: 0, eventsMax: 1 },
  });
  while (!(await absorbSome({ store, db, log: silentLog }, never)));
  let look = await notary.look();
  for (let again = 0; look === 'again' && again < LOOKS_MAX; again += 1) look = await notary.look();
  return look;
}
