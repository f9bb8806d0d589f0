import type { Position } from '@ledgate/domain/ports/event-store';
import { type Queryable, rows } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';
import type { Generation } from './generations.ts';

type Row = { readonly partition: number; readonly position: Position };

const inOrder = async (db: Queryable, checkpoints: Query): Promise<readonly Position[]> =>
  (await rows<Row>(db, checkpoints.select('partition', 'position').orderBy('partition'))).map(({ position }) => position);

/** What has been applied of each partition of a generation. */
export const positionsOf = (db: Queryable, { schema }: Pick<Generation, 'schema'>): Promise<readonly Position[]> => inOrder(db, query(`${schema}.checkpoints`));

/** The same, and until the transaction ends nobody applies to it. The rows are locked in the order in which projectors lock them. */
export const lockPositions = (client: Queryable, { schema }: Pick<Generation, 'schema'>): Promise<readonly Position[]> =>
  inOrder(client, query(`${schema}.checkpoints`).forUpdate());

export type LiveCheckpoints = { readonly generation: number; readonly positions: readonly Position[] };

/** Of the live generation; no positions where there is none. */
export async function liveCheckpoints(db: Queryable): Promise<LiveCheckpoints> {
  const found = await rows<Row & { generation: number }>(db, query('readmodel.checkpoints').orderBy('partition')
    .select('partition', 'position', { generation: query('readmodel.generations').select('number').where({ status: 'live' }) }));
  return { generation: found[0]?.generation ?? 0, positions: found.map(({ position }) => position) };
}
