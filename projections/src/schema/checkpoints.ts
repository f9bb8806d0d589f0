import type { Position } from '@ledgate/domain/ports/event-store';
import { type Queryable, rows } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';
import { type Generation, isMissing } from './generations.ts';
import { GENERATION_SHAPE, viewsOf } from './shape.ts';

type Row = { readonly partition: number; readonly position: Position };

const inOrder = async (db: Queryable, checkpoints: Query): Promise<readonly Position[]> =>
  (await rows<Row>(db, checkpoints.select('partition', 'position').orderBy('partition'))).map(
    ({ position }) => position,
  );

/** What has been applied of each partition of a generation. */
export const appliedPositions = (db: Queryable, { schema }: Pick<Generation, 'schema'>): Promise<readonly Position[]> =>
  inOrder(db, query(`${schema}.checkpoints`));

/** The same, and until the transaction ends nobody applies to it. The rows are locked in the order in which projectors lock them. */
export const lockPositions = (
  client: Queryable,
  { schema }: Pick<Generation, 'schema'>,
): Promise<readonly Position[]> => inOrder(client, query(`${schema}.checkpoints`).forUpdate());

type LiveCheckpoints = { readonly generation: number; readonly positions: readonly Position[] };

type Look = { readonly shape?: number; readonly answerMaxMs?: number };

/**
 * Of what this release reads; no positions where there are no read models of its shape. Generation 0: what it reads is not live any more. Throws what pg
 * throws, also where Postgres does not answer within `answerMaxMs`.
 */
export async function liveCheckpoints(
  db: Queryable,
  { shape = GENERATION_SHAPE, answerMaxMs }: Look = {},
): Promise<LiveCheckpoints> {
  const checkpoints = query(`${viewsOf(shape)}.checkpoints`)
    .orderBy('partition')
    .select('partition', 'position', {
      generation: query('readmodel.generations').select('number').where({ status: 'live', shape }),
    });
  const found = await rows<Row & { generation: number | null }>(db, checkpoints, answerMaxMs).catch(
    (error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    },
  );
  return { generation: found[0]?.generation ?? 0, positions: found.map(({ position }) => position) };
}
