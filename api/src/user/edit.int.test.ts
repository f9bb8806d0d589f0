import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { drainOutbox } from '@ledgate/projections/directory/outbox/drain';
import type { User } from '../contract/user.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld, PASSWORD } from '../testing/console-world.ts';

class CutOffStore extends MemoryEventStore {
  away = false;

  override append(...batch: Parameters<EventStore['append']>): ReturnType<EventStore['append']> {
    return this.away ? Promise.reject(new StoreUnavailable('cut off')) : super.append(...batch);
  }
}

const store = new CutOffStore(() => Date.now());
/** What happens between the last look at what could be refused and the change: a password is hashed then. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
const passwords = {
  hash: async (password: string) => {
    await meanwhile();
    return `plain:${password}`;
  },
  verify: async (stored: string, password: string) => stored === `plain:${password}`,
};

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld({ store, passwords });
});
afterAll(() => world.close());

async function credited(username: string, quota: number): Promise<ConsoleClient> {
  const person = await world.person(username);
  for (const key of await world.codes(quota)) await person.done('POST', '/api/user/topup', { key });
  return person;
}
const shown = ({ userId }: ConsoleClient): Promise<User> => world.root.done<User>('GET', `/api/user/${userId}`);
const adjustments = async ({ userId }: ConsoleClient) =>
  (await store.readStream(`account-${userId}`, 0 as never, 100)).filter(({ type }) => type === 'QuotaAdjusted');

/** In the ledger's order; each must be what the adjustments until then have come to. */
async function numbersSet(person: ConsoleClient): Promise<readonly number[]> {
  let balance = 1_000;
  return (await adjustments(person)).map(({ data }) => {
    const { delta, absolute } = JSON.parse(data) as { delta: number; absolute: { balance: number } };
    balance += delta;
    expect(balance).toBe(absolute.balance);
    return balance;
  });
}

const drained = (recalled: number[] = []) =>
  drainOutbox({
    store,
    db: world.db,
    recall: async (userId) => recalled.push(userId) > 0,
    ageMs: 0,
    onParked: () => {
      throw new Error('parked');
    },
    onError: (error) => {
      throw error;
    },
  });

describe('an edit of a user with another name and another balance', () => {
  it('changes both', async () => {
    const person = await credited('both', 10_000);
    await world.root.done('PUT', '/api/user/', {
      ...(await shown(person)),
      username: 'both-new',
      display_name: 'Both',
      quota: 300,
    });
    expect(await shown(person)).toMatchObject({ username: 'both-new', display_name: 'Both', quota: 300 });
  });

  it('changes nothing when somebody else gets the name in the same moment', async () => {
    const [person, quicker] = [await credited('late', 10_000), await world.person('quicker')];
    const form = {
      ...(await shown(person)),
      username: 'Wanted',
      display_name: 'Late',
      quota: 300,
      password: 'another secret',
    };
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      await quicker.done('PUT', '/api/user/self', { username: 'wanted' });
    };
    world.recalled.length = 0;
    expect(await world.root.refused('PUT', '/api/user/', form)).toContain('taken');
    expect(await shown(person)).toMatchObject({ username: 'late', display_name: 'late', quota: 10_000 });
    expect(await adjustments(person)).toEqual([]);
    expect(world.recalled).toEqual([]);
    await world.client().signIn('late', PASSWORD);
  });

  it('is all of one and nothing of the other when two want one name', async () => {
    const people = [await credited('one', 10_000), await credited('other', 10_000)];
    const forms = await Promise.all(people.map(shown));
    const answers = await Promise.all(
      forms.map((form) => world.root.call('PUT', '/api/user/', { ...form, username: 'both-want', quota: 77 })),
    );
    const outcomes = await Promise.all(
      people.map(async (person, index) => {
        const { username, quota } = await shown(person);
        return [answers[index]?.json.success, username, quota, (await adjustments(person)).length];
      }),
    );
    const lost = outcomes.findIndex(([success]) => success !== true);
    expect(outcomes.toSpliced(lost, 1)).toEqual([[true, 'both-want', 77, 1]]);
    expect(outcomes[lost]).toEqual([false, lost === 0 ? 'one' : 'other', 10_000, 0]);
  });

  it('is whole when the ledger was away: the balance follows the name, once, and then the leases are recalled', async () => {
    const person = await credited('away', 10_000);
    const form = await shown(person);
    world.recalled.length = 0;
    store.away = true;
    const answer = (await world.root.call('PUT', '/api/user/', { ...form, username: 'away-new', quota: 40 })).json;
    expect(answer).toMatchObject({ success: true, message: expect.stringContaining('follows by itself') });
    store.away = false;
    expect([world.recalled, await adjustments(person)]).toEqual([[], []]);
    const recalled: number[] = [];
    for (let times = 0; times < 2; times += 1) await drained(recalled);
    await world.runner.waitFor(await store.head(), 10_000);
    expect(await shown(person)).toMatchObject({ username: 'away-new', quota: 40 });
    expect([recalled, (await adjustments(person)).length]).toEqual([[person.userId], 1]);
  });

  it('takes nothing of what comes in while the new balance waits for the ledger, and lets no second number be set until it stands there', async () => {
    const person = await credited('meanwhile', 1_000);
    const form = await shown(person);
    store.away = true;
    await world.root.done('PUT', '/api/user/', { ...form, quota: 40 });
    store.away = false;
    for (const key of await world.codes(700)) await person.done('POST', '/api/user/topup', { key });
    await world.root.done('POST', '/api/user/adjust', { id: person.userId, delta: 100, reason: 'a gift' });
    store.away = true;
    expect(await world.root.refused('PUT', '/api/user/', { ...form, display_name: 'Other', quota: 41 })).toContain(
      'nothing was changed',
    );
    store.away = false;
    expect(await shown(person)).toMatchObject({ display_name: form.display_name, quota: 1_800 });
    await drained();
    await world.runner.waitFor(await store.head(), 10_000);
    expect((await shown(person)).quota).toBe(40 + 700 + 100);
    await world.root.done('PUT', '/api/user/', { ...form, quota: 41 });
    expect((await shown(person)).quota).toBe(41);
  });

  it('brings a number that still waits into the ledger first, and then stands itself', async () => {
    const person = await credited('follows', 1_000);
    const form = await shown(person);
    store.away = true;
    await world.root.done('PUT', '/api/user/', { ...form, quota: 40 });
    store.away = false;
    await world.root.done('PUT', '/api/user/', { ...form, quota: 41 });
    expect((await shown(person)).quota).toBe(41);
    await drained();
    expect(await numbersSet(person)).toEqual([40, 41]);
  });

  it('is done for each of several administrators who set the balance at once, and the last one stands', async () => {
    const person = await credited('crowded', 1_000);
    const other = await world.person('second-admin');
    await world.root.done('POST', '/api/user/manage', { id: other.userId, action: 'promote' });
    const form = await shown(person);
    const wanted = [50, 60, 70, 80, 90, 100];
    await Promise.all(
      wanted.map((quota, index) =>
        (index % 2 === 0 ? world.root : other).done('PUT', '/api/user/', { ...form, quota }),
      ),
    );
    const set = await numbersSet(person);
    expect(set.toSorted((one, next) => one - next)).toEqual(wanted);
    await world.runner.waitFor(await store.head(), 10_000);
    expect((await shown(person)).quota).toBe(set.at(-1));
  });
});
