import { FAULT_POINTS, type FaultPoint } from '@ledgate/relay/cashier/fault-points';
import type { Crash } from './round.ts';

/** Passed only by a relay that was fenced while it lived, or only when a charge exceeds its lease: the cashier's own tests have those. */
const NOT_HERE = /LateConsumptionRecorded|ConsumptionCorrected|LeaseCovered|AttemptsFailed|TillRow$/;
/** Passed by a start that finds a dead till. */
const WHILE_STARTING = /TillFenced|TillRowRemoved/;
const HITS_MAX = 12;
const MOMENT_MAX_MS = 1_500;
/** Every so many-th crash is at a moment instead of a point. */
const MOMENT_EVERY = 4;

/** The crashes of `rounds` rounds: each named point in turn, with moments between. `random` answers from 0 to below 1. */
export function crashesOf(rounds: number, random: () => number): readonly Crash[] {
  const points = FAULT_POINTS.filter((point) => !NOT_HERE.test(point));
  let nextPoint = Math.floor(random() * points.length);
  return Array.from({ length: rounds }, (_, round): Crash => {
    const nodeOnly = round % 2 === 1;
    if (round % MOMENT_EVERY === MOMENT_EVERY - 1) return { nodeOnly, afterMs: random() * MOMENT_MAX_MS };
    nextPoint += 1;
    return atPoint(points[nextPoint % points.length] ?? 'before_ConsumptionRecorded', nodeOnly, random);
  });
}

function atPoint(at: FaultPoint, nodeOnly: boolean, random: () => number): Crash {
  if (WHILE_STARTING.test(at)) return { nodeOnly, at, hits: 1, whileStarting: true };
  const often = /ConsumptionRecorded|LeaseRaised/.test(at);
  return { nodeOnly, at, hits: often ? 1 + Math.floor(random() * HITS_MAX) : 1 };
}
