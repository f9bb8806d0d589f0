import { generateKeyPairSync } from 'node:crypto';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { NO_FAULTS } from '@ledgate/domain/ports/faults';
import { silentLog } from '@ledgate/domain/ports/log';
import { foundInstallation } from '../directory/installation/installation.ts';
import type { Notifications } from '../directory/notifications.ts';
import { createCloser } from '../periods/closer.ts';
import { PeriodBook } from '../periods/period-book.ts';
import type { Progress } from '../runner/progress.ts';
import { absorbAgainAndAgain } from '../seals/absorb.ts';
import { notarizeAgainAndAgain } from '../seals/notary.ts';
import { originOf } from '../seals/note-texts.ts';
import { type Signer, signerOf } from '../seals/signed-note.ts';
import type { Database } from '../shared/database.ts';
import { systemClock } from './system-clock.ts';

/** Only what somebody waits for is sealed. */
const EVERY_MS = 1_000_000_000;

type Parts = {
  readonly db: Database;
  readonly store: EventStore;
  readonly readModels: Pick<Progress, 'waitFor'>;
  readonly notifications: Pick<Notifications, 'listen' | 'onConnected'>;
  readonly folder: string;
  /** false: nobody has a key. */
  readonly hasKey?: boolean;
};

/** What of a worker seals the ledger and closes periods, with a key of its own; for integration tests. Answers how it is stopped. */
export async function startClosingWorker({
  db,
  store,
  readModels,
  notifications,
  folder,
  hasKey = true,
}: Parts): Promise<() => Promise<void>> {
  const { named: installation } = await foundInstallation(store, db, Date.now());
  const signer = signerOf(originOf(installation), generateKeyPairSync('ed25519').privateKey);
  const key = (): Signer | undefined => (hasKey ? signer : undefined);
  const stopping = new AbortController();
  const { signal } = stopping;
  const absorbing = absorbAgainAndAgain({ store, db, log: silentLog }, signal);
  const sealing = notarizeAgainAndAgain(
    {
      store,
      db,
      clock: systemClock,
      processId: 'test/1',
      key,
      onSealed: () => Promise.resolve(),
      log: silentLog,
      limits: { lookMs: 20, everyMs: EVERY_MS, eventsMax: 100_000 },
    },
    signal,
  );
  const closer = createCloser({
    source: { db, store },
    folder,
    faults: NO_FAULTS,
    readModels,
    book: new PeriodBook(store),
    key,
    notifications,
    log: silentLog,
    free: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
  });
  closer.start();
  return async () => {
    stopping.abort();
    await Promise.all([closer.stop(), absorbing, sealing]);
  };
}
