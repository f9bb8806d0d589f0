import { readFileSync } from 'node:fs';
import { isLedgerStream, STREAMS_MADE_ONCE } from '@ledgate/domain/events/ledger-streams';
import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { Environment } from '../../server/config/config.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { PostgresEventStore } from '../../adapters/event-store/postgres/postgres-event-store.ts';

export type OpenedStore = {
  readonly store: EventStore & { close(): Promise<void> };
  /** The store promises that no position is left out: verify then names each that has no event. */
  readonly gaplessPositions: boolean;
  /** How many events of other applications on the same EventStoreDB were read past so far, each counted once. */
  foreignEvents(): number;
};

type StoreVariables = Pick<
  Environment,
  | 'EVENTSTORE_URL'
  | 'EVENTSTORE_USER'
  | 'EVENTSTORE_PASSWORD'
  | 'EVENTSTORE_ADMIN_USER'
  | 'EVENTSTORE_ADMIN_PASSWORD'
  | 'EVENTSTORE_TLS_CA_FILE'
>;

type OpenOptions = {
  readonly log: Log;
  /** The product itself starts, no command beside it: the administrator of EventStoreDB, where one is given, lets its user in, who needs all his rights. */
  readonly isProduct?: boolean;
  /** Told of a connection to EventStoreDB that was closed under an append: the process went on all the same. */
  readonly onShutChannel?: () => void;
  /** Told of each event of another application that is read past, once. */
  readonly onForeignEvent?: () => void;
};

/** The event store of this installation: EventStoreDB where EVENTSTORE_URL names one, else the given Postgres. Throws StartRefused or StoreUnavailable. */
export async function openStore(
  variables: StoreVariables,
  databaseUrl: string,
  options: OpenOptions,
): Promise<OpenedStore> {
  const { EVENTSTORE_URL: url } = variables;
  if (url === undefined) {
    const store = await PostgresEventStore.open({ url: databaseUrl });
    return { store, gaplessPositions: true, foreignEvents: () => 0 };
  }
  let foreign = 0;
  const onForeignEvent = (): void => {
    foreign += 1;
    options.onForeignEvent?.();
  };
  const store = await openEventStoreDb(url, variables, { ...options, onForeignEvent });
  return { store, gaplessPositions: false, foreignEvents: () => foreign };
}

async function openEventStoreDb(
  url: string,
  variables: StoreVariables,
  options: OpenOptions,
): Promise<OpenedStore['store']> {
  const { log } = options;
  const { EVENTSTORE_TLS_CA_FILE: authority } = variables;
  if (authority !== undefined) readable(authority);
  // Whoever does not use it does not load it.
  const { EventStoreDbStore } = await import('../../adapters/event-store/eventstoredb/eventstoredb-store.ts');
  const { outliveShutChannels } = await import('../../adapters/event-store/eventstoredb/shut-channels.ts');
  const stop = outliveShutChannels((error) => {
    log.warn({ err: error }, 'a connection to EventStoreDB was closed under an append, which is tried again');
    options.onShutChannel?.();
  });
  try {
    return await EventStoreDbStore.open({
      onClosed: stop,
      url:
        authority === undefined
          ? url
          : `${url}${url.includes('?') ? '&' : '?'}tlsCAFile=${encodeURIComponent(authority)}`,
      log,
      credentials: person(variables.EVENTSTORE_USER, variables.EVENTSTORE_PASSWORD),
      administrator: options.isProduct
        ? person(variables.EVENTSTORE_ADMIN_USER, variables.EVENTSTORE_ADMIN_PASSWORD)
        : undefined,
      readsStreams: options.isProduct,
      guardedStreams: STREAMS_MADE_ONCE,
      isOurs: isLedgerStream,
      onForeign: options.onForeignEvent,
    });
  } catch (error) {
    stop();
    const message = error instanceof Error ? error.message : String(error);
    throw new StartRefused(
      error instanceof StoreUnavailable
        ? `EventStoreDB of EVENTSTORE_URL does not answer: ${message}; correct the variable or start that server`
        : `EventStoreDB of EVENTSTORE_URL cannot be used: ${message}; look at EVENTSTORE_URL, EVENTSTORE_USER and EVENTSTORE_PASSWORD`,
      { cause: error },
    );
  }
}

const person = (username: string | undefined, password: string | undefined) =>
  username === undefined || password === undefined ? undefined : { username, password };

function readable(path: string): void {
  try {
    readFileSync(path);
  } catch (error) {
    throw new StartRefused(
      `EVENTSTORE_TLS_CA_FILE names ${path}, which cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** For people, at the end of a command; empty where there were none. */
export const foreignEventsText = ({ foreignEvents }: Pick<OpenedStore, 'foreignEvents'>): string =>
  foreignEvents() === 0
    ? ''
    : `${foreignEvents()} events of other applications on the same EventStoreDB were left out.\n`;
