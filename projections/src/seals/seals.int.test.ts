import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SEALS_LISTED_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type RunnerWorld, runnerWorld } from '../testing/runner-world.ts';
import { sealsPage } from './seals.ts';

let world: RunnerWorld;
beforeAll(async () => {
  world = await runnerWorld(1);
});
afterAll(() => world.close());

it('lists and counts no more seals than it reads at most, the newest', async () => {
  const all = SEALS_LISTED_MAX + 5;
  await world.pool.query(
    `insert into ${READ_MODELS}.seals (position, size, root, note, key_id, at_ms) select n, n, '', '', '', 0 from generate_series(1, ${all}) n`,
  );
  const first = await sealsPage(world.pool, { offset: 0, limit: 10 });
  expect([first.items[0]?.position, first.items.length, first.total]).toEqual([all, 10, SEALS_LISTED_MAX]);
  const last = await sealsPage(world.pool, { offset: SEALS_LISTED_MAX - 1, limit: 10 });
  expect(last.items.map(({ position }) => position)).toEqual([6]);
  expect(await sealsPage(world.pool, { offset: SEALS_LISTED_MAX + 2, limit: 10 })).toEqual({
    items: [],
    total: SEALS_LISTED_MAX,
  });
});
