import { BODIES_BYTES_MAX } from '@ledgate/relay/limits';
import type { AttackCount, AttackCounts } from './attackers.ts';
import { type Attack, ATTACKS } from './attacks.ts';
import type { GoodAnswers } from './good-load.ts';
import {
  ATTACK_SETTLED_S,
  BESIDE_BODIES_MB_MAX,
  GROWTH_MB_MAX,
  RATE_SHARE_MIN,
  WARM_UP_S_MAX,
  WARM_UP_S_MIN,
  WARM_UP_SHARE,
} from './limits.ts';
import type { MemorySeen } from './memory-watch.ts';

export type SoakPlan = {
  readonly seconds: number;
  readonly perSecond: number;
  readonly answerMsMax: number;
  readonly say: (line: string) => void;
};

/** What a soak has seen. */
export type Found = {
  readonly good: GoodAnswers;
  readonly attacks: AttackCounts;
  readonly seen: MemorySeen;
  readonly left: number;
  readonly books: { readonly code: number | null; readonly output: string };
  readonly isLogged: boolean;
};

export const warmUpSeconds = ({ seconds }: Pick<SoakPlan, 'seconds'>): number =>
  Math.min(WARM_UP_S_MAX, seconds * WARM_UP_SHARE);

function memoryFaults(plan: Pick<SoakPlan, 'seconds'>, { startMb, warmUpMb, afterMb }: MemorySeen): readonly string[] {
  const mostMb = startMb + BODIES_BYTES_MAX / (1024 * 1024) + BESIDE_BODIES_MB_MAX;
  const highestMb = Math.max(warmUpMb, afterMb);
  const grows = warmUpSeconds(plan) >= WARM_UP_S_MIN && afterMb - warmUpMb > GROWTH_MB_MAX;
  return [
    ...(highestMb > mostMb ? [`memory rose to ${highestMb} MB, above ${mostMb} MB`] : []),
    ...(grows ? [`memory grew from ${warmUpMb} to ${afterMb} MB, by more than ${GROWTH_MB_MAX} MB`] : []),
  ];
}

/** An attack that was not carried out, or was answered otherwise than it should be, says nothing about who withstood it. */
export function attackFaults(
  { name, connections, outcomes }: Pick<Attack, 'name' | 'connections' | 'outcomes'>,
  count: AttackCount | undefined,
  seconds: number,
): readonly string[] {
  const made = count?.connections ?? 0;
  const seen: Readonly<Partial<Record<string, number>>> = count?.outcomes ?? {};
  const unforeseen = Object.entries(seen).filter(([outcome]) => !Object.hasOwn(outcomes, outcome));
  return [
    ...(made < connections ? [`attack ${name}: ${made} connections, not ${connections}`] : []),
    ...unforeseen.map(([outcome, times]) => `attack ${name}: ${times} connections ended with ${outcome}`),
    ...Object.entries(outcomes).flatMap(([outcome, { perMinute, afterSeconds = ATTACK_SETTLED_S }]) => {
      const asked = Math.floor((perMinute * Math.max(0, seconds - afterSeconds)) / 60);
      const times = seen[outcome] ?? 0;
      return times < asked ? [`attack ${name}: ${times} connections ended with ${outcome}, not ${asked}`] : [];
    }),
  ];
}

/** What does not hold. */
export function judged(
  plan: Omit<SoakPlan, 'say'>,
  { good, attacks, seen, left, books, isLogged }: Found,
): readonly string[] {
  const { answerMsMax, perSecond, seconds } = plan;
  const rate = (good.sent * 1_000) / good.sendingMs;
  const slow = good.durationsMs.filter((durationMs) => durationMs > answerMsMax).length;
  return [
    ...(good.failed > 0 ? [`${good.failed} good requests failed: ${good.failures.join('; ')}`] : []),
    ...(good.answered < good.sent && good.failed === 0 ? [`${good.sent - good.answered} have no answer`] : []),
    ...(slow > 0 ? [`${slow} good requests took longer than ${answerMsMax} ms`] : []),
    ...(rate < perSecond * RATE_SHARE_MIN
      ? [`good requests were sent at ${rate.toFixed(1)}/s, not at ${perSecond}/s`]
      : []),
    ...(good.sent < perSecond * seconds ? [`${good.sent} good requests were sent, not ${perSecond * seconds}`] : []),
    ...ATTACKS.flatMap((attack) => attackFaults(attack, attacks[attack.name], seconds)),
    ...memoryFaults(plan, seen),
    ...(left > 0 ? [`${left} calls whose callers are gone still run at the provider`] : []),
    ...(isLogged ? [] : ['the log does not show every good request']),
    ...(books.code === 0 ? [] : [`verify ended with ${books.code}: ${books.output}`]),
  ];
}
