import { liveGeneration } from '@ledgate/projections/schema/generations';
import { fitOf, GENERATION_SHAPE, misfitText } from '@ledgate/projections/schema/shape';
import { type ShapeWatch, watchShape } from '@ledgate/projections/schema/shape-watch';
import type { Role } from '../config/roles.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import type { HealthCheck } from '../http/health.ts';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';

export type ReadModels = { readonly watch: ShapeWatch; readonly check: HealthCheck };

/** Relays and publishers decide and publish by the ledger alone: an upgrade of the read models is nothing to them. */
export const readsReadModels = (roles: ReadonlySet<Role>): boolean =>
  roles.has('api') || roles.has('worker') || roles.has('projector');

/**
 * For a process that reads the read models or keeps them, while releases change (decision 0010). One that a later release supersedes gives up its offices.
 * Throws StartRefused where it was superseded before it started.
 */
export async function openReadModels(
  { pool, log, candidacy, onError }: Pick<Foundation, 'pool' | 'log' | 'candidacy' | 'onError'>,
  lifeline: Lifeline,
): Promise<ReadModels> {
  const live = await liveGeneration(pool);
  if (live !== undefined && fitOf(live.shape, GENERATION_SHAPE) === 'later') {
    throw new StartRefused(
      `${misfitText(live.shape, GENERATION_SHAPE)}; the way back to this one is \`npm run rebuild\` with it, when every process of the later release has ended`,
    );
  }
  const watch = await watchShape({
    pool,
    log,
    onSuperseded: () => {
      candidacy.close().catch(onError);
    },
  });
  lifeline.add('watch on the release of the read models', () => watch.stop());
  return { watch, check: { part: 'read-models', unready: () => watch.misfit() } };
}
