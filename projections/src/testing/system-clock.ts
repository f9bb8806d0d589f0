/** Tests wait for positions, never for times. */
export const systemClock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
