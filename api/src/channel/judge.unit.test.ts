import { describe, expect, it } from '@jest/globals';
import { judge } from './test-all.ts';

const options = { thresholdSeconds: 5, disables: true, enables: true };
const enabled = { status: 1, autoBan: 1 };
const passed = (seconds: number) => ({ ok: true, message: '', seconds });
const broke = (disables: boolean) => ({ ok: false, message: 'invalid key', seconds: 1, disables });

describe('judge', () => {
  it('switches off what is broken for good or too slow', () => {
    expect(judge(enabled, broke(true), options)).toEqual({ status: 3, reason: 'invalid key' });
    expect(judge(enabled, passed(5.1), options)).toMatchObject({ status: 3, isSlow: true });
    // One that hangs is the slowest of all.
    expect(judge(enabled, { ...broke(false), seconds: 60 }, options)).toMatchObject({ status: 3, isSlow: true });
  });

  it('leaves alone what is quick enough, broken for a moment, protected, or not to be switched', () => {
    expect(judge(enabled, passed(5), options)).toBeUndefined();
    expect(judge(enabled, broke(false), options)).toBeUndefined();
    expect(judge({ ...enabled, autoBan: 0 }, broke(true), options)).toBeUndefined();
    expect(judge(enabled, broke(true), { ...options, disables: false })).toBeUndefined();
    expect(judge(enabled, passed(99), { ...options, thresholdSeconds: 0 })).toBeUndefined();
    expect(judge({ ...enabled, status: 2 }, broke(true), options)).toBeUndefined();
  });

  it('switches on again what passes', () => {
    expect(judge({ ...enabled, status: 3 }, passed(1), options)?.status).toBe(1);
    expect(judge({ ...enabled, status: 3 }, passed(1), { ...options, enables: false })).toBeUndefined();
    expect(judge({ ...enabled, status: 3 }, broke(true), options)).toBeUndefined();
  });
});
