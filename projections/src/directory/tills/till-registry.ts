import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import type { TillId } from '@ledgate/domain/shared/ids';
import type { TillRegistry, TillRow } from '@ledgate/domain/ports/till-registry';
import { columnsOf } from '../../shared/column-names.ts';
import { type Database, rows, type Sql } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { TILLS_ANSWER_MAX_MS } from '../limits.ts';
import { timed } from '../wait.ts';
import { BEAT, OPEN_TILL } from './sql.ts';

type Options = {
  readonly pool: Database;
  /** The directory version that this process's view has taken in; 0 where there is no view. A new row starts with it. */
  readonly directoryVersion?: () => number;
  /** The highest `ledger_schema` that the relay reads (docs/ledger.md#ledger_schema): that of this release. */
  readonly ledgerSchema?: number;
};

const columns = columnsOf(['tillId', 'relayId', 'beat', 'directoryVersion'] satisfies (keyof TillRow)[]);

/**
 * The heartbeat rows of open tills, over `directory.tills`. Errors of Postgres are thrown: a beat that was not written is no beat. Each call also throws
 * when there is no answer within TILLS_ANSWER_MAX_MS, waiting for a connection included, so that a connection that has gone silent holds up neither the
 * next heartbeat nor the next look; whether such a change was made is unknown, and it may be repeated.
 */
export const createTillRegistry = ({
  pool,
  directoryVersion = () => 0,
  ledgerSchema = LEDGER_SCHEMA,
}: Options): TillRegistry => {
  const asked = <Row>(sql: Sql): Promise<readonly Row[]> =>
    timed(rows<Row>(pool, sql, TILLS_ANSWER_MAX_MS), TILLS_ANSWER_MAX_MS);
  return {
    open: async (tillId, relayId) => {
      const values = [tillId, relayId, directoryVersion(), ledgerSchema];
      const opened = await asked<{ tillId: TillId }>({ text: OPEN_TILL, values });
      if (opened.length === 0)
        throw new Error(
          `a later release writes events that this one, which reads ledger_schema ${ledgerSchema}, does not`,
        );
    },
    beat: async (relayId, version, tillIds) => {
      const found = await asked<{ tillId: TillId }>({ text: BEAT, values: [relayId, version, tillIds] });
      return found.map(({ tillId }) => tillId);
    },
    closed: async (tillId) => {
      await asked(query('directory.tills').where({ till_id: tillId }).delete());
    },
    list: () => asked<TillRow>(query('directory.tills').select(columns).orderBy('till_id')),
  };
};
