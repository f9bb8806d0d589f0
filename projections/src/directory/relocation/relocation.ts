import { execute, maybeRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

/**
 * An installation on the move. While `arriving` it is being filled and not complete; when it has `left`, its ledger goes on elsewhere. In both
 * states nothing may be written by the product, or two installations would go on from one ledger.
 */
export type Relocation = {
  readonly state: 'arriving' | 'left';
  /** Where from, or where to; for people, without secrets. */
  readonly place: string;
  /** A hint of how far the filling has come; whoever reads it checks it. */
  readonly progress: unknown;
};

const relocation = () => query('directory.relocation');

/** undefined: the installation lives here. */
export const relocationOf = (db: Queryable): Promise<Relocation | undefined> =>
  maybeRow<Relocation>(db, relocation().select('state', 'place', 'progress'));

/** Begins, or goes on with, the filling: also where the installation had left. A hint of an earlier filling stays. */
export async function noteArriving(db: Queryable, place: string): Promise<void> {
  await execute(db, relocation().insert({ state: 'arriving', place }).onConflict('single').merge({ state: 'arriving', place, noted_at: query.raw('clock_timestamp()') }));
}

/** Where nothing arrives it does nothing. */
export async function noteProgress(db: Queryable, progress: object): Promise<void> {
  await execute(db, relocation().where({ state: 'arriving' }).update({ progress: JSON.stringify(progress) }));
}

export async function noteLeft(db: Queryable, place: string): Promise<void> {
  await execute(db, relocation().insert({ state: 'left', place }).onConflict('single').merge({ state: 'left', place, progress: null, noted_at: query.raw('clock_timestamp()') }));
}

/** From now on the installation lives here. */
export async function noteResident(db: Queryable): Promise<void> {
  await execute(db, relocation().delete());
}
