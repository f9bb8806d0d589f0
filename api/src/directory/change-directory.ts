import type { Administration } from '@ledgate/projections/directory/audit/administration';
import { drainOwn } from '@ledgate/projections/directory/outbox/drain';
import { type DirectoryTransaction, withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import type { AnyCall } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

type Ports = Pick<ApiPorts, 'db' | 'store' | 'acknowledged'>;

/**
 * One change of the directory: its transaction with the record of who did it, then what it owes to the ledger, then the relays' acknowledgement,
 * so that the answer is true everywhere (design sections 4 and 5). Throws ValueTaken, StoreUnavailable (the change stands, the ledger follows), or
 * an Error when the ledger will never take it.
 */
export async function changeDirectory<Value>(
  ports: Ports, call: AnyCall, administration: Administration | null, work: (tx: DirectoryTransaction) => Promise<Value>,
): Promise<Value> {
  const { value, version, outboxIds } = await withDirectoryTransaction(ports.db, administration, work, call.nowMs);
  const { written, parked } = await drainOwn(ports.store, ports.db, outboxIds);
  for (const { position } of written) call.session.wrote(position);
  if (version !== undefined) await ports.acknowledged(version);
  if (parked.length > 0) throw new Error(`the ledger refused what the directory owes it: ${parked.map(({ stream, reason }) => `${stream}: ${reason}`).join('; ')}`);
  return value;
}
