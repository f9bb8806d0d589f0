import type { ResetStep } from '@ledgate/api/mail/fault-points';
import { type FaultPoint as PointOf, faultPointsOf } from '@ledgate/domain/ports/faults';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { OUTBOX_STEPS } from '@ledgate/projections/directory/outbox/fault-points';
import { FAULT_STEPS } from '@ledgate/relay/cashier/fault-points';
import type { CloseStep } from '@ledgate/projections/periods/finish-close';
import type { TokenBatchStep } from '@ledgate/api/token/fault-points';
import {
  COMMAND_STEPS,
  type SEAL_STEPS,
  type TOKEN_STEPS,
  type TOP_UP_STEPS,
} from '../../src/process/main/command-steps.ts';

const STEPS = [...FAULT_STEPS, ...COMMAND_STEPS, ...OUTBOX_STEPS] as const;
export type CrashPoint = PointOf<
  | (typeof STEPS)[number]
  | ResetStep
  | TokenBatchStep
  | (typeof TOP_UP_STEPS)[number]
  | (typeof TOKEN_STEPS)[number]
  | (typeof SEAL_STEPS)[number]
  | CloseStep
>;

/**
 * How the process is to end: at a moment; at a named point under load, the so many-th time it is passed; or at a named point of the start that
 * follows such an end, which leaves that start something to do. `nodeOnly` leaves the database server running.
 */
export type Crash = { readonly nodeOnly: boolean } & (
  | { readonly afterMs: number }
  | { readonly at: CrashPoint; readonly hits: number }
  | { readonly whileStarting: CrashPoint; /** Left out: with a call under way. */ readonly after?: CrashPoint }
);

/** Rounds in which each named point has its turn. */
export const ROUNDS_A_TURN = 20;
const HITS_MAX = 12;
const MOMENT_MAX_MS = 1_500;
/** Crashes at a moment, beside one at each point, that make up one turn. */
const MOMENTS_A_TURN = 6;

/**
 * Passed only by a relay that was fenced while it lived (oversell/late-record-crash.int.test.ts), or when a charge
 * exceeds its lease (covered-lease.int.test.ts).
 */
const NOT_HERE = /LateConsumptionRecorded|ConsumptionCorrected|LeaseCovered/;
/** Of a till, passed only by a start that finds it dead. */
const OF_DEAD_TILLS = /TillFenced|TillRowRemoved/;
const OFTEN = /ConsumptionRecorded|LeaseRaised/;

/** Every named point that a product alone passes while it is used. */
const UNDER_LOAD: readonly CrashPoint[] = faultPointsOf(STEPS).filter(
  (point) => !NOT_HERE.test(point) && !OF_DEAD_TILLS.test(point),
);

/** What a start passes when it finishes what an earlier process left: a dead till, a claim, an outbox row. */
const WHILE_STARTING: readonly { readonly whileStarting: CrashPoint; readonly after?: CrashPoint }[] = [
  { whileStarting: 'before_TillFenced' },
  { whileStarting: 'after_TillFenced' },
  { whileStarting: 'before_TillRowRemoved' },
  { whileStarting: 'after_TillRowRemoved' },
  { whileStarting: 'before_RedemptionCredited', after: 'after_CodeRedeemed' },
  { whileStarting: 'after_RedemptionCredited', after: 'before_RedemptionCredited' },
  { whileStarting: 'before_CodeIssued', after: 'before_CodeIssued' },
  { whileStarting: 'after_CodeIssued', after: 'before_CodeIssued' },
  { whileStarting: 'before_QuotaAdjusted', after: 'before_QuotaAdjusted' },
  { whileStarting: 'after_QuotaAdjusted', after: 'before_QuotaAdjusted' },
  { whileStarting: 'before_OutboxRowRemoved', after: 'after_CodeIssued' },
  { whileStarting: 'after_OutboxRowRemoved', after: 'after_QuotaAdjusted' },
];

/** The crashes of each of `rounds` rounds: turn by turn each named point once and some moments, in an order of the seed's. */
export function crashesOf(rounds: number, seed: number): readonly (readonly Crash[])[] {
  const random = new Random(seed);
  const turns = Array.from({ length: Math.ceil(rounds / ROUNDS_A_TURN) }, () => turn(random));
  return turns.flat().slice(0, rounds);
}

/** Dealt out to the rounds like cards: each gets two or three. */
function turn(random: Random): readonly (readonly Crash[])[] {
  const nodeOnly = (): boolean => random.chance(0.5);
  const cards = shuffled(random, [
    ...UNDER_LOAD.map((at): Crash => ({
      nodeOnly: nodeOnly(),
      at,
      hits: OFTEN.test(at) ? random.whole(1, HITS_MAX) : 1,
    })),
    ...WHILE_STARTING.map((start): Crash => ({ nodeOnly: nodeOnly(), ...start })),
    ...Array.from({ length: MOMENTS_A_TURN }, (): Crash => ({
      nodeOnly: nodeOnly(),
      afterMs: random.whole(0, MOMENT_MAX_MS),
    })),
  ]);
  return Array.from({ length: ROUNDS_A_TURN }, (_, round) =>
    cards.filter((_card, index) => index % ROUNDS_A_TURN === round),
  );
}

function shuffled<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
