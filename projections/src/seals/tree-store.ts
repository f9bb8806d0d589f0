import { type Position, type Revision, START } from '@ledgate/domain/ports/event-store';
import {
  type Database,
  execute,
  inSnapshot,
  inTransaction,
  maybeRow,
  type Queryable,
  rows,
} from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { BEGIN_TREE, FORGET_TREE, GROW_TREE, KEEP_TILES, TILES } from './sql.ts';
import { lastTiles, type Tile, TileTree } from './tile-tree.ts';

const HASH_BYTES = 32;

/** The event up to which leaves were read. */
export type LastRead = { readonly stream: string; readonly revision: Revision; readonly id: string };
/** The tree of all leaves up to a position; `last` is undefined before the first event. */
export type KeptTree = { readonly tree: TileTree; readonly position: Position; readonly last: LastRead | undefined };

/** Somebody else has grown the tree meanwhile: two notaries at once. Nothing was written. */
export class TreeGrown extends Error {
  override readonly name = 'TreeGrown';
}

type TileAt = Pick<Tile, 'level' | 'number'>;

/** The tiles that are there, by `tileName`. */
export async function readTiles(
  db: Queryable,
  tiles: readonly TileAt[],
): Promise<ReadonlyMap<string, readonly Uint8Array[]>> {
  if (tiles.length === 0) return new Map();
  const found = await rows<TileAt & { readonly hashes: Buffer }>(db, {
    text: TILES,
    values: [tiles.map(({ level }) => level), tiles.map(({ number }) => number)],
  });
  return new Map(found.map(({ hashes, ...at }) => [tileName(at), hashesIn(hashes)]));
}

export const tileName = ({ level, number }: TileAt): string => `${level}/${number}`;

const hashesIn = (bytes: Buffer): Uint8Array[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));

/** As it was last kept; of no leaves where it never was, or a load has emptied the directory. */
export const readTree = (db: Database): Promise<KeptTree> =>
  inSnapshot(db, async (snapshot) => {
    const kept = await maybeRow<LastRead & { size: number; position: Position }>(
      snapshot,
      query('directory.seal_tree').select('size', 'position', {
        stream: 'last_stream',
        revision: 'last_revision',
        id: 'last_id',
      }),
    );
    if (kept === undefined) return { tree: new TileTree(), position: START, last: undefined };
    const { size, position, ...last } = kept;
    const tiles = lastTiles(size);
    const found = await readTiles(snapshot, tiles);
    const byLevel = new Map(tiles.map((at) => [at.level, (found.get(tileName(at)) ?? []).slice(0, at.count)]));
    return { tree: new TileTree(size, byLevel), position, last: last.id === '' ? undefined : last };
  });

/** Where a tree stood when it was read. */
type TreePlace = { readonly size: number; readonly position: Position };

/** Keeps a tree that has grown since it stood at `from`, up to `position`. Throws TreeGrown. */
export const keepTree = (db: Database, from: TreePlace, { tree, position, last }: KeptTree): Promise<void> =>
  inTransaction(db, async (client) => {
    await execute(client, { text: BEGIN_TREE, values: [] });
    const grown = await execute(client, {
      text: GROW_TREE,
      values: [from.size, from.position, tree.size, position, last?.stream ?? '', last?.revision ?? 0, last?.id ?? ''],
    });
    if (grown === 0) throw new TreeGrown(`the tree does not stand at ${from.size} leaves any more`);
    const tiles = tree.takeTiles();
    if (tiles.length === 0) return;
    await execute(client, {
      text: KEEP_TILES,
      values: [
        tiles.map(({ level }) => level),
        tiles.map(({ number }) => number),
        tiles.map(({ hashes }) => Buffer.concat(hashes)),
      ],
    });
  });

/** Nothing is kept any more: it is built anew from the ledger by whoever reads leaves, from now on if he runs. */
export const forgetTree = (db: Database): Promise<void> =>
  inTransaction(db, async (client) => {
    await execute(client, { text: FORGET_TREE, values: [] });
    await execute(client, query('directory.seal_tiles').delete());
  });
