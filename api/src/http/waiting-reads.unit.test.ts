import { describe, expect, it } from '@jest/globals';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import { WaitingReads } from './waiting-reads.ts';

const at = (position: number) => position as Position;

function readModelsAt(position: number) {
  const state = { position, waits: 0 };
  return {
    state,
    waitFor: async (wanted: Position) => { state.waits += 1; return state.position >= wanted; },
    position: () => at(state.position),
  };
}

describe('WaitingReads', () => {
  it('does not wait for a session that wrote nothing', async () => {
    const readModels = readModelsAt(0);
    expect(await new WaitingReads(readModels).caughtUp('one', START)).toBe(true);
    expect(readModels.state.waits).toBe(0);
  });

  it('waits once, then not again until the read models have moved', async () => {
    const readModels = readModelsAt(5);
    const reads = new WaitingReads(readModels);
    expect(await reads.caughtUp('one', at(9))).toBe(false);
    expect(await reads.caughtUp('one', at(9))).toBe(false);
    expect(readModels.state.waits).toBe(1);

    readModels.state.position = 6;
    expect(await reads.caughtUp('one', at(9))).toBe(false);
    expect(readModels.state.waits).toBe(2);

    readModels.state.position = 9;
    expect(await reads.caughtUp('one', at(9))).toBe(true);
  });

  it('keeps the time-outs of sessions apart', async () => {
    const readModels = readModelsAt(5);
    const reads = new WaitingReads(readModels);
    await reads.caughtUp('one', at(9));
    await reads.caughtUp('other', at(9));
    expect(readModels.state.waits).toBe(2);
  });
});
