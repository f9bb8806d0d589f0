import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { z } from 'zod';
import { eventually } from '../testing/eventually.ts';
import { numberIn } from '../testing/number-in.ts';
import { arm, diedAt } from './deaths.ts';
import { killableProduct } from './killable-product.ts';
import type { CrashPoint } from './plan.ts';

const COUNT = 3;
/** Between any two steps of a batch of three tokens with limits, by how often the step comes before, and whether the batch stands by then. */
const POINTS: readonly (readonly [point: CrashPoint, hits: number, stands: boolean])[] = [
  ['before_TokensMade', 1, false],
  ['after_TokenMade', 1, false],
  ['after_TokenMade', COUNT, false],
  ['before_TokenLimitSet', 1, true],
  ['before_TokenLimitSet', 2, true],
  ['after_TokenLimitSet', 2, true],
  ['after_OutboxRowRemoved', COUNT, true],
];
const ROUNDS_MAX = 20;
const ROUNDS = Math.min(numberIn('CRASH_ROUNDS') ?? 2, ROUNDS_MAX);
const SEED = numberIn('CRASH_SEED') ?? Math.floor(Math.random() * 2 ** 31);
const LIMIT_MS = 120_000;
const first = new Random(SEED).whole(0, POINTS.length - 1);

const keys = z.array(z.string());
const tokens = z.array(z.object({ key: z.string(), name: z.string(), remain_quota: z.number() }));

describe(`a product that is killed while it makes tokens (again with CRASH_SEED=${SEED})`, () => {
  const { product, world } = killableProduct({});

  for (let round = 0; round < ROUNDS; round += 1) {
    const [point, hits, stands] = POINTS[(first + round) % POINTS.length] ?? (POINTS[0] as (typeof POINTS)[number]);
    const nodeOnly = round % 2 === 0;
    it(
      `round ${round + 1}, ${point} (${hits})${nodeOnly ? '' : ', with its database'}: all of a batch are there, or none, and once`,
      async () => {
        const { username } = await world().spender(1);
        const asked = { name: 'batch', remain_quota: 700, expired_time: -1, count: COUNT, command_id: randomUUID() };
        const listed = async () =>
          (await (await world().consoleOf(username)).get('/api/token/?p=0&size=100', tokens)).filter(({ name }) =>
            name.startsWith('batch'),
          );
        const console = await world().consoleOf(username);
        arm(product, point, hits);
        process.kill(product.pid, 'SIGUSR2');
        const lost = console.post('/api/token/batch', keys, asked).catch(() => 'lost');
        await diedAt(product, point);
        expect(await lost).toBe('lost');
        if (!nodeOnly) await product.killDatabase();

        await product.start();
        expect(await listed()).toHaveLength(stands ? COUNT : 0);
        const again = await world().consoleOf(username);
        const made = await again.post('/api/token/batch', keys, asked);
        expect(await again.post('/api/token/batch', keys, asked)).toEqual(made);
        expect((await listed()).map(({ key }) => key).toSorted()).toEqual([...made].toSorted());
        await eventually('the ledger has each limit', async () =>
          (await listed()).every(({ remain_quota: left }) => left === asked.remain_quota),
        );
        expect((await product.run('verify')).code).toBe(0);
      },
      LIMIT_MS,
    );
  }
});
