import { permissionsIn } from '@ledgate/domain/catalogue/permissions';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { type ChargeReceipt, receiptOf } from '@ledgate/projections/queries/receipts';
import { sessionRequests } from '@ledgate/projections/queries/session-requests';
import { mayCall } from '../contract/access.ts';
import { ALL_RECEIPTS } from '../contract/who-may.ts';
import type { receiptRoutes } from '../contract/receipt.ts';
import { done, refusedAt, type Refused } from '../http/answer.ts';
import type { CallSession, Handlers } from '../http/call.ts';
import { readToHead } from '../http/read-to-head.ts';
import { oneText } from '../http/send-file.ts';
import type { ApiPorts } from '../ports.ts';
import { receiptAnswer, receiptProof } from './proved.ts';

type ReceiptCall = {
  readonly params: { readonly requestId: string };
  readonly caller: UserRow;
  readonly session: CallSession;
};

/** A request that was charged a moment ago has its receipt. What belongs to somebody else is answered as what there is not. */
export const receiptHandlers = (ports: ApiPorts): Handlers<typeof receiptRoutes> => ({
  get: async (call) => {
    const isOfAll = readsAll(call.caller);
    const found = await foundReceipt(ports, call, isOfAll);
    if (found !== undefined) return 'problem' in found ? found : done(receiptAnswer(found, isOfAll));
    const { requestId } = call.params;
    const request_ids = await sessionRequests(ports.db, ports.store, {
      sessionId: requestId,
      ...(isOfAll ? {} : { accountId: call.caller.id }),
    });
    return request_ids.length === 0 ? MISSING : done({ session_id: requestId, request_ids: [...request_ids] });
  },

  file: async (call) => {
    const found = await foundReceipt(ports, call, readsAll(call.caller));
    if (found === undefined) return MISSING;
    if ('problem' in found) return found;
    const text = receiptProof(found);
    if (text === undefined) return refusedAt('requestId', { code: 'size_not_sealed', isComing: true });
    // A file stands in the place of data.
    return { ok: true, data: undefined as never, file: oneText('receipt.tlog-proof', TYPE, text) };
  },
});

const MISSING: Refused = refusedAt('requestId', { code: 'receipt_missing' });
const TYPE = 'text/plain; charset=utf-8';

const readsAll = ({ role, permissions }: UserRow): boolean =>
  mayCall(ALL_RECEIPTS, { role, permissions: permissionsIn(permissions) });

async function foundReceipt(
  ports: ApiPorts,
  { params: { requestId }, caller, session }: ReceiptCall,
  isOfAll: boolean,
): Promise<ChargeReceipt | Refused | undefined> {
  await readToHead(ports, session);
  const found = await receiptOf(ports.db, ports.store, { requestId, ...(isOfAll ? {} : { accountId: caller.id }) });
  return found === 'behind' ? refusedAt('requestId', { code: 'read_models_behind' }) : found;
}
