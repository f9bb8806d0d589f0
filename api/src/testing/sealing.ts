import { generateKeyPairSync } from 'node:crypto';
import { silentLog } from '@ledgate/domain/ports/log';
import { foundInstallation } from '@ledgate/projections/directory/installation/installation';
import { absorbAgainAndAgain } from '@ledgate/projections/seals/absorb';
import { notarizeAgainAndAgain } from '@ledgate/projections/seals/notary';
import { signerOf } from '@ledgate/projections/seals/signed-note';
import { systemClock } from '@ledgate/projections/testing/system-clock';
import type { ConsoleWorld } from './console-world.ts';

/** Of the first seal, which comes by itself, and of the next ones, which come when somebody asks. */
const LIMITS = { lookMs: 10, everyMs: 3_600_000, eventsMax: 1_000_000 };

export type Sealing = { readonly stop: () => Promise<void> };

/** What a worker does for seals, with a key of its own; for integration tests. */
export async function startSealing({ store, db }: Pick<ConsoleWorld, 'store' | 'db'>): Promise<Sealing> {
  await foundInstallation(store, db, Date.now());
  const { privateKey } = generateKeyPairSync('ed25519');
  const stopping = new AbortController();
  const parts = { store, db, log: silentLog };
  const running = [
    absorbAgainAndAgain(parts, stopping.signal),
    notarizeAgainAndAgain(
      {
        ...parts,
        clock: systemClock,
        processId: 'test',
        key: (origin) => signerOf(origin, privateKey),
        onSealed: () => Promise.resolve(),
        limits: LIMITS,
      },
      stopping.signal,
    ),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
