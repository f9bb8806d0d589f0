import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import type { Revision } from '@ledgate/domain/ports/event-store';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import { eventually } from '@ledgate/projections/directory/testing/directory-fixture';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { spendingOf } from '../testing/spending.ts';
import { createLogKeeper, isCleaningDue, keptFromMs } from './log-keeper.ts';

const DAY_MS = 86_400_000;

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world.close());

it('keeps whole days of UTC', () => {
  const noon = Date.UTC(2026, 10, 28, 12);
  expect(keptFromMs(1, noon)).toBe(Date.UTC(2026, 10, 27));
  expect(keptFromMs(30, Date.UTC(2026, 10, 28))).toBe(Date.UTC(2026, 9, 29));
});

/** Cleaning is an event too, so that the ledger a statement knows has one more behind it. */
const NO_PLACE = { position: 0, index: 0 };

it('cleans the log once a day, by several workers too, and leaves balances, statements and statistics as they are', async () => {
  const person = await world.person('kept');
  for (const key of await world.codes(1_000)) await person.done('POST', '/api/user/topup', { key });
  const spending = await spendingOf(world.store);
  await spending.charge(person.userId, 400);
  await world.runner.waitFor(await world.store.head(), 5_000);

  const startS = Math.floor(Date.now() / 1_000) - 3_600;
  const read = async () => {
    const range = `start_timestamp=${startS}&end_timestamp=${startS + 86_400}`;
    const self = await person.done<Record<string, unknown>>('GET', '/api/user/self');
    const { charged } = await person.done<{ charged: number }>('GET', `/api/log/self/stat?${range}`);
    const buckets = await world.root.done<{ quota: number }[]>('GET', `/api/data/?${range}`);
    const statement = await person.done<Record<string, unknown>>('GET', '/api/statement/self?start=0&end=0');
    return {
      quota: self['quota'],
      used: self['used_quota'],
      charged,
      buckets,
      statement: { ...statement, end: 0, ...NO_PLACE },
    };
  };
  const rowsLeft = async () => (await person.done<{ total: number }>('GET', '/api/log/self?type=0')).total;
  const before = await read();
  expect(await rowsLeft()).toBe(2);

  // Two workers, and a clock that is two days on.
  let days = 0;
  const clock = { nowMs: () => Date.now() + 2 * DAY_MS };
  const view = {
    get options() {
      return { LogKeepDays: days };
    },
  };
  const ports = { db: world.db, store: world.store, log: silentLog, view, clock, periodMs: 20 };
  const keepers = [createLogKeeper(ports), createLogKeeper(ports)];
  for (const keeper of keepers) keeper.start();
  expect(await isCleaningDue(ports, clock.nowMs())).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await rowsLeft()).toBe(2);
  days = 1;
  expect(await isCleaningDue(ports, clock.nowMs())).toBe(true);
  await eventually(async () => (await rowsLeft()) === 0, 'the rows are gone');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await Promise.all(keepers.map((keeper) => keeper.stop()));
  expect(await isCleaningDue(ports, clock.nowMs())).toBe(false);

  const { rows } = await world.db.query<{ before_ms: string }>('select before_ms from rm_v1.log_cleaning');
  expect(Number(rows[0]?.before_ms)).toBe(keptFromMs(1, clock.nowMs()));
  expect(await world.store.readStream(BOOKS_STREAM, 0 as Revision, 10)).toHaveLength(1);
  expect(await read()).toEqual(before);
});
