import type { TillId } from '@ledgate/domain/shared/ids';
import type { TillRegistry, TillRow } from '@ledgate/domain/ports/till-registry';
import { columnsOf } from '../../shared/column-names.ts';
import { type Database, execute, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { BEAT } from './statements.ts';

type Options = {
  readonly pool: Database;
  /** The directory version that this process's view has taken in; 0 where there is no view. A new row starts with it. */
  readonly directoryVersion?: () => number;
};

const columns = columnsOf(['tillId', 'relayId', 'beat', 'directoryVersion'] satisfies (keyof TillRow)[]);

/** The heartbeat rows of open tills, over `directory.tills`. Errors of Postgres are thrown: a beat that was not written is no beat. */
export const createTillRegistry = ({ pool, directoryVersion = () => 0 }: Options): TillRegistry => ({
  open: async (tillId, relayId) => {
    await execute(
      pool,
      query('directory.tills')
        .insert({ till_id: tillId, relay_id: relayId, directory_version: directoryVersion() })
        .onConflict('till_id')
        .merge({ beat: query.raw('directory.tills.beat + 1') }),
    );
  },
  beat: async (relayId, version) => {
    const found = await rows<{ tillId: TillId }>(pool, { text: BEAT, values: [relayId, version] });
    return found.map(({ tillId }) => tillId);
  },
  closed: async (tillId) => {
    await execute(pool, query('directory.tills').where({ till_id: tillId }).delete());
  },
  list: () => rows<TillRow>(pool, query('directory.tills').select(columns).orderBy('till_id')),
});
