import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import { ensureFirstStart } from '@ledgate/projections/directory/first-start';
import { DirectoryKeys } from '@ledgate/projections/directory/keys/directory-keys';
import { sealDirectory } from '@ledgate/projections/directory/keys/seal';
import { RELAY_VIEW_POLL_MS } from '@ledgate/projections/directory/limits';
import { createNotifications, type Notifications } from '@ledgate/projections/directory/notifications';
import { createLeaseRecalls } from '@ledgate/projections/directory/recalls/lease-recalls';
import { createRelayView, type RunningRelayView } from '@ledgate/projections/directory/relay-view/create-relay-view';
import { anyUser } from '@ledgate/projections/directory/users/list';
import { passwords } from '../../adapters/passwords/argon2.ts';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';
import { openKeyRing } from './master-key.ts';
import { ensureFounded, ledgerNameOf } from './which-ledger.ts';

const MS = 1_000;

/** What api, relay and worker know of the directory and of each other. */
export type Directory = {
  readonly directoryKeys: DirectoryKeys;
  readonly notifications: Notifications;
  readonly view: RunningRelayView;
  readonly recalls: LeaseRecalls;
};

/**
 * Of an installation that is empty it makes one that can be used, and of one without an id one that has it, unless somebody may be of the release before.
 * Projectors and publishers do not come here: they need no master key. The view is loaded, and listens. Throws StartRefused, and what Postgres and the
 * store throw.
 */
export async function openDirectory(
  { environment, pool, patientPool, store, gate, processId, onError }: Foundation,
  lifeline: Lifeline,
): Promise<Directory> {
  await ensureFounded({ store, pool, ledgerName: ledgerNameOf(environment), gate });
  const directoryKeys = new DirectoryKeys(await openKeyRing(environment, pool), onError);
  // Where somebody may be of the release before, a worker does it (directory-worker.ts).
  if (gate.number >= LEDGER_SCHEMA && !(await anyUser(pool))) await sealDirectory(patientPool, directoryKeys);
  await ensureFirstStart({ pool, store, hashPassword: passwords.hash, ledgerSchema: gate.number });
  const notifications = await createNotifications({ pool, onError });
  lifeline.add('notifications', () => notifications.close());
  const times = { staleMs: environment.RELAY_DIRECTORY_AGE_MAX_SECONDS * MS, pollMs: RELAY_VIEW_POLL_MS };
  const view = await createRelayView({
    pool,
    store,
    directoryKeys,
    notifications,
    relayId: processId,
    onError,
    gate,
    times,
  });
  view.start();
  lifeline.add('relay view', () => view.stop());
  return {
    directoryKeys,
    notifications,
    view,
    recalls: createLeaseRecalls({ pool, notifications, relayId: processId, onError }),
  };
}
