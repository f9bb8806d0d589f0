import type { PlantedFault } from './planted-fault.ts';
import { Scenario } from './scenario.ts';

/** A schedule in which the protocol did not hold; its seed repeats it. */
type FailedSchedule = { readonly seed: number; readonly failures: readonly string[] };

type SimulationOptions = {
  /** Seed of the first schedule. */
  readonly from: number;
  readonly count: number;
  readonly fault?: PlantedFault;
  /** Stops after so many failed schedules; 1 by default. */
  readonly failuresMax?: number;
  /** Called after every schedule. */
  readonly onPlayed?: (played: number) => void;
  /** Called as soon as a schedule has failed. */
  readonly onFailed?: (failed: FailedSchedule) => void;
};

/** Plays `count` schedules of the lease protocol and answers those that failed: none, unless a fault is planted. Deterministic by seed. */
export async function runSimulations({
  from,
  count,
  fault,
  failuresMax = 1,
  onPlayed,
  onFailed,
}: SimulationOptions): Promise<readonly FailedSchedule[]> {
  const failed: FailedSchedule[] = [];
  for (let seed = from; seed < from + count && failed.length < failuresMax; seed += 1) {
    const failures = await new Scenario(seed, fault).play();
    if (failures.length > 0) {
      failed.push({ seed, failures });
      onFailed?.({ seed, failures });
    }
    onPlayed?.(seed - from + 1);
  }
  return failed;
}
