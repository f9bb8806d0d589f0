import { execute, type Queryable, rows } from '../../shared/database.ts';
import { oneOfTexts, query } from '../../shared/query.ts';

const table = () => query('directory.audit_addresses');

/**
 * Keeps from which address a call came, once for all that it changes. What is recorded as an act notes it itself; who changes what is an event, and so its own
 * record (docs/architecture.md#audit), notes it first.
 */
export async function noteAddress(
  db: Queryable,
  { requestId, address = '' }: { readonly requestId: string; readonly address?: string },
): Promise<void> {
  if (requestId === '' || address === '') return;
  await execute(db, table().insert({ request_id: requestId, address }).onConflict('request_id').ignore());
}

/** By request; requests of processes are not in the answer. */
export async function addressesOf(db: Queryable, requestIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (requestIds.length === 0) return new Map();
  const found = await rows<{ request_id: string; address: string }>(
    db,
    table().select('request_id', 'address').where(oneOfTexts('request_id', requestIds)),
  );
  return new Map(found.map(({ request_id: requestId, address }) => [requestId, address]));
}
