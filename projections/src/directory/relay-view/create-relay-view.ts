import type { LedgerGate } from '@ledgate/domain/events/ledger-gate';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { CHANGED } from '../changes.ts';
import type { Database } from '../../shared/database.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { PRICE_BOOK_POLL_MS, RELAY_VIEW_POLL_MS, TOKEN_TOUCH_MS } from '../limits.ts';
import type { Notifications } from '../notifications.ts';
import type { RelayView } from '../relay-view.ts';
import { acknowledge, type LocalView } from '../tills/acknowledgements.ts';
import { touchTokens } from '../tokens/touch.ts';
import { KeptView } from './kept-view.ts';
import { loadAll } from './loaded.ts';

export type RunningRelayView = RelayView & {
  /** Takes in every change that was committed before the call. Throws DirectoryUnavailable when the database cannot be asked. */
  refresh(): Promise<void>;
  /** Milliseconds since what is kept was known to be what the directory says. */
  ageMs(): number;
  /** For `createAcknowledgements` in the same process. */
  readonly local: LocalView;
  /** Listens and polls from now on. */
  start(): void;
  /** Ends listening; what is to be marked is written. */
  stop(): Promise<void>;
};

type Options = {
  readonly pool: Database;
  readonly store: EventStore;
  readonly directoryKeys: DirectoryKeys;
  readonly notifications: Notifications;
  /** The id that this process's tills carry: its heartbeat rows get the version that has been taken in. */
  readonly relayId: string;
  readonly onError: (error: unknown) => void;
  /** What the process's writers go by: it learns `ledger_schema` with the view. */
  readonly gate?: LedgerGate;
  /** Milliseconds; tests shorten them. */
  readonly times?: { readonly staleMs: number; readonly pollMs: number };
};

/** The relay's view of the directory, loaded and ready. Throws when the directory or the price book cannot be read. */
export async function createRelayView({
  pool,
  store,
  directoryKeys,
  notifications,
  relayId,
  onError,
  gate,
  times,
}: Options): Promise<RunningRelayView> {
  const view = new KeptView(await loadAll({ pool, store, directoryKeys }), {
    pool,
    store,
    directoryKeys,
    onError,
    gate,
    ...(times === undefined ? {} : { staleMs: times.staleMs }),
  });
  const timers: NodeJS.Timeout[] = [];
  const ends: (() => void)[] = [];

  view.onTakenIn((version) => void acknowledge(pool, relayId, version).catch(onError));
  const refreshed = (): void => void view.refresh().catch(onError);
  const touched = (): Promise<void> =>
    touchTokens(pool, view.takeUsed(), Math.floor(Date.now() / 1_000)).catch(onError);
  const every = (ms: number, act: () => void): void => void timers.push(setInterval(act, ms).unref());

  return Object.assign(view, {
    local: { relayId, version: () => view.version(), refresh: () => view.refresh() },
    start: () => {
      ends.push(notifications.listen(CHANGED, refreshed), notifications.onConnected(refreshed));
      every(times?.pollMs ?? RELAY_VIEW_POLL_MS, refreshed);
      every(PRICE_BOOK_POLL_MS, () => void view.lookAtPrices().catch(onError));
      every(TOKEN_TOUCH_MS, () => void touched());
    },
    stop: async () => {
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const end of ends.splice(0)) end();
      await view.marks.drained();
      await touched();
    },
  });
}
