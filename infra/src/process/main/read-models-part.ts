import { liveGeneration } from '@ledgate/projections/schema/generations';
import { fitOf, GENERATION_SHAPE, misfitText } from '@ledgate/projections/schema/shape';
import { type ShapeWatch, watchShape } from '@ledgate/projections/schema/shape-watch';
import type { Role } from '../../server/config/roles.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import type { HealthCheck } from '../../server/http/readiness.ts';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';

type ReadModels = { readonly watch: ShapeWatch; readonly check: HealthCheck };

/** Relays and publishers decide and publish by the ledger alone: an upgrade of the read models is nothing to them. */
export const readsReadModels = (roles: ReadonlySet<Role>): boolean =>
  roles.has('api') || roles.has('worker') || roles.has('projector');

/**
 * For a process that reads the read models or keeps them, while releases change (docs/decisions/0010-upgrades-of-read-models.md). One that a later release
 * supersedes gives up its leaderships. Throws StartRefused where it was superseded before it started.
 */
export async function openReadModels(
  { pool, log, election, onError }: Pick<Foundation, 'pool' | 'log' | 'election' | 'onError'>,
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
      election.close().catch(onError);
    },
  });
  lifeline.add('watch on the release of the read models', () => watch.stop());
  return { watch, check: { part: 'read-models', unready: () => watch.misfit() } };
}
