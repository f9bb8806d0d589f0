import { relocationOf } from '@ledgate/projections/directory/relocation/relocation';
import type { Pool } from 'pg';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';

/** For a start: throws StartRefused where the installation is being filled or has moved away. Two must never go on from one ledger. */
export async function refuseUnlessResident(pool: Pool): Promise<void> {
  const relocation = await relocationOf(pool);
  if (relocation === undefined) return;
  throw new StartRefused(
    relocation.state === 'left'
      ? `this installation has moved to ${relocation.place}: start it there. The ways back are in docs/operations.md, "From one machine to many"`
      : `this installation is being filled from ${relocation.place} and is not complete: run that command again to its end`,
  );
}
