import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { eventually } from '../../../test/testing/eventually.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { buildProduct, type Product } from '../../../test/testing/product.ts';
import { ConsoleClient } from '../../../tools/console-client/console-client.ts';

const LIMIT_MS = 180_000;
/** The shortest that can be asked for, a minute, at a tenth. */
const EVERY_MS = 6_000;
const runs = z.array(
  z.object({ kind: z.string(), number: z.number(), state: z.string(), asked_by: z.number(), total: z.number() }),
);

let installation: Installation;
beforeAll(() => buildProduct(), LIMIT_MS);
afterEach(() => installation.close(), LIMIT_MS);

/** When each run began, by the database's clock. */
const begun = async (): Promise<{ readonly number: number; readonly begunMs: number } | undefined> => {
  const { rows } = await installation.pool.query<{ number: string; begun_ms: string }>(
    "select number, begun_ms from directory.channel_runs where kind = 'tests'",
  );
  return rows[0] && { number: Number(rows[0].number), begunMs: Number(rows[0].begun_ms) };
};
const leader = async (): Promise<string | undefined> =>
  (await installation.elections()).find(({ leadership }) => leadership === 'channel-tests')?.holder;
const isLed = async (by: Product): Promise<boolean> => (await leader())?.endsWith(`/${by.pid}`) === true;

it(
  'one process of two begins a test of all channels by itself, again and again, and the other one goes on when it is gone',
  async () => {
    installation = await Installation.open({ environment: { CHANNEL_TEST_FREQUENCY: '1', TIME_SCALE: '0.1' } });
    const first = await installation.start(['api', 'projector']);
    const second = await installation.start(['api', 'projector']);
    const root = await ConsoleClient.signedIn(second.url, 'root', '123456');
    await root.post('/api/channel/', z.null(), {
      type: 1,
      name: 'tested',
      key: 'sk-x',
      base_url: 'http://127.0.0.1:9',
      models: 'm',
      group: 'default',
    });
    const times = new Map<number, number>();
    const seen = async (number: number): Promise<boolean> => {
      const run = await begun();
      if (run !== undefined) times.set(run.number, run.begunMs);
      return (run?.number ?? 0) >= number;
    };
    for (const number of [1, 2, 3]) await eventually(`run ${number} has begun`, () => seen(number));
    const between = [2, 3].map((number) => (times.get(number) ?? 0) - (times.get(number - 1) ?? 0));
    for (const ms of between) expect(ms).toBeGreaterThanOrEqual(EVERY_MS);
    await eventually('the run is over', async () => {
      const [run] = await root.get('/api/channel/runs', runs);
      return run?.state === 'ended' && run.asked_by === 0 && run.total === 1;
    });

    const [leading, other] = (await isLed(first)) ? [first, second] : [second, first];
    expect(await isLed(leading)).toBe(true);
    await leading.kill();
    await eventually('the other one is elected', () => isLed(other));
    const { number: last = 0 } = (await begun()) ?? {};
    await eventually('it begins the next run', () => seen(last + 1));
    expect(await other.stop()).toBe(0);
  },
  LIMIT_MS,
);
