import { describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { ApiPorts } from '../ports.ts';
import { readToHead } from './read-to-head.ts';

type Ports = Parameters<typeof readToHead>[0];

async function isBehind(head: () => Promise<Position>, isReached: boolean): Promise<boolean> {
  let behind = false;
  const ports = { store: { head } as ApiPorts['store'] } satisfies Ports;
  await readToHead(ports, {
    reachedHead: async () => isReached,
    readBehind: () => {
      behind = true;
    },
  });
  return behind;
}

describe('a read of figures over a range', () => {
  it('says that they are behind only where the read models did not come to the head', async () => {
    const head = async (): Promise<Position> => 7 as Position;
    expect([await isBehind(head, true), await isBehind(head, false)]).toEqual([false, true]);
  });

  it('says so too where the ledger cannot be asked', async () => {
    expect(await isBehind(() => Promise.reject(new Error('away')), true)).toBe(true);
  });
});
