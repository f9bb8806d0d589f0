import { FAULT_POINTS, type FaultPoint } from '@ledgate/relay/cashier/fault-points';
import type { Crash } from './round.ts';

/** Passed only by a relay that was fenced while it lived, or only when a charge exceeds its lease: the cashier's own tests crash there. */
const NOT_HERE = /LateConsumptionRecorded|ConsumptionCorrected|LeaseCovered/;
/** Passed by a start that finds a dead till. */
const WHILE_STARTING = /TillFenced|TillRowRemoved/;
const HITS_MAX = 12;
const MOMENT_MAX_MS = 1_500;
/** Crashes at a moment, beside one at each point, that make up one turn. */
const MOMENTS_A_TURN = 4;

/** Every named point that a product alone passes. */
export const CRASH_POINTS: readonly FaultPoint[] = FAULT_POINTS.filter((point) => !NOT_HERE.test(point));

/** Rounds in which each named point has its turn. */
export const ROUNDS_A_TURN = CRASH_POINTS.length + MOMENTS_A_TURN;

/** The crashes of `rounds` rounds: turn by turn each named point once and some moments. `random` answers from 0 to below 1. */
export const crashesOf = (rounds: number, random: () => number): readonly Crash[] =>
  Array.from({ length: rounds }, (_, round): Crash => {
    const nodeOnly = (round + Math.floor(round / ROUNDS_A_TURN)) % 2 === 1;
    const point = CRASH_POINTS[round % ROUNDS_A_TURN];
    return point === undefined ? { nodeOnly, afterMs: random() * MOMENT_MAX_MS } : atPoint(point, nodeOnly, random);
  });

function atPoint(at: FaultPoint, nodeOnly: boolean, random: () => number): Crash {
  if (WHILE_STARTING.test(at)) return { nodeOnly, at, hits: 1, whileStarting: true };
  const often = /ConsumptionRecorded|LeaseRaised/.test(at);
  return { nodeOnly, at, hits: often ? 1 + Math.floor(random() * HITS_MAX) : 1 };
}
