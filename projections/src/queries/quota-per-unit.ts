import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { QUOTA_PER_UNIT } from './sql.ts';

/** A place in the ledger and its time, in Unix milliseconds. */
type Place = { readonly position: number; readonly atMs: number };

/** Quota units that 1 USD is, decimal text, by the version of the price book that is in force at a place. */
type QuotaPerUnit = (place: Place) => string;

/** Where no version stands: no ledger of this product is without one once something is charged. */
const NONE_STANDS = '500000';

/** At each of some places, in whatever order; their clocks may have gone back from one to the next. In a snapshot, as all that goes with it. */
export async function quotaPerUnitAt(db: Queryable, places: readonly Place[]): Promise<QuotaPerUnit> {
  const positions = places.map(({ position }) => position);
  // A version that stands before all of them and has started by the earliest time holds everywhere: none below it is in force at any.
  const [first, last, atMs] = [
    positions.reduce((least, position) => Math.min(least, position), Infinity),
    positions.reduce((most, position) => Math.max(most, position), -Infinity),
    places.reduce((least, place) => Math.min(least, place.atMs), Infinity),
  ];
  if (positions.length === 0) return () => NONE_STANDS;
  const versions = await rows<{ position: number; startsMs: number; quotaPerUnit: string }>(
    db,
    query.raw(QUOTA_PER_UNIT, { first, atMs, last }),
  );
  return (place) =>
    (versions.findLast(({ position, startsMs }) => position <= place.position && startsMs <= place.atMs) ?? versions[0])
      ?.quotaPerUnit ?? NONE_STANDS;
}
