import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { liveGeneration } from '../../schema/generations.ts';
import { ledgerSchemaOfShape } from '../../schema/shape.ts';
import { type Database, execute, inTransaction, maybeRow, type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { nextVersion } from '../changes.ts';
import { type Raise, raiseOf, type TillReads } from './raise-of.ts';

// The installation's `ledger_schema` (docs/ledger.md#ledger_schema): one row, which only grows. A dump holds it.

const table = () => query('directory.ledger_schema');

/** As it stands; undefined before the first start. */
export const ledgerSchemaOf = async (db: Queryable): Promise<number | undefined> =>
  (await maybeRow<{ number: number }>(db, table().select('number')))?.number;

/**
 * Whether processes of the release before may serve beside this one. Where they may, they may until the transaction has ended: whoever raises the number waits.
 */
export async function mayEarlierServe(client: Queryable): Promise<boolean> {
  const row = await maybeRow<{ number: number }>(client, table().select('number').forShare());
  return row !== undefined && row.number < LEDGER_SCHEMA;
}

/** As it stands. A new installation, which has none yet, begins with `highest`: nobody can read less. */
export async function beginLedgerSchema(db: Queryable, highest = LEDGER_SCHEMA): Promise<number> {
  const known = await ledgerSchemaOf(db);
  if (known !== undefined) return known;
  await execute(db, table().insert({ number: highest }).onConflict('single').ignore());
  return (await ledgerSchemaOf(db)) ?? highest;
}

export type Raised = Raise & { readonly from: number };

/**
 * Raises it as far as every reader reads, in one transaction, which relays take in like any change of the directory. A till that is opened at the same time
 * waits for its end (OPEN_TILL). Undefined where it is the own release's already, or is not yet begun.
 *
 * @param own the highest that this release reads
 * @param ofShape the highest that the releases read whose read models have a shape
 */
export async function raiseLedgerSchema(
  db: Database,
  { own = LEDGER_SCHEMA, ofShape = ledgerSchemaOfShape } = {},
): Promise<Raised | undefined> {
  if (((await ledgerSchemaOf(db)) ?? own) >= own) return undefined;
  return inTransaction(db, async (client) => {
    // Locked before the tills are read: whose opening was not committed by now finds the new number.
    const row = await maybeRow<{ number: number }>(client, table().select('number').forUpdate());
    if (row === undefined || row.number >= own) return undefined;
    const from = row.number;
    const live = await liveGeneration(client);
    const tills = await rows<TillReads>(
      client,
      query('directory.tills').select({ relayId: 'relay_id', reads: 'ledger_schema' }).orderBy('till_id'),
    );
    const raise = raiseOf({ written: from, own, readModels: live === undefined ? from : ofShape(live.shape), tills });
    if (raise.to > from) {
      await execute(client, table().where({ number: from }).update({ number: raise.to }));
      await nextVersion(client, [{ kind: 'ledger_schema', id: 0 }]);
    }
    return { ...raise, from };
  });
}
