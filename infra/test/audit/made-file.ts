import { Random } from '@ledgate/domain/testing/simulation/random';
import type { Truth } from './corruptions.ts';
import { eventsFile, headOf, linesIn, randomEvents } from './random-ledger.ts';

/** A true export, and a head that somebody has kept. */
type Made = Truth & { readonly file: string; readonly head: string };

/** Of some dozen events, several seals and, one time in three, a beginning behind the first event. */
export function madeFile(seed: number): Made {
  const random = new Random(seed);
  const count = random.whole(12, 60);
  const events = randomEvents(random, count);
  const first = random.chance(0.33) ? random.whole(1, count - 10) : 0;
  const sealedAt = Array.from({ length: count - first - 2 }, (_, at) => first + at + 3).filter(
    (size) => size > first + 5 && random.chance(0.2),
  );
  const sealed = sealedAt.at(-1) ?? count;
  const file = eventsFile(events, { sealedAt: sealedAt.length === 0 ? [count] : sealedAt, first });
  return { random, events, file, lines: linesIn(file), sealed, head: headOf(events, random.whole(first, count)) };
}
