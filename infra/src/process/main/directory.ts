import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import { ensureFirstStart } from '@ledgate/projections/directory/first-start';
import { RELAY_VIEW_POLL_MS } from '@ledgate/projections/directory/limits';
import { createNotifications, type Notifications } from '@ledgate/projections/directory/notifications';
import { createLeaseRecalls } from '@ledgate/projections/directory/recalls/lease-recalls';
import { createRelayView, type RunningRelayView } from '@ledgate/projections/directory/relay-view/create-relay-view';
import { passwords } from '../../adapters/passwords/argon2.ts';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';
import { ensureFounded, ledgerNameOf } from './which-ledger.ts';

const MS = 1_000;

/** What api, relay and worker know of the directory and of each other. */
export type Directory = {
  readonly notifications: Notifications;
  readonly view: RunningRelayView;
  readonly recalls: LeaseRecalls;
};

/**
 * Of an installation that is empty it makes one that can be used, and of one without an id one that has it. Projectors and publishers, which an upgrade
 * replaces first, do not come here: they know LedgerFounded before it is written. The view is loaded, and listens. Throws StartRefused, and what
 * Postgres and the store throw.
 */
export async function openDirectory(
  { environment, pool, store, gate, processId, onError }: Foundation,
  lifeline: Lifeline,
): Promise<Directory> {
  await ensureFounded({ store, pool, ledgerName: ledgerNameOf(environment) });
  await ensureFirstStart({ pool, store, hashPassword: passwords.hash });
  const notifications = await createNotifications({ pool, onError });
  lifeline.add('notifications', () => notifications.close());
  const times = { staleMs: environment.RELAY_DIRECTORY_AGE_MAX_SECONDS * MS, pollMs: RELAY_VIEW_POLL_MS };
  const view = await createRelayView({ pool, store, notifications, relayId: processId, onError, gate, times });
  view.start();
  lifeline.add('relay view', () => view.stop());
  return { notifications, view, recalls: createLeaseRecalls({ pool, notifications, relayId: processId, onError }) };
}
