import type { Clock } from '@ledgate/domain/ports/clock';

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
