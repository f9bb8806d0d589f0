import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isConsistent } from '@ledgate/domain/seal/proofs';
import { hashIn, sha256 } from '@ledgate/projections/seals/hashes';
import { type Checkpoint, checkpointIn } from '@ledgate/projections/seals/note-texts';
import { openedNote, verifierIn } from '@ledgate/projections/seals/signed-note';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { numberIn } from '../testing/number-in.ts';
import { arm, diedAt } from './deaths.ts';
import { killableProduct } from './killable-product.ts';

const ROUNDS = Math.min(numberIn('CRASH_ROUNDS') ?? 2, 20);
const LIMIT_MS = 120_000;
const POINTS = ['before_LedgerSealed', 'after_LedgerSealed'] as const;

const sealed = z.object({ size: z.number(), note: z.string() });
const keys = z.array(z.object({ vkey: z.string() }));
const proof = z.object({ hashes: z.array(z.string()) });

describe('a product that is killed while it seals', () => {
  const { product, world } = killableProduct({ delayMaxMs: 0, gapMaxMs: 0 });
  /** Each head that was ever told, which is a beginning of all later ones. */
  const heads: Checkpoint[] = [];

  /** Whoever is answered has a head by the key that was told first. */
  async function headOf(root: ConsoleClient): Promise<Checkpoint> {
    const { note } = await root.post('/api/ledger/seal', sealed, {});
    const [{ vkey } = { vkey: '' }] = await root.get('/api/ledger/keys', keys);
    const head = checkpointIn(
      openedNote(
        note,
        [verifierIn(vkey)].filter((key) => key !== undefined),
      )?.text ?? '',
    );
    if (head === undefined) throw new Error('the head is not signed by the key');
    return head;
  }

  const hashesOf = (texts: readonly string[]): Uint8Array[] => texts.map((text) => hashIn(text) ?? new Uint8Array());

  for (let round = 0; round < ROUNDS; round += 1) {
    const point = POINTS[round % POINTS.length] ?? 'before_LedgerSealed';
    it(
      `round ${round + 1}, ${point}: has every head as a beginning of all later ones, and its books are true`,
      async () => {
        const root = await world().root();
        heads.push(await headOf(root));
        const made = { name: `round ${round + 1}`, quota: 1, count: 1 };
        await root.post('/api/redemption/', z.array(z.string()), made);
        arm(product, point, 1);
        process.kill(product.pid, 'SIGUSR2');
        const lost = root.post('/api/ledger/seal', sealed, {}).catch(() => 'lost');
        await diedAt(product, point);
        expect(await lost).toBe('lost');

        await product.start();
        const back = await world().root();
        heads.push(await headOf(back));
        for (const line of readFileSync(join(product.dataDir, 'checkpoints.txt'), 'utf8').split(
          /(?<=\n\u2014 .*\n)\n/u,
        )) {
          const kept = checkpointIn(`${line.split('\n\n')[0] ?? ''}\n`);
          if (kept !== undefined) heads.push(kept);
        }
        const [last] = heads.toSorted((one, other) => other.size - one.size);
        for (const head of heads) {
          if (last === undefined) continue;
          const { hashes } = await back.get(`/api/ledger/proof?from=${head.size}&to=${last.size}`, proof);
          expect(isConsistent(head, last, hashesOf(hashes), sha256)).toBe(true);
        }
        expect((await product.run('verify')).code).toBe(0);
      },
      LIMIT_MS,
    );
  }
});
