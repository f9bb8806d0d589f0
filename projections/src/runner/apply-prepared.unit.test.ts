import { describe, expect, it } from '@jest/globals';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import { applyPrepared } from './apply-prepared.ts';
import { ProjectionFault } from './failures.ts';
import { prepare } from './prepared.ts';

const generation = { number: 1, schema: 'rm_v1', partitions: 1, shape: 1 };
const prepared = prepare([{ partition: 0, events: [], previous: undefined, more: false }], () => START);

/** What a connection is asked whose every query fails. */
async function asked(failure: Error): Promise<readonly string[]> {
  const texts: string[] = [];
  const query = (text: string): Promise<never> => {
    texts.push(text);
    return Promise.reject(failure);
  };
  await expect(applyPrepared({ query } as unknown as PoolClient, generation, prepared)).rejects.toBe(failure);
  return texts;
}

describe('a batch that is not written', () => {
  it('is undone, whatever becomes of that', async () => {
    const texts = await asked(Object.assign(new Error('duplicate key'), { code: '23505' }));
    expect(texts).toEqual([expect.stringMatching(/^\s*begin;/), 'rollback']);
  });

  it('is left alone where Postgres has not answered: asking the dead connection again would take as long', async () => {
    expect(await asked(new Error('Query read timeout'))).toEqual([expect.stringMatching(/^\s*begin;/)]);
  });

  it("because the own code of a projection throws is that projection's fault, and is undone", async () => {
    const texts: string[] = [];
    const query = async (text: string): Promise<unknown> => {
      texts.push(text);
      return { rows: [{ partition: 0, position: '0', retired: false }] };
    };
    const mistake = new TypeError('undefined is not a function');
    const batches = prepared.batches.map((batch) => ({ ...batch, end: 1 as Position }));
    const parts = [{ add: () => undefined, write: () => Promise.reject(mistake) }];
    await expect(applyPrepared({ query } as unknown as PoolClient, generation, { batches, parts })).rejects.toEqual(
      new ProjectionFault('balances: undefined is not a function', undefined, mistake),
    );
    expect(texts.at(-1)).toBe('rollback');
  });
});
