import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Standstill } from './standstill.ts';

const MAX_MS = 1_000;

describe('what may stand still', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const watched = (standstill: Standstill): { movedMs: number; stoodStill: jest.Mock } => {
    const made = { movedMs: 0, stoodStill: jest.fn() };
    standstill.watch(made);
    return made;
  };

  it('is told so once, no earlier than its time and at most a quarter later', () => {
    const body = watched(new Standstill(MAX_MS));
    jest.advanceTimersByTime(MAX_MS - 1);
    expect(body.stoodStill).not.toHaveBeenCalled();
    jest.advanceTimersByTime(MAX_MS / 4 + 1);
    expect(body.stoodStill).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(10 * MAX_MS);
    expect(body.stoodStill).toHaveBeenCalledTimes(1);
  });

  it('is left alone while it moves, and once it has left', () => {
    const standstill = new Standstill(MAX_MS);
    const [moving, gone, still] = [watched(standstill), watched(standstill), watched(standstill)];
    standstill.leave(gone);
    for (let elapsedMs = 0; elapsedMs < 3 * MAX_MS; elapsedMs += MAX_MS / 2) {
      jest.advanceTimersByTime(MAX_MS / 2);
      moving.movedMs = performance.now();
    }
    expect(moving.stoodStill).not.toHaveBeenCalled();
    expect(gone.stoodStill).not.toHaveBeenCalled();
    expect(still.stoodStill).toHaveBeenCalledTimes(1);
  });

  it('costs no timer while there is nothing, and is looked after again when something comes', () => {
    const standstill = new Standstill(MAX_MS);
    standstill.leave(watched(standstill));
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(MAX_MS);
    expect(jest.getTimerCount()).toBe(0);
    const later = watched(standstill);
    jest.advanceTimersByTime(2 * MAX_MS);
    expect(later.stoodStill).toHaveBeenCalledTimes(1);
  });
});
