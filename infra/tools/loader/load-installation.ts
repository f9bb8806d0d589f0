import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { silentLog } from '@ledgate/domain/ports/log';
import { ensureFirstStart } from '@ledgate/projections/directory/first-start';
import { anyUser } from '@ledgate/projections/directory/users/list';
import { DirectoryKeys } from '@ledgate/projections/directory/keys/directory-keys';
import { sealDirectory } from '@ledgate/projections/directory/keys/seal';
import { rebuild } from '@ledgate/projections/rebuild/rebuild';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { passwords } from '../../src/adapters/passwords/argon2.ts';
import { StartRefused } from '../../src/embedded/data-folder/start-refused.ts';
import type { EarlyEnd } from '../../src/operations/relocation/early-end.ts';
import { openPlace } from '../../src/operations/relocation/place.ts';
import { type Telling, timed } from '../../src/operations/relocation/steps.ts';
import { openKeyRing } from '../../src/process/main/master-key.ts';
import type { Environment } from '../../src/server/config/config.ts';
import { loadDirectory } from './load-directory.ts';
import { type LedgerSize, LoaderLedger } from './loader-ledger.ts';
import { pastStore } from './past-store.ts';

const S_MS = 1_000;
/** How long before now everything was made that the ledger is about. */
const MADE_BEFORE_S = 40 * 86_400;

type InstallationSize = LedgerSize & { readonly users: number; readonly codes: number };

/** An installation of so many charges, a hundred a person, with a tenth as many codes, orders and changes, at most 100,000 each. */
export function sizeOf(charges: number): InstallationSize {
  const others = Math.min(100_000, Math.ceil(charges / 10));
  return { charges, users: Math.ceil(charges / 100), codes: others, orders: others, changes: others };
}

/**
 * Fills a place where nothing is yet: a directory, a ledger of valid events, and the read models that the product's own rebuild makes of it. Throws
 * StartRefused.
 */
export async function loadInstallation(
  environment: Environment,
  size: InstallationSize,
  { say, earlyEnd }: Telling & { readonly earlyEnd?: EarlyEnd },
): Promise<void> {
  const place = await openPlace(environment, { makes: true, ...(earlyEnd === undefined ? {} : { earlyEnd }) });
  try {
    const { pool, store, partitions } = place;
    if (await anyUser(pool)) throw new StartRefused(`${place.name} is in use already: only an empty place is filled`);
    const keys = new DirectoryKeys(await openKeyRing(environment, pool));
    await sealDirectory(pool, keys);
    const endMs = Date.now();
    const createdS = Math.floor(endMs / S_MS) - MADE_BEFORE_S;
    const begun = pastStore(store, createdS * S_MS);
    await ensureFirstStart({ pool, store: begun, hashPassword: passwords.hash, ledgerSchema: LEDGER_SCHEMA });
    const directory = await timed(
      say,
      () => loadDirectory(pool, keys, { ...size, createdS }),
      ({ userIds, codeIds }) => `${userIds.length} people and ${codeIds.length} codes are written`,
    );
    await timed(
      say,
      () => new LoaderLedger(pastStore(store, endMs), directory, size, endMs).write(),
      (events) => `A ledger of ${events} events is written`,
    );
    await migrateReadModels(pool, partitions);
    await timed(
      say,
      () => rebuild({ store, pool, log: silentLog, verified: false }),
      ({ position }) => `The read models are filled up to position ${position}`,
    );
  } finally {
    await place.close();
  }
}
