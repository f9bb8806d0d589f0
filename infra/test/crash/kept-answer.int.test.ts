import { describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { fetch } from 'undici';
import { eventually } from '../testing/eventually.ts';
import { casesInFull } from '../testing/in-full.ts';
import { arm, diedAt } from './deaths.ts';
import { killableProduct } from './killable-product.ts';
import { expectNoLeases } from './leases.ts';
import { CALL_PRICE, type Spender } from './world.ts';

const LIMIT_MS = 240_000;
const CREDITS = 100 * CALL_PRICE;
const POLL_MS = 500;
/** A relay that was taken for dead has half a minute to record a charge before its key may be used anew. */
const DECIDED_WITHIN_MS = 90_000;
let keys = 0;
let serials = 0;

type Heard = { readonly status: number; readonly text: string; readonly isReplay: boolean };

describe('a product that is killed between the answer that it keeps for an Idempotency-Key and the charge', () => {
  const { product, world } = killableProduct({ delayMaxMs: 0, gapMaxMs: 0 });

  const caller = (spender: Spender, stream: boolean): (() => Promise<Heard>) => {
    keys += 1;
    serials += 1;
    const [key, serial] = [`key-${keys}`, serials];
    return async () => {
      try {
        const answer = await fetch(`${product.url}/v1/chat/completions`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${spender.key}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
          },
          body: JSON.stringify({
            model: world().model,
            messages: [{ role: 'user', content: `serial ${serial}` }],
            ...(stream ? { stream } : {}),
          }),
        });
        const isReplay = answer.headers.get('idempotent-replayed') === 'true';
        return { status: answer.status, text: await answer.text(), isReplay };
      } catch {
        return { status: 0, text: '', isReplay: false };
      }
    };
  };

  /** As a caller does who is told to come again. */
  const decided = async (ask: () => Promise<Heard>): Promise<Heard> => {
    for (let waited = 0; ; waited += POLL_MS) {
      const heard = await ask();
      if (heard.status !== 409 || waited > DECIDED_WITHIN_MS) return heard;
      await delay(POLL_MS);
    }
  };

  it.each(
    casesInFull<readonly [point: 'before_ConsumptionRecorded' | 'after_ConsumptionRecorded', stream: boolean]>(
      [
        ['before_ConsumptionRecorded', true],
        ['after_ConsumptionRecorded', false],
      ],
      [
        ['before_ConsumptionRecorded', false],
        ['after_ConsumptionRecorded', true],
      ],
    ),
  )(
    '%s (streamed: %p): charge and kept answer are both there, or neither is and the call is served anew, once',
    async (point, stream) => {
      const spender = await world().spender(CREDITS);
      const ask = caller(spender, stream);
      arm(product, point, 1);
      process.kill(product.pid, 'SIGUSR2');
      const first = ask();
      await diedAt(product, point);
      await first;

      await product.start();
      const again = await decided(ask);
      expect(again.status).toBe(200);
      if (point === 'after_ConsumptionRecorded') expect(again.isReplay).toBe(true);
      expect(await ask()).toEqual({ ...again, isReplay: true });
      await eventually('the balance follows', async () => (await world().account(spender)).used === CALL_PRICE);
      // Where it had left a trace its fence has charged it, and then the kept answer is the one that was charged.
      const interrupted = again.isReplay && point === 'before_ConsumptionRecorded';
      expect(await world().charges(spender)).toMatchObject([{ quota: CALL_PRICE, interrupted }]);
      expect(await world().account(spender)).toEqual({ quota: CREDITS - CALL_PRICE, used: CALL_PRICE });
      await expectNoLeases(product);
      expect((await product.run('verify')).code).toBe(0);
    },
    LIMIT_MS,
  );
});
