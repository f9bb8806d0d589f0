import { execute, type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { DirectoryTransaction } from '../transaction.ts';

type RefusedPrice = { readonly model: string; readonly figure: string };

/** Figures that root has refused, by model: at most one a model. */
export async function refusedPrices(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const found = await rows<RefusedPrice>(db, query('directory.refused_prices').select('model', 'figure'));
  return new Map(found.map(({ model, figure }) => [model, figure]));
}

/** The last figure refused is the one that stays so. `nowS`: Unix seconds. */
export const refusePrice = (
  tx: Pick<DirectoryTransaction, 'client'>,
  { model, figure }: RefusedPrice,
  userId: number,
  nowS: number,
): Promise<unknown> =>
  execute(
    tx.client,
    query('directory.refused_prices')
      .insert({ model, figure, user_id: userId, refused_time: nowS })
      .onConflict('model')
      .merge(['figure', 'user_id', 'refused_time']),
  );

export const takeBackRefusal = (tx: Pick<DirectoryTransaction, 'client'>, model: string): Promise<unknown> =>
  execute(tx.client, query('directory.refused_prices').where({ model }).delete());
