import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { StoreSilence } from './store-silence.ts';

const LOOK_EVERY_MS = 500;

/** A store that is looked at, and a clock, both moved by the test. */
class Watched {
  nowMs = 1_000;
  looks = 0;
  look: () => Promise<unknown> = () => Promise.resolve();
  readonly silence = new StoreSilence({
    clock: { monotonicMs: () => this.nowMs },
    look: () => {
      this.looks += 1;
      return this.look();
    },
    lookEveryMs: LOOK_EVERY_MS,
  });

  async sweepAfter(ms: number): Promise<void> {
    this.nowMs += ms;
    this.silence.sweep();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

describe('the silence of the event store', () => {
  it('lasts from the first question that is not answered until whatever answer', () => {
    const watched = new Watched();
    watched.nowMs += 5_000;
    expect(watched.silence.ms()).toBe(0);
    watched.silence.asked();
    watched.nowMs += 300;
    watched.silence.asked();
    watched.nowMs += 100;
    expect(watched.silence.ms()).toBe(400);
    watched.silence.over();
    watched.nowMs += 100;
    expect(watched.silence.ms()).toBe(0);
  });

  it('is broken by a look, although nobody asks again what had failed', async () => {
    const watched = new Watched();
    watched.look = () => {
      watched.silence.over();
      return Promise.resolve();
    };
    await watched.sweepAfter(10_000);
    expect(watched.looks).toBe(0);
    watched.silence.asked();
    await watched.sweepAfter(LOOK_EVERY_MS - 1);
    expect(watched.looks).toBe(0);
    await watched.sweepAfter(1);
    expect([watched.looks, watched.silence.ms()]).toEqual([1, 0]);
  });

  it('is looked into as often while it lasts, one look at a time', async () => {
    const watched = new Watched();
    let fail = (_reason: Error): void => undefined;
    watched.look = () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      });
    watched.silence.asked();
    await watched.sweepAfter(LOOK_EVERY_MS);
    await watched.sweepAfter(LOOK_EVERY_MS);
    expect(watched.looks).toBe(1);
    fail(new StoreUnavailable('away'));
    await watched.sweepAfter(0);
    await watched.sweepAfter(100);
    expect(watched.looks).toBe(2);
    fail(new StoreUnavailable('away'));
    await watched.sweepAfter(100);
    expect(watched.looks).toBe(2);
    await watched.sweepAfter(LOOK_EVERY_MS);
    expect([watched.looks, watched.silence.ms()]).toEqual([3, 4 * LOOK_EVERY_MS - 300]);
  });
});
