import { type Database, execute, inTransaction } from '../shared/database.ts';
import { ONE_KEY_CHANGE } from './sql.ts';

/** Changes of the ledger's key, one after the other over all hosts. */
export const oneKeyChange = <Value>(db: Database, work: () => Promise<Value>): Promise<Value> =>
  inTransaction(db, async (client) => {
    await execute(client, { text: ONE_KEY_CHANGE, values: [] });
    return work();
  });
