import { type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

/** A program that is connected to the database, as the server sees it. */
type OtherSession = { readonly program: string; readonly address: string; readonly processId: number };

/** Who else is connected: every process of the product keeps at least one connection. `ownProgram` is the application name of the caller's own. */
export const otherSessions = (db: Queryable, ownProgram: string): Promise<readonly OtherSession[]> =>
  rows<OtherSession>(
    db,
    query('pg_stat_activity')
      .select({
        program: 'application_name',
        processId: 'pid',
        address: query.raw("coalesce(host(client_addr), 'this machine')"),
      })
      .where({ backend_type: 'client backend' })
      .whereRaw('datname = current_database()')
      .whereNot({ application_name: ownProgram })
      .orderBy('pid'),
  );
