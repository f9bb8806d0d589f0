import { channelEventSchemas, channelStream } from '@ledgate/domain/channel/events';
import { decode } from '@ledgate/domain/events/codec';
import type { EventStore, Revision } from '@ledgate/domain/ports/event-store';
import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { CrashWorld } from '../../../test/crash/world.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { buildProduct } from '../../../test/testing/product.ts';
import { EventStoreDbStore } from '../../adapters/event-store/eventstoredb/eventstoredb-store.ts';
import { PostgresEventStore } from '../../adapters/event-store/postgres/postgres-event-store.ts';
import { ALL } from '../../server/config/roles.ts';

const LIMIT_MS = 180_000;

let installation: Installation;
let world: CrashWorld | undefined;
let store: (EventStore & { close(): Promise<void> }) | undefined;

beforeAll(() => buildProduct(), LIMIT_MS);
afterEach(async () => {
  world?.upstream.close();
  await store?.close();
  await installation.close();
}, LIMIT_MS);

it.each([
  ['Postgres', false],
  ['EventStoreDB', true],
])(
  'a test of a channel leaves one event with its attempt, answered or failed, and the books are true: %s',
  async (_ledger, eventStore) => {
    installation = await Installation.open({ eventStore });
    const product = await installation.start([ALL]);
    world = await CrashWorld.open(product);
    const root = await world.root();
    const [channel] = await root.get('/api/channel/?p=0&page_size=10', z.array(z.object({ id: z.number() })));
    const id = channel?.id ?? 0;
    const test = async (): Promise<unknown> =>
      (await signedIn.call('GET', `/api/channel/test/${id}?model=`)).json['success'];
    const signedIn = new ConsoleSession(product.url);
    await signedIn.call('POST', '/api/user/login', { username: 'root', password: '123456' });
    signedIn.userId = root.userId;

    expect(await test()).toBe(true);
    world.upstream.pace = { ...world.upstream.pace, failEvery: 1 };
    expect(await test()).toBe(false);

    store =
      installation.double === undefined
        ? await PostgresEventStore.open({ url: installation.databaseUrl })
        : await EventStoreDbStore.open({ url: installation.double.url });
    const events = (await store.readStream(channelStream(id), 0 as Revision, 10)).map((one) => decode(one).event);
    expect(events.map(({ type }) => type)).toEqual(['ChannelTested', 'ChannelTested']);
    const tried = events.map(({ data }) => channelEventSchemas.ChannelTested.parse(data));
    const both = { channelId: id, keyId: expect.any(Number), provider: 'openai', modelSent: world.model };
    expect(tried.map(({ attempts }) => attempts)).toMatchObject([
      [{ ...both, status: 200, outcome: 'answered', usage: { source: 'provider', completion: 1 } }],
      [{ ...both, status: 500, outcome: 'failed', error: 'upstream_error' }],
    ]);
    expect(new Set(tried.map(({ privateSalt }) => privateSalt)).size).toBe(2);

    expect(await product.run('verify')).toMatchObject({ code: 0 });
    expect(await product.run('rebuild')).toMatchObject({ code: 0 });
    expect(await product.run('verify')).toMatchObject({ code: 0 });
    expect(await root.get(`/api/log/?p=1&page_size=10&channel=${id}`, z.object({ total: z.number() }))).toEqual({
      total: 0,
    });
  },
  LIMIT_MS,
);
