import { execute, maybeRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

/**
 * An installation on the move. While `arriving` it is being filled and not complete; when it has `left`, its ledger goes on elsewhere. In both
 * states nothing may be written by the product, or two installations would go on from one ledger.
 */
type Relocation = {
  readonly state: 'arriving' | 'left';
  /** Where from, or where to; for people, without secrets. */
  readonly place: string;
};

const relocation = () => query('directory.relocation');

/** undefined: the installation lives here. */
export const relocationOf = (db: Queryable): Promise<Relocation | undefined> =>
  maybeRow<Relocation>(db, relocation().select('state', 'place'));

/** Begins, or goes on with, the filling: also where the installation had left. */
export const noteArriving = (db: Queryable, place: string): Promise<void> =>
  noteRelocation(db, { state: 'arriving', place });

export const noteLeft = (db: Queryable, place: string): Promise<void> => noteRelocation(db, { state: 'left', place });

export async function noteRelocation(db: Queryable, { state, place }: Relocation): Promise<void> {
  await execute(
    db,
    relocation()
      .insert({ state, place, noted_at: query.raw('clock_timestamp()') })
      .onConflict('single')
      .merge(),
  );
}

/** From now on the installation lives here. */
export async function noteResident(db: Queryable): Promise<void> {
  await execute(db, relocation().delete());
}
