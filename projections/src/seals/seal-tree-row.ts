import type { Position } from '@ledgate/domain/ports/event-store';
import { execute, maybeRow, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { NOTE_SEALED, NOTE_TROUBLE, WISH_SEAL } from './sql.ts';

/**
 * Why nothing is sealed (docs/operations.md#seals): the process has no key; its key is not the ledger's; the ledger is not the one that was sealed, since the
 * last head is no beginning of it.
 */
export const SEAL_TROUBLES = ['key_missing', 'key_differs', 'ledger_differs'] as const;
export type SealTrouble = (typeof SEAL_TROUBLES)[number];

/** How far leaves are kept and sealed, and up to where somebody wants them sealed. Sizes count leaves, positions are the ledger's. */
export type SealTreeRow = {
  readonly size: number;
  readonly position: Position;
  readonly sealedSize: number;
  readonly sealedPosition: Position;
  readonly wishedPosition: Position;
  readonly trouble: SealTrouble | null;
};

const NOTHING_YET: SealTreeRow = {
  size: 0,
  position: 0 as Position,
  sealedSize: 0,
  sealedPosition: 0 as Position,
  wishedPosition: 0 as Position,
  trouble: null,
};

export async function sealTreeRow(db: Queryable): Promise<SealTreeRow> {
  const found = await maybeRow<Omit<SealTreeRow, 'trouble'> & { readonly trouble: string }>(
    db,
    query('directory.seal_tree').select(
      'size',
      'position',
      { sealedSize: 'sealed_size' },
      { sealedPosition: 'sealed_position' },
      { wishedPosition: 'wished_position' },
      'trouble',
    ),
  );
  if (found === undefined) return NOTHING_YET;
  return { ...found, trouble: SEAL_TROUBLES.find((trouble) => trouble === found.trouble) ?? null };
}

/** Everything up to a position is sealed. */
export async function noteSealed(db: Queryable, size: number, position: Position): Promise<void> {
  await execute(db, { text: NOTE_SEALED, values: [size, position] });
}

export async function noteTrouble(db: Queryable, trouble: SealTrouble | null): Promise<void> {
  await execute(db, { text: NOTE_TROUBLE, values: [trouble ?? ''] });
}

/** Everything up to a position is to be sealed now; it is at the latest after NOTARY_LOOK_MS and what reading takes. */
export async function wishSeal(db: Queryable, position: Position): Promise<void> {
  await execute(db, { text: WISH_SEAL, values: [position] });
}
