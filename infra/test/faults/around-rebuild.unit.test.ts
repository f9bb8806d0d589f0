import { describe, expect, it } from '@jest/globals';
import { digestsAround } from './around-rebuild.ts';

/** A ledger to which something is appended during each of the first rebuilds; what is rebuilt differs from what is there by `isWrong`. */
function world({ grows, isWrong = false }: { readonly grows: number; readonly isWrong?: boolean }) {
  let [head, rebuilds, isAtRest] = [0, 0, false];
  const done: string[] = [];
  return {
    done,
    caughtUp: async () => head,
    digest: async () => `${head}${isWrong && rebuilds > 0 ? ' and an error' : ''}`,
    rebuild: async () => {
      done.push(isAtRest ? 'rebuilt at rest' : 'rebuilt');
      rebuilds += 1;
      if (rebuilds <= grows) head += 1;
    },
    atRest: async <Done>(work: () => Promise<Done>) => {
      isAtRest = true;
      return work();
    },
  };
}

describe('the digests around a rebuild', () => {
  it('are of the same events, without a rest where nothing was appended meanwhile', async () => {
    const quiet = world({ grows: 0 });
    expect(await digestsAround(quiet)).toEqual({ before: '0', after: '0' });
    expect(quiet.done).toEqual(['rebuilt']);
  });

  it('are taken anew at rest where the ledger grew', async () => {
    const growing = world({ grows: 1 });
    expect(await digestsAround(growing)).toEqual({ before: '1', after: '1' });
    expect(growing.done).toEqual(['rebuilt', 'rebuilt at rest']);
  });

  it('are none where it grows at rest, too', async () => {
    await expect(digestsAround(world({ grows: 2 }))).rejects.toThrow('the ledger grew');
  });

  it('differ where the read models do', async () => {
    expect(await digestsAround(world({ grows: 0, isWrong: true }))).toEqual({ before: '0', after: '0 and an error' });
  });
});
