import { beforeAll, describe, expect, it } from '@jest/globals';
import { epaySign } from '@ledgate/api/topup/epay';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { z } from 'zod';
import { eventually } from '../testing/eventually.ts';
import { numberIn } from '../testing/number-in.ts';
import { arm, diedAt } from './deaths.ts';
import { killableProduct } from './killable-product.ts';
import type { CrashPoint } from './plan.ts';

/** Between any two steps, and what the ledger holds then. */
const POINTS: readonly (readonly [point: CrashPoint, holds: 'nothing' | 'order' | 'claim' | 'credit'])[] = [
  ['before_TopUpRequested', 'nothing'],
  ['after_TopUpRequested', 'order'],
  ['before_TopUpPaid', 'order'],
  ['after_TopUpPaid', 'claim'],
  ['before_QuotaToppedUp', 'claim'],
  ['after_QuotaToppedUp', 'credit'],
];
const ROUNDS_MAX = 4 * POINTS.length;
const ROUNDS = Math.min(numberIn('CRASH_ROUNDS') ?? 2, ROUNDS_MAX);
const SEED = numberIn('CRASH_SEED') ?? Math.floor(Math.random() * 2 ** 31);
const LIMIT_MS = 120_000;
const first = new Random(SEED).whole(0, POINTS.length - 1);

const KEY = 'the key of the merchant';
const PID = '1001';
const CREDITED = 5_000_000;
const form = z.record(z.string(), z.string());
const orders = z.object({
  items: z.array(z.object({ trade_no: z.string(), status: z.string(), credited: z.boolean() })),
});
const self = z.object({ quota: z.number() });
const rowsOfType = z.object({ total: z.number() });

describe(`a product that is killed while somebody pays (again with CRASH_SEED=${SEED})`, () => {
  const { product, world } = killableProduct({});
  beforeAll(async () => {
    const root = await world().root();
    const options = {
      ServerAddress: 'https://gate.example.com',
      PayAddress: 'http://127.0.0.1:9',
      EpayId: PID,
      EpayKey: KEY,
    };
    for (const [key, value] of Object.entries(options)) await root.put('/api/option/', z.unknown(), { key, value });
  }, LIMIT_MS);

  /** As the provider calls it, signed; `lost` where nobody answered. */
  async function calledBack(order: Readonly<Record<string, string>>): Promise<string> {
    const fields = {
      pid: PID,
      trade_no: `provider-${order['out_trade_no']}`,
      out_trade_no: order['out_trade_no'] ?? '',
      type: order['type'] ?? '',
      name: order['name'] ?? '',
      money: order['money'] ?? '',
      trade_status: 'TRADE_SUCCESS',
    };
    const query = new URLSearchParams({ ...fields, sign: epaySign(fields, KEY), sign_type: 'MD5' });
    return fetch(`${product.url}/api/user/epay/notify?${query.toString()}`).then(
      (answer) => answer.text(),
      () => 'lost',
    );
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const [point, holds] = POINTS[(first + round) % POINTS.length] ?? (POINTS[0] as (typeof POINTS)[number]);
    const nodeOnly = round % 2 === 0;
    it(
      `round ${round + 1}, ${point}${nodeOnly ? '' : ', with its database'}: what is paid is credited once`,
      async () => {
        const { username } = await world().spender(1);
        const pay = async () =>
          (await world().consoleOf(username)).post('/api/user/pay', form, { amount: 10, payment_method: 'zfb' });
        const made = point.endsWith('TopUpRequested') ? undefined : await pay();
        arm(product, point, 1);
        process.kill(product.pid, 'SIGUSR2');
        const lost = made === undefined ? pay().catch(() => 'lost') : calledBack(made);
        await diedAt(product, point);
        expect(await lost).toBe('lost');
        if (!nodeOnly) await product.killDatabase();

        await product.start();
        const console = await world().consoleOf(username);
        const listed = (await console.get('/api/user/topups/self?p=1&page_size=10', orders)).items;
        expect(listed.length).toBe(holds === 'nothing' ? 0 : 1);
        const balance = async (): Promise<number> => (await console.get('/api/user/self', self)).quota;
        // What was claimed is credited though nobody calls again; what was not is not.
        if (holds === 'claim' || holds === 'credit')
          await eventually('the claim is credited', async () => (await balance()) === CREDITED + 1);
        else expect(await balance()).toBe(1);

        const order = made ?? (await pay());
        for (let times = 0; times < 2; times += 1) expect(await calledBack(order)).toBe('success');
        await eventually('the payment is credited', async () => (await balance()) === CREDITED + 1);
        expect((await console.get('/api/log/self?p=1&page_size=10&type=1', rowsOfType)).total).toBe(2);
        expect((await product.run('verify')).code).toBe(0);
      },
      LIMIT_MS,
    );
  }
});
