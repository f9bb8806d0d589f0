import { saveVerification } from '@ledgate/projections/directory/verifications/verifications';
import { pause } from '@ledgate/projections/shared/pause';
import { findingText } from '@ledgate/projections/verify/finding';
import { verify, type VerifyProgress } from '@ledgate/projections/verify/verify';
import type { Log } from '@ledgate/domain/ports/log';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import { VERIFY_EVERY_MS, VERIFY_FIRST_AFTER_MS, VERIFY_PAUSE_MAX_MS, VERIFY_TIME_PARTS_MIN } from '../../limits.ts';
import type { Foundation } from './foundation.ts';

type Verified = Pick<Foundation, 'store' | 'patientPool' | 'gaplessPositions'> & { readonly log: Log };

const TIMES = { firstAfterMs: VERIFY_FIRST_AFTER_MS, everyMs: VERIFY_EVERY_MS };

/**
 * Goes through the books again and again until the signal, whether anything was written or not, and keeps what each whole look has found for the
 * mark in the console: with the moment at which it began, which is the age of its oldest part, and the position up to which it compared, that of the
 * partition furthest behind. `times`: milliseconds; tests shorten them.
 */
export async function verifyAgainAndAgain(verified: Verified, signal: AbortSignal, times = TIMES): Promise<void> {
  const { log } = verified;
  for (let afterMs = times.firstAfterMs; ;) {
    await pause(afterMs, signal);
    if (signal.aborted) return;
    const startedAt = performance.now();
    await lookOnce(verified, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error }, 'the books could not be verified; they are tried again');
    });
    afterMs = Math.max(times.everyMs, (performance.now() - startedAt) * VERIFY_TIME_PARTS_MIN);
  }
}

async function lookOnce(
  { store, patientPool: pool, gaplessPositions, log }: Verified,
  signal: AbortSignal,
): Promise<void> {
  const atMs = Date.now();
  let position: Position = START;
  let pageSince = performance.now();
  const onProgress = async ({ comparedUpTo }: VerifyProgress): Promise<void> => {
    position = comparedUpTo;
    // A page, then as long a rest: whoever shares the thread or the database is served in between.
    await pause(Math.min(performance.now() - pageSince, VERIFY_PAUSE_MAX_MS), signal);
    signal.throwIfAborted();
    pageSince = performance.now();
  };
  const findings = await verify({ store, pool, gaplessPositions, signal, onProgress });
  if (findings.length > 0)
    log.error({ alarm: true, differences: findings.slice(0, 10).map(findingText) }, 'the books are not true');
  await saveVerification(pool, { atMs, position, findings });
}
