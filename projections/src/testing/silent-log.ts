import type { Log } from '../shared/log.ts';

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Tests wait for positions, never for times. */
export const systemClock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
