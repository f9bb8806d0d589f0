import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { START, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { drainOutbox } from '@ledgate/projections/directory/outbox/drain';
import type { Progress } from '@ledgate/projections/runner/progress';
import type { Token } from '../contract/token.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

type Append = EventStore['append'];
type Answer = {
  readonly quota: number | null;
  readonly before: number | null;
  readonly position: number;
  readonly repeated: boolean;
};

/** A ledger whose appends a test can hold up or refuse. */
class WatchedStore extends MemoryEventStore {
  before: (...batch: Parameters<Append>) => Promise<void> = () => Promise.resolve();

  override async append(...batch: Parameters<Append>): ReturnType<Append> {
    await this.before(...batch);
    return super.append(...batch);
  }
}

const store = new WatchedStore(() => Date.now());
/** The read models' progress as the console is told of it. */
const progress = { behind: false };
const readModels: Progress = {
  waitFor: (...asked) => (progress.behind ? Promise.resolve(false) : world.runner.waitFor(...asked)),
  position: (of) => (progress.behind ? START : world.runner.position(of)),
  partitions: () => 1,
};

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld({ store, readModels });
});
afterAll(() => world.close());
afterEach(() => {
  store.before = () => Promise.resolve();
  progress.behind = false;
});

async function credited(username: string, quota: number): Promise<ConsoleClient> {
  const person = await world.person(username);
  for (const key of await world.codes(quota)) await person.done('POST', '/api/user/topup', { key });
  return person;
}
const adjusted = (body: object): Promise<Answer> => world.root.done<Answer>('POST', '/api/user/adjust', body);
const adjustments = async ({ userId }: ConsoleClient) =>
  (await store.readStream(`account-${userId}`, 0 as never, 100)).filter(({ type }) => type === 'QuotaAdjusted');
const drained = () =>
  drainOutbox({
    store,
    db: world.db,
    recall: async (userId) => world.recalled.push(userId) > 0,
    ageMs: 0,
    onParked: () => {
      throw new Error('parked');
    },
    onError: (error) => {
      throw error;
    },
  });
const ofAdjustment = (batch: Parameters<Append>): boolean => batch[2].some(({ type }) => type === 'QuotaAdjusted');

describe('an adjustment whose calls come together', () => {
  const CALLS = 8;

  it('is told as made by one of them, with its place, and as repeated by all others', async () => {
    const person = await credited('together', 10_000);
    const body = { id: person.userId, delta: -500, reason: 'once', command_id: '00000000-0000-4000-8000-000000000101' };
    const answers = await Promise.all(Array.from({ length: CALLS }, () => adjusted(body)));
    const [event, ...others] = await adjustments(person);
    expect(others).toEqual([]);
    const [made, ...further] = answers.filter(({ repeated }) => !repeated);
    expect([made, further]).toEqual([
      expect.objectContaining({ quota: 9_500, before: 10_000, position: event?.position }),
      [],
    ]);
    for (const { repeated, ...answer } of answers)
      if (repeated) expect(answer).toMatchObject({ quota: 9_500, before: 9_500, position: 0 });
    // Each call once, whether it brought the adjustment there or found it there.
    expect(world.recalled.filter((id) => id === person.userId)).toHaveLength(CALLS);
  });

  it('is no repetition when a drainer brings it into the ledger before its own call does', async () => {
    const person = await credited('overtaken', 10_000);
    store.before = async (...batch) => {
      if (!ofAdjustment(batch)) return;
      store.before = () => Promise.resolve();
      await drained();
    };
    const answer = await adjusted({
      id: person.userId,
      delta: -500,
      reason: 'once',
      command_id: '00000000-0000-4000-8000-000000000102',
    });
    const [event, ...others] = await adjustments(person);
    expect([answer, others]).toEqual([
      { id: person.userId, quota: 9_500, before: 10_000, position: event?.position, repeated: false },
      [],
    ]);
  });

  it("is the first call's, though the second one has brought it into the ledger", async () => {
    const person = await credited('slow', 10_000);
    const body = { id: person.userId, delta: -500, reason: 'once', command_id: '00000000-0000-4000-8000-000000000103' };
    let go = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      store.before = (...batch) => {
        if (!ofAdjustment(batch)) return Promise.resolve();
        store.before = () => Promise.resolve();
        resolve();
        return new Promise((proceed) => {
          go = proceed;
        });
      };
    });
    const first = adjusted(body);
    await arrived;
    const second = await adjusted(body);
    go();
    const [event, ...others] = await adjustments(person);
    expect([second, others]).toEqual([expect.objectContaining({ quota: 9_500, before: 9_500, repeated: true }), []]);
    expect(await first).toMatchObject({ quota: 9_500, before: 10_000, position: event?.position, repeated: false });
  });
});

