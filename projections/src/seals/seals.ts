import { SEALS_LISTED_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { verifierIn } from './signed-note.ts';

/** A signed head of the tree of all events. `root`: base64. `position`: where the seal itself stands. `atMs`: when the store wrote it, Unix milliseconds. */
export type SealRow = {
  readonly size: number;
  readonly root: string;
  readonly note: string;
  readonly keyId: string;
  readonly position: number;
  readonly atMs: number;
};

const seals = () => query(`${READ_MODELS}.seals`);
const SEAL_COLUMNS = { size: 'size', root: 'root', note: 'note', keyId: 'key_id', position: 'position', atMs: 'at_ms' };
const sealRows = () => seals().select(SEAL_COLUMNS);

export const newestSeal = (db: Queryable): Promise<SealRow | undefined> =>
  maybeRow(db, sealRows().orderBy('position', 'desc').limit(1));

/** The first of a size; undefined where none was sealed. */
export const sealOfSize = (db: Queryable, size: number): Promise<SealRow | undefined> =>
  maybeRow(db, sealRows().where({ size }).orderBy('position').limit(1));

/** The first of at least a size; undefined where none has come yet. */
export const firstSealOf = (db: Queryable, size: number): Promise<SealRow | undefined> =>
  maybeRow(db, sealRows().where('size', '>=', size).orderBy('size').orderBy('position').limit(1));

/** Seals of sizes above `from` and up to `size`, as far as they stand up to `position`. */
export type SealsOf = { readonly from: number; readonly size: number; readonly position: number };

const sealsOf = ({ from, size, position }: SealsOf) =>
  seals().where('size', '>', from).where('size', '<=', size).where('position', '<=', position);

/** At most `limit` behind the position `after`, in their order, in which sizes never become less. */
export const sealsAfter = (db: Queryable, of: SealsOf, after: number, limit: number): Promise<readonly SealRow[]> =>
  rows(db, sealsOf(of).select(SEAL_COLUMNS).where('position', '>', after).orderBy('position').limit(limit));

export const sealCount = async (db: Queryable, of: SealsOf): Promise<number> =>
  (await oneRow<{ count: number }>(db, sealsOf(of).count({ count: '*' }))).count;

/** Newest first, SEALS_LISTED_MAX of them: `total` counts no more, and pages behind are empty. */
export async function sealsPage(
  db: Queryable,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly items: readonly SealRow[]; readonly total: number }> {
  const listed = Math.min(limit, SEALS_LISTED_MAX - offset);
  const items =
    listed <= 0 ? [] : await rows<SealRow>(db, sealRows().orderBy('position', 'desc').offset(offset).limit(listed));
  const counted = seals().select(query.raw('1')).limit(SEALS_LISTED_MAX).as('counted');
  const { total } = await oneRow<{ total: number }>(db, query(counted).count({ total: '*' }));
  return { items, total };
}

/** A key that signs from a size on, until the next one does. `atMs`: since when the ledger knows it, Unix milliseconds. */
export type SigningKey = {
  readonly vkey: string;
  readonly fromSize: number;
  readonly atMs: number;
  readonly retiredAtMs: number | null;
};

/** At most so many: one is changed by hand. */
const KEYS_MAX = 1_000;

/** The present one first. */
export async function signingKeys(db: Queryable): Promise<readonly SigningKey[]> {
  const found = await rows<Omit<SigningKey, 'retiredAtMs'>>(
    db,
    query(`${READ_MODELS}.signing_keys`)
      .select('vkey', { fromSize: 'from_size' }, { atMs: 'at_ms' })
      .orderBy('position', 'desc')
      .limit(KEYS_MAX),
  );
  return found.map((key, at) => ({ ...key, retiredAtMs: found[at - 1]?.atMs ?? null }));
}

/** The key by which a seal was signed; undefined where the read models know none of its id. */
export const keyOfSeal = (keys: readonly SigningKey[], { keyId }: Pick<SealRow, 'keyId'>): SigningKey | undefined =>
  keys.find(({ vkey }) => verifierIn(vkey)?.id === keyId);
