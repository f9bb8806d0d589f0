import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { Database } from '@ledgate/projections/shared/database';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { ensureFirstStart } from '@ledgate/projections/directory/first-start';
import { createNotifications, type Notifications } from '@ledgate/projections/directory/notifications';
import { createRelayView, type RunningRelayView } from '@ledgate/projections/directory/relay-view/create-relay-view';
import { createAcknowledgements } from '@ledgate/projections/directory/tills/acknowledgements';
import { type Runner, startRunner } from '@ledgate/projections/runner/runner';
import { watchProgress } from '@ledgate/projections/runner/watch-progress';
import { testKeys } from '@ledgate/projections/testing/directory-keys';
import { readModelDatabase } from '@ledgate/projections/testing/read-model-database';
import { systemClock } from '@ledgate/projections/testing/system-clock';
import { storeFeed } from '@ledgate/projections/testing/store-feed';
import { createApiRouter } from '../api-router.ts';
import { createChannelRuns } from '../channel/channel-runs.ts';
import { BodyRoom } from '../http/body-room.ts';
import type { ApiPorts, ChannelTest, Mail } from '../ports.ts';
import { ConsoleClient } from './console-client.ts';

const ACKNOWLEDGE_MS = 1_000;
const CAUGHT_UP_MS = 10_000;

/** The console's interface over real Postgres and HTTP, on a ledger in memory, with root as on a first start. For integration tests. */
export type ConsoleWorld = {
  readonly url: string;
  readonly db: Database;
  readonly store: EventStore;
  readonly runner: Runner;
  readonly view: RunningRelayView;
  readonly notifications: Notifications;
  readonly recalled: UserId[];
  /** What was mailed. */
  readonly mails: Mail[];
  /** What the next tests of channels find. */
  channelTest: ChannelTest;
  readonly client: () => ConsoleClient;
  readonly root: ConsoleClient;
  /** Registers and signs in. */
  readonly person: (username: string, fields?: Readonly<Record<string, unknown>>) => Promise<ConsoleClient>;
  /** Codes of equal worth. */
  readonly codes: (quota: number, count?: number) => Promise<string[]>;
  readonly close: () => Promise<void>;
};

/** Nobody listens there. */
const NOWHERE = {
  github: 'http://127.0.0.1:9',
  githubApi: 'http://127.0.0.1:9',
  linuxdo: 'http://127.0.0.1:9',
  turnstile: 'http://127.0.0.1:9',
};

const NO_FOLDER = '/nowhere';

export const PASSWORD = 'a long secret';

/** Fast and no secret at all. */
const passwords = {
  hash: async (password: string) => `plain:${password}`,
  verify: async (stored: string, password: string) => stored === `plain:${password}`,
};

/** How the read models are filled, and how the console learns how far they are: of one partition, by the runner of its own process. */
type FillingOfConsoleWorld = {
  readonly feed?: (store: EventStore) => EventFeed;
  readonly watched?: boolean;
  /** Hears what the interface was made from, for another one beside it. */
  readonly made?: (ports: ApiPorts) => void;
};

export async function openConsoleWorld(
  changes: Partial<ApiPorts> = {},
  { feed: feedOf, watched = false, made }: FillingOfConsoleWorld = {},
): Promise<ConsoleWorld> {
  const store = changes.store ?? new MemoryEventStore(() => Date.now());
  const feed = feedOf?.(store) ?? storeFeed(store, { batchEvents: 200 });
  const database = await readModelDatabase(feed.partitions);
  const runner = startRunner({ pool: database.pool, feed, store, clock: systemClock, log: silentLog });
  const watch = watchProgress(database.pool);
  await ensureFirstStart({ pool: database.pool, store, hashPassword: passwords.hash, ledgerSchema: LEDGER_SCHEMA });
  await runner.waitFor(await store.head(), CAUGHT_UP_MS);
  const notifications = await createNotifications({ pool: database.pool, onError: () => undefined });
  const directoryKeys = testKeys(database.pool);
  const view = await createRelayView({
    pool: database.pool,
    store,
    directoryKeys,
    notifications,
    relayId: 'relay-test',
    onError: () => undefined,
  });
  const { acknowledged } = createAcknowledgements({ pool: database.pool, notifications, local: view.local });
  const recalled: UserId[] = [];
  const mails: Mail[] = [];
  const found = {
    mails,
    channelTest: { ok: true, message: '', seconds: 0.25 } as ChannelTest,
  };
  const ports: ApiPorts = {
    db: database.pool,
    store,
    directoryKeys,
    readModels: watched ? watch : runner,
    view,
    passwords,
    mailer: { send: async (mail) => void mails.push(mail) },
    clock: systemClock,
    log: silentLog,
    recalls: { recall: async (userId) => recalled.push(userId) > 0, onRecall: () => () => undefined },
    testChannel: async () => found.channelTest,
    askUpstream: async ({ url: address, headers, proxy, body = null }) => {
      if (proxy !== '') throw Object.assign(new Error('no proxy here'), { code: 'ENOPROXY' });
      const answer = await fetch(address, {
        headers,
        body,
        method: body === null ? 'GET' : 'POST',
        redirect: 'manual',
      });
      return { status: answer.status, text: await answer.text() };
    },
    channelRuns: createChannelRuns({ db: database.pool, log: silentLog, holder: 'test' }),
    acknowledged: async (version) => void (await acknowledged(version, ACKNOWLEDGE_MS)),
    bodies: new BodyRoom({ log: silentLog, nowMs: () => Date.now() }),
    verification: () => undefined,
    settings: {
      version: 'test',
      startedAtMs: Date.now(),
      mailCodeSeconds: 600,
      exportDir: NO_FOLDER,
      channelTestPauseMs: 0,
      outside: NOWHERE,
    },
    ...changes,
  };
  made?.(ports);

  let requests = 0;
  const app = express();
  app.set('query parser', 'simple');
  app.use((_request, response, next) => {
    response.locals['requestId'] = `request-${(requests += 1)}`;
    next();
  });
  app.use(createApiRouter(ports));
  // A test may hold up the thread for longer than an idle connection is kept: it would be closed just as it is used again.
  const server = createServer({ keepAliveTimeout: 0 }, app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (): ConsoleClient => new ConsoleClient(url);
  const root = await client().signIn('root', '123456');

  return Object.assign(found, {
    url,
    db: database.pool,
    store,
    runner,
    view,
    notifications,
    recalled,
    client,
    root,
    person: async (username: string, fields = {}) => {
      await client().done('POST', '/api/user/register?turnstile=', {
        username,
        password: PASSWORD,
        password2: PASSWORD,
        email: '',
        verification_code: '',
        aff_code: '',
        ...fields,
      });
      return client().signIn(username, PASSWORD);
    },
    codes: (quota: number, count = 1) =>
      root.done<string[]>('POST', '/api/redemption/', { name: 'gift', quota, count }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await watch.stop();
      await runner.stop();
      await view.stop();
      await notifications.close();
      await database.drop();
    },
  });
}