describe('an adjustment that waits for the ledger', () => {
  it('recalls nothing before it stands there, and what it takes away when it does', async () => {
    const person = await credited('waiting', 10_000);
    store.before = (...batch) =>
      ofAdjustment(batch) ? Promise.reject(new StoreUnavailable('cut off')) : Promise.resolve();
    expect(
      await world.root.call('POST', '/api/user/adjust', { id: person.userId, delta: -500, reason: 'fee' }),
    ).toMatchObject({ status: 503 });
    expect(world.recalled).not.toContain(person.userId);
    store.before = () => Promise.resolve();
    await drained();
    expect([world.recalled.filter((id) => id === person.userId).length, (await adjustments(person)).length]).toEqual([
      1, 1,
    ]);
  });

  it('and a limit and a closing likewise', async () => {
    const person = await credited('later', 10_000);
    await person.done('POST', '/api/token/', {
      name: 'mine',
      remain_quota: 500,
      expired_time: -1,
      unlimited_quota: false,
      model_limits_enabled: false,
      model_limits: '',
      allow_ips: '',
      group: '',
    });
    const [token] = await person.done<Token[]>('GET', '/api/token/?p=0&size=10');
    for (const [type, ask] of [
      ['TokenLimitSet', () => person.call('PUT', '/api/token/', { ...token, remain_quota: 20 })],
      ['AccountClosed', () => world.root.call('DELETE', `/api/user/${person.userId}`)],
    ] as const) {
      world.recalled.length = 0;
      store.before = (...batch) =>
        batch[2].some((event) => event.type === type)
          ? Promise.reject(new StoreUnavailable('cut off'))
          : Promise.resolve();
      expect((await ask()).json).toMatchObject({
        success: true,
        message: expect.stringContaining('follows by itself'),
      });
      expect([type, world.recalled]).toEqual([type, []]);
      store.before = () => Promise.resolve();
      await drained();
      expect([type, world.recalled]).toEqual([type, [person.userId]]);
    }
  });
});

describe('a figure that the read models do not have yet', () => {
  it('is not told after an adjustment, first or repeated, and the message says so', async () => {
    const person = await credited('unseen', 1_000_000);
    const body = {
      id: person.userId,
      delta: -500_000,
      reason: 'unseen',
      command_id: '00000000-0000-4000-8000-000000000104',
    };
    progress.behind = true;
    const first = (await world.root.call('POST', '/api/user/adjust', body)).json;
    expect(first).toMatchObject({
      success: true,
      data: { quota: null, before: null, repeated: false },
      message: expect.stringMatching(/changed by −\$1\.0+.*behind/),
    });
    const again = (await world.root.call('POST', '/api/user/adjust', body)).json;
    expect(again).toMatchObject({
      success: true,
      data: { quota: null, before: null, repeated: true },
      message: expect.not.stringContaining('balance is'),
    });
    progress.behind = false;
    expect(await adjusted(body)).toMatchObject({ quota: 500_000, repeated: true });
  });
});

describe('a figure of which the read models hear nothing more', () => {
  let own: ConsoleWorld;
  const stopped: Progress = { waitFor: () => Promise.resolve(false), position: () => START, partitions: () => 1 };
  let followed: Progress | undefined;
  const progressOf = (): Progress => followed ?? stopped;
  beforeAll(async () => {
    own = await openConsoleWorld({
      readModels: {
        waitFor: (...asked) => progressOf().waitFor(...asked),
        position: (of) => progressOf().position(of),
        partitions: () => 1,
      },
    });
    followed = own.runner;
  });
  afterAll(() => own.close());

  it('is that of the call itself where it has set it: of a token, and of a code', async () => {
    const person = await own.person('known');
    await person.done('POST', '/api/token/', {
      name: 'mine',
      remain_quota: 500,
      expired_time: -1,
      unlimited_quota: false,
      model_limits_enabled: false,
      model_limits: '',
      allow_ips: '',
      group: '',
    });
    const [token] = await person.done<Token[]>('GET', '/api/token/?p=0&size=10');
    await own.codes(700);
    const {
      items: [code],
    } = await own.root.done<{ items: [{ id: number; name: string }] }>('GET', '/api/redemption/?p=1&page_size=1');
    followed = undefined;
    await own.runner.stop();
    expect(await own.root.done('PUT', '/api/redemption/', { id: code.id, name: code.name, quota: 900 })).toMatchObject({
      quota: 900,
    });
    expect(await own.root.done('PUT', '/api/redemption/?status_only=true', { id: code.id, status: 2 })).toMatchObject({
      status: 2,
    });
    expect(await person.done('PUT', '/api/token/', { id: token?.id, unlimited_quota: true })).toMatchObject({
      unlimited_quota: true,
      remain_quota: 0,
    });
  });
});
