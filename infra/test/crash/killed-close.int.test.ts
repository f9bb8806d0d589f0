import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { casesInFull } from '../testing/in-full.ts';
import { arm, diedAt } from './deaths.ts';
import { killableProduct } from './killable-product.ts';
import type { CrashPoint } from './plan.ts';

const LIMIT_MS = 600_000;
const PERIODS = '/api/finance/periods/';
const period = z.object({
  id: z.number(),
  revision: z.number(),
  status: z.string(),
  start: z.number(),
  end: z.number(),
  manifest_sha256: z.string().nullable(),
});
const listed = z.object({ total: z.number(), items: z.array(period) });
const POINTS: readonly CrashPoint[] = [
  'after_PeriodEnded',
  'after_PeriodSealed',
  'after_PeriodTotals',
  'before_PeriodClosed',
  'after_PeriodClosed',
  'before_PeriodBundle',
  'after_PeriodBundle',
];
const rounds = (times: number): readonly CrashPoint[] => Array.from({ length: times }, () => POINTS).flat();
const CASES = casesInFull(rounds(2), rounds(18));

const nowS = (): number => Math.floor(Date.now() / 1_000);

describe('a product that is killed while a period is closed', () => {
  const { product, world } = killableProduct({ delayMaxMs: 0, gapMaxMs: 0 });

  async function next(): Promise<{ readonly start: number; readonly end: number }> {
    const { items } = await (await world().root()).get(`${PERIODS}?p=1&page_size=1`, listed);
    await delay(1_100);
    return { start: items[0]?.end ?? 0, end: nowS() };
  }
  async function killedAt(point: CrashPoint, path: string, body: object): Promise<void> {
    const root = await world().root();
    arm(product, point, 1);
    process.kill(product.pid, 'SIGUSR2');
    const lost = root.post(path, z.unknown(), body).catch(() => undefined);
    await diedAt(product, point);
    await lost;
    await product.start();
  }
  const bundle = async (id: number): Promise<string> => (await world().root()).digestOf(`${PERIODS}${id}/file`);
  const forgotten = (): void => {
    const folder = join(product.dataDir, 'exports');
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  };

  it(
    'at any point: it is closed once, by whoever comes next, and its bundle is the same whenever it is made',
    async () => {
      for (const point of CASES) {
        const range = await next();
        await killedAt(point, PERIODS, range);
        const root = await world().root();
        const [one, other] = await Promise.all([root.post(PERIODS, period, range), root.post(PERIODS, period, range)]);
        expect([point, one.status, other]).toEqual([point, 'closed', one]);
        const digest = await bundle(one.id);
        forgotten();
        expect([point, await bundle(one.id)]).toEqual([point, digest]);
      }
      const { total } = await (await world().root()).get(PERIODS, listed);
      expect(total).toBe(CASES.length);
      expect((await product.run('verify')).code).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'as it is reopened: it is reopened or it is not, and closed again as its next revision',
    async () => {
      const root = await world().root();
      const closed = await root.post(PERIODS, period, await next());
      await killedAt('after_PeriodReopened', `${PERIODS}${closed.id}/reopen`, { reason: 'a bill came late' });
      const back = await world().root();
      expect(await back.get(`${PERIODS}${closed.id}`, period)).toMatchObject({ status: 'reopened', revision: 1 });
      const { start, end } = closed;
      expect(await back.post(PERIODS, period, { start, end })).toMatchObject({ status: 'closed', revision: 2 });
      expect((await product.run('verify')).code).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'is not needed by npm run close, which does all of it while the product is stopped',
    async () => {
      const { start, end } = await next();
      await product.stop();
      const asked = ['--start', String(start), '--end', String(end), '--reason', 'monthly'];
      const done = await product.run('close', ...asked);
      expect([done.code, done.output]).toEqual([0, expect.stringMatching(/Period \d+ is closed, revision 1/u)]);
      const [, id = ''] = /Period (\d+) is closed/u.exec(done.output) ?? [];
      const made = readdirSync(join(product.dataDir, 'exports'));
      expect(made.filter((name) => name.startsWith(`period-${id}-1-`))).toHaveLength(1);
      expect(made.filter((name) => name.startsWith('period-making-'))).toEqual([]);
      const [key, away] = ['ledger-key.pem', 'away.pem'].map((name) => join(product.dataDir, name)) as [string, string];
      renameSync(key, away);
      const keyless = await product.run('close', '--start', String(end), '--end', String(nowS()));
      expect([keyless.code, keyless.output]).toEqual([1, expect.stringMatching(/ledger_key_missing/u)]);
      renameSync(away, key);
      expect((await product.run('close', ...asked)).code).toBe(0);
      const gap = await product.run('close', '--start', String(end + 5), '--end', String(end + 6));
      expect([gap.code, gap.output]).toEqual([1, expect.stringMatching(/period_gap \(--start\)/u)]);
      await product.start();
      const { items } = await (await world().root()).get(PERIODS, listed);
      expect(items[0]).toMatchObject({ start, end, status: 'closed' });
      expect((await product.run('verify')).code).toBe(0);
    },
    LIMIT_MS,
  );
});
