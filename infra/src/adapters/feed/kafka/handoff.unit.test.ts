import { describe, expect, it } from '@jest/globals';
import { Handoff } from './handoff.ts';

const nothing = async (): Promise<void> => undefined;

describe('a handoff', () => {
  it('gives items out in order, and makes who puts wait for room', async () => {
    const handoff = new Handoff<number>(2);
    const put: number[] = [];
    let waits = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      waits = resolve;
    });
    const putting = (async () => {
      for (let item = 1; item <= 5; item += 1) {
        await handoff.put(item, async () => waits(), 1);
        put.push(item);
      }
    })();
    await waiting;
    expect([put, handoff.full]).toEqual([[1, 2], true]);
    const taken: number[] = [];
    for await (const item of handoff.taken()) if (taken.push(item) === 5) break;
    await putting;
    expect(taken).toEqual([1, 2, 3, 4, 5]);
  });

  it('calls while it waits for room, and throws what the call throws', async () => {
    const handoff = new Handoff<number>(1);
    await handoff.put(1, nothing, 1);
    let calls = 0;
    await expect(
      handoff.put(
        2,
        async () => {
          if ((calls += 1) === 3) throw new Error('divided anew');
        },
        1,
      ),
    ).rejects.toThrow('divided anew');
    expect(calls).toBe(3);
  });

  it('tells who puts that nobody takes any more', async () => {
    const handoff = new Handoff<number>(1);
    await handoff.put(1, nothing, 1_000);
    const waiting = handoff.put(2, nothing, 1_000);
    handoff.end();
    expect(await waiting).toBe(false);
    for await (const item of handoff.taken()) throw new Error(`${item} came after the end`);
  });

  it('fails who takes, also while he waits, and who puts ends', async () => {
    const handoff = new Handoff<number>(1);
    const taking = (async () => {
      for await (const item of handoff.taken()) throw new Error(`${item} came`);
    })();
    handoff.fail(new Error('the broker is gone'));
    await expect(taking).rejects.toThrow('the broker is gone');
    expect(await handoff.put(1, nothing, 1_000)).toBe(false);
  });
});
