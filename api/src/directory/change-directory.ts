import type { Administration } from '@ledgate/projections/directory/audit/administration';
import {
  bringOwed as bring,
  changeDirectory as change,
  type Changed,
} from '@ledgate/projections/directory/change-directory';
import type { DirectoryTransaction } from '@ledgate/projections/directory/transaction';
import type { AnyCall } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

type Ports = Pick<ApiPorts, 'db' | 'store' | 'acknowledged' | 'recalls' | 'faults' | 'log'>;

/**
 * One change of the directory on behalf of a call, whose session then waits for what it wrote to the ledger. When the ledger cannot be reached
 * the change stands and the ledger follows. Throws ValueTaken, or an Error when the ledger will never take what it is owed.
 */
export async function changeDirectory<Value>(
  ports: Ports,
  call: AnyCall,
  administration: Administration | null,
  work: (tx: DirectoryTransaction) => Promise<Value>,
): Promise<Value> {
  return (await changeBoth(ports, call, administration, work)).value;
}

/** The same, for who must know where in the ledger it stands and whether it stands there yet. */
export async function changeBoth<Value>(
  ports: Ports,
  call: AnyCall,
  administration: Administration | null,
  work: (tx: DirectoryTransaction) => Promise<Value>,
): Promise<Changed<Value>> {
  const changed = await change(ports, administration, work);
  noteBrought(ports, call, changed);
  return changed;
}

/**
 * What an earlier call has changed, for one that finds it done: what the ledger lacks of these streams is brought there, and the session waits for what
 * stands there. Answers as `changeBoth` whether it does.
 */
export async function bringOwed(ports: Ports, call: AnyCall, streams: readonly string[]): Promise<boolean> {
  if (streams.length === 0) return true;
  const brought = await bring(ports, streams);
  noteBrought(ports, call, brought);
  if (!brought.inLedger) return false;
  const head = await ports.store.head();
  for (const stream of streams) call.session.wrote(stream, head);
  return true;
}

function noteBrought(
  ports: Ports,
  call: AnyCall,
  { written, parked, inLedger }: Omit<Changed<unknown>, 'value'>,
): void {
  for (const { stream, position } of written) call.session.wrote(stream, position);
  if (!inLedger) ports.log.warn({ requestId: call.requestId }, 'a change of the directory waits for the ledger');
  if (parked.length > 0)
    throw new Error(
      `the ledger refused what the directory owes it: ${parked.map(({ stream, reason }) => `${stream}: ${reason}`).join('; ')}`,
    );
}
