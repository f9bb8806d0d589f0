import { describe, expect, it } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { pause } from './pause.ts';

const ENDLESS_MS = 3_600_000;

describe('pause', () => {
  it('ends after its time, and leaves nothing on a signal that goes on', async () => {
    const { signal } = new AbortController();
    for (let round = 0; round < 3; round += 1) await pause(1, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends when its signal aborts', async () => {
    const over = new AbortController();
    const paused = pause(ENDLESS_MS, over.signal);
    over.abort();
    await paused;
    expect(getEventListeners(over.signal, 'abort')).toEqual([]);
  });

  it('does not begin on a signal that has aborted', async () => {
    await pause(ENDLESS_MS, AbortSignal.abort());
  });
});
