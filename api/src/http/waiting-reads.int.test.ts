import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import type { Position } from '@ledgate/domain/ports/event-store';
import { partitionOfStream } from '@ledgate/projections/runner/partition';
import { PartitionedFeed } from '@ledgate/projections/testing/partitioned-feed';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

const PARTITIONS = 12;
const WAIT_MS = 30_000;
const BEHIND = 'X-Ledgate-Behind';
jest.setTimeout(60_000);

/** Of a person's account, with a code for it that nobody has redeemed. */
type Person = { readonly client: ConsoleClient; readonly partition: number; readonly key: string };

describe.each([
  ['by the process that fills them', false],
  ['by a process that only looks at them', true],
])('reads of read models with several partitions, %s', (_how, watched) => {
  let world: ConsoleWorld;
  let feed: PartitionedFeed;
  let ann: Person;
  let ben: Person;
  let people = 0;

  const person = async (username: string): Promise<Person> => {
    const client = await world.person(username);
    const [key] = await world.codes(10_000);
    return {
      client,
      partition: partitionOfStream(accountStream(client.userId ?? 0), PARTITIONS).partition,
      key: key ?? '',
    };
  };
  const head = async (): Promise<Position> => world.store.head();
  const caughtUp = async (): Promise<void> => expect(await world.runner.waitFor(await head(), WAIT_MS)).toBe(true);
  const quotaOf = async ({ client }: Person) => {
    const { headers, json } = await client.call('GET', '/api/user/self');
    return { quota: (json.data as { quota: number }).quota, behind: headers.get(BEHIND) };
  };
  const redeem = ({ client, key }: Person): Promise<number> => client.done<number>('POST', '/api/user/topup', { key });

  beforeAll(async () => {
    world = await openConsoleWorld(
      {},
      { watched, feed: (store) => (feed = new PartitionedFeed(store, { partitions: PARTITIONS })) },
    );
  });
  beforeEach(async () => {
    ann = await person(`ann${(people += 1)}`);
    do ben = await person(`ben${(people += 1)}`);
    while (ben.partition === ann.partition);
    await caughtUp();
  });
  afterAll(() => world.close());

  it('wait for the partition that the session wrote to, and for no other', async () => {
    feed.hold(ann.partition, await head());
    await redeem(ann);
    expect([await quotaOf(ann), await quotaOf(ann)]).toEqual([
      { quota: 0, behind: '1' },
      { quota: 0, behind: '1' },
    ]);

    // Another session wrote elsewhere: it sees what it did.
    await redeem(ben);
    expect(await quotaOf(ben)).toEqual({ quota: 10_000, behind: null });

    feed.release();
    await caughtUp();
    expect(await quotaOf(ann)).toEqual({ quota: 10_000, behind: null });
  });

  it('wait until it is there', async () => {
    feed.hold(ann.partition, await head());
    await redeem(ann);
    const reading = quotaOf(ann);
    feed.release();
    expect(await reading).toEqual({ quota: 10_000, behind: null });
  });

  it('set a balance to a number only where its own partition has come to the head', async () => {
    feed.hold(ann.partition, await head());
    await redeem(ann);
    expect(await world.root.refused('PUT', '/api/user/', { id: ann.client.userId, quota: 700 })).toContain('behind');
    await world.root.done('PUT', '/api/user/', { id: ben.client.userId, quota: 700 });
    feed.release();
    await world.root.done('PUT', '/api/user/', { id: ann.client.userId, quota: 800 });
    await caughtUp();
    expect([await quotaOf(ann), await quotaOf(ben)]).toMatchObject([{ quota: 800 }, { quota: 700 }]);
  });
});
