import { describe, expect, it } from '@jest/globals';
import { START } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import { applyPrepared } from './apply-prepared.ts';
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
    expect(texts).toEqual([expect.stringMatching(/^begin;/), 'rollback']);
  });

  it('is left alone where Postgres has not answered: asking the dead connection again would take as long', async () => {
    expect(await asked(new Error('Query read timeout'))).toEqual([expect.stringMatching(/^begin;/)]);
  });
});
