import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FAILING_ALARM_MS, FAILING_QUIET_MS } from '../limits.ts';
import { Failing } from './failing.ts';

/** As EventStoreDB takes that is paused, and Kafka that gives nothing. */
const SLOW_ATTEMPTS_MS = [15_000, 60_000];
const AWAY = new Error('away');

describe('failures that pass', () => {
  let told: string[];
  let isUpToDate: boolean;
  let failing: Failing;
  beforeEach(() => {
    jest.useFakeTimers();
    told = [];
    isUpToDate = false;
    failing = new Failing({
      raise: (error) => told.push(String(error)),
      over: () => told.push('over'),
      isUpToDate: async () => isUpToDate,
    });
  });
  afterEach(() => {
    failing.end();
    jest.useRealTimers();
  });
  const after = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  it.each(SLOW_ATTEMPTS_MS)(
    'are an alarm after a while, once, also where each attempt fails after %i ms',
    async (ms) => {
      failing.following();
      await after(ms);
      failing.failed(AWAY);
      failing.following();
      await after(FAILING_ALARM_MS - 1);
      expect(told).toEqual([]);
      await after(1);
      expect(told).toEqual(['Error: away']);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await after(ms);
        failing.failed(AWAY);
        failing.following();
      }
      expect(told).toEqual(['Error: away']);
    },
  );

  it('are over when a batch is applied', async () => {
    failing.failed(AWAY);
    await after(FAILING_ALARM_MS);
    failing.following();
    failing.end();
    expect(told).toEqual(['Error: away', 'over']);
    await after(FAILING_QUIET_MS);
    expect(told).toEqual(['Error: away', 'over']);
  });

  it('are no alarm where nothing is left to apply, and are over then', async () => {
    isUpToDate = true;
    failing.failed(AWAY);
    failing.following();
    await after(FAILING_ALARM_MS);
    expect([failing.isOn, told]).toEqual([false, []]);
  });

  it('are an alarm while each attempt fails at once, whatever is left to apply, and over when one does not', async () => {
    isUpToDate = true;
    failing.failed(AWAY);
    await after(FAILING_ALARM_MS);
    expect(told).toEqual(['Error: away']);
    failing.following();
    await after(FAILING_ALARM_MS);
    expect(told).toEqual(['Error: away', 'over']);
  });

  it('are over when none has come for longer than an attempt takes', async () => {
    failing.failed(AWAY);
    failing.following();
    await after(FAILING_QUIET_MS - 1);
    expect([failing.isOn, told]).toEqual([true, ['Error: away']]);
    await after(1);
    expect([failing.isOn, told]).toEqual([false, ['Error: away', 'over']]);
  });
});
