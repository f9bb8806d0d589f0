import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { QUOTA_PER_UNIT } from './sql.ts';

/** A place in the ledger and its time, in Unix milliseconds. */
type Place = { readonly position: number; readonly atMs: number };

/** Quota units that 1 USD is, decimal text, by the version of the price book that is in force at a place. */
type QuotaPerUnit = (place: Place) => string;

/** Where no version stands: no ledger of this product is without one once something is charged. */
const NONE_STANDS = '500000';

/** Between two places, both included. In a snapshot, as all that goes with it. */
export async function quotaPerUnitBetween(db: Queryable, first: Place, last: Place): Promise<QuotaPerUnit> {
  const versions = await rows<{ position: number; startsMs: number; quotaPerUnit: string }>(
    db,
    query.raw(QUOTA_PER_UNIT, { first: first.position, atMs: first.atMs, last: last.position }),
  );
  return ({ position, atMs }) =>
    (versions.findLast((version) => version.position <= position && version.startsMs <= atMs) ?? versions[0])
      ?.quotaPerUnit ?? NONE_STANDS;
}
