import { saveVerification } from '@ledgate/projections/directory/verifications/verifications';
import { pause } from '@ledgate/projections/shared/pause';
import { findingText } from '@ledgate/projections/verify/finding';
import { verify } from '@ledgate/projections/verify/verify';
import type { Position } from '@ledgate/domain/ports/event-store';
import { VERIFY_EVERY_MS, VERIFY_FIRST_AFTER_MS, VERIFY_TIME_PARTS_MIN } from '../limits.ts';
import type { Foundation } from './foundation.ts';

type Verified = Pick<Foundation, 'store' | 'patientPool' | 'gaplessPositions' | 'log'>;

/** Verifies the books again and again until the signal, and keeps what was found for the mark in the console. */
export async function verifyAgainAndAgain(
  { store, patientPool: pool, gaplessPositions, log }: Verified,
  signal: AbortSignal,
): Promise<void> {
  let last: Position | undefined;
  let differences: readonly string[] = [];

  const once = async (): Promise<void> => {
    const position = await store.head();
    if (position !== last) {
      differences = (await verify({ store, pool, gaplessPositions, onProgress: () => signal.throwIfAborted() })).map(
        findingText,
      );
      last = position;
      if (differences.length > 0)
        log.error({ alarm: true, differences: differences.slice(0, 10) }, 'the books are not true');
    }
    await saveVerification(pool, { atMs: Date.now(), ok: differences.length === 0, position, differences });
  };

  for (let afterMs = VERIFY_FIRST_AFTER_MS; ;) {
    await pause(afterMs, signal);
    if (signal.aborted) return;
    const startedAt = performance.now();
    await once().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'the books could not be verified; they are tried again');
    });
    afterMs = Math.max(VERIFY_EVERY_MS, (performance.now() - startedAt) * VERIFY_TIME_PARTS_MIN);
  }
}
