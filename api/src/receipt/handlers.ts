import { permissionsIn } from '@ledgate/domain/catalogue/permissions';
import { explainCharge } from '@ledgate/projections/queries/charges';
import { mayCall } from '../contract/access.ts';
import * as ACCESS from '../contract/who-may.ts';
import type { receiptRoutes } from '../contract/receipt.ts';
import { refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import { readToHead } from '../http/read-to-head.ts';
import type { ApiPorts } from '../ports.ts';
import { receipt } from './present.ts';

export const receiptHandlers = (ports: ApiPorts): Handlers<typeof receiptRoutes> => ({
  /** A request that was charged a moment ago has its receipt. What belongs to somebody else is answered as what there is not. */
  get: async ({ params, caller, session }) => {
    await readToHead(ports, session);
    const { role, permissions } = caller;
    const readsAll = mayCall(ACCESS.log.explanation, { role, permissions: permissionsIn(permissions) });
    const explained = await explainCharge(ports.db, ports.store, {
      requestId: params.requestId,
      ...(readsAll ? {} : { accountId: caller.id }),
    });
    return explained === undefined
      ? { ...refused({ code: 'receipt_missing' }), beside: { code: 'receipt_missing' } }
      : { ok: true, data: { receipt: receipt(explained, readsAll) }, beside: {} };
  },
});
