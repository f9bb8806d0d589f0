import { RETRY_MAX_MS, SUCCESSION_POLL_MS, SUCCESSION_RETRY_MS } from '../limits.ts';
import { succeed, type Succession } from '../rebuild/succession.ts';
import type { ShapeDiffers } from '../schema/shape.ts';
import { pause } from '../shared/pause.ts';
import { isPassing } from './failures.ts';

type ReachingShape = Omit<Succession, 'store'> & {
  /** Where the next generation is filled from; undefined: another process has to fill it. */
  readonly ledger: Succession['store'] | undefined;
  /** Somebody has to look. */
  readonly stand: (error: unknown, message: string) => void;
};

/** For a projector that has found a live generation of another shape than its own. Ends when it is worth looking again; throws nothing. */
export async function reachShape(differs: ShapeDiffers, { ledger, stand, ...parts }: ReachingShape): Promise<void> {
  const { log, signal } = parts;
  if (differs.fit === 'later') {
    stand(differs, 'the live read models are of a later release: nothing is applied');
    return pause(RETRY_MAX_MS, signal);
  }
  try {
    const outcome = ledger === undefined ? 'taken' : await succeed({ ...parts, store: ledger });
    if (outcome === 'taken') await pause(SUCCESSION_POLL_MS, signal);
  } catch (error) {
    if (signal.aborted) return;
    const passing = isPassing(error);
    if (passing) log.warn({ err: error }, 'the next generation of read models could not be filled; it is begun anew');
    else stand(error, 'the next generation of read models cannot be filled: the release before must go on');
    await pause(passing ? RETRY_MAX_MS : SUCCESSION_RETRY_MS, signal);
  }
}
