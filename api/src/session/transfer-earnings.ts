import { changeAccount } from '@ledgate/domain/account/account-stream';
import { accountStream } from '@ledgate/domain/account/events';
import type { SourceId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import type { sessionRoutes } from '../contract/session.ts';
import { done, refused } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import type { ApiPorts } from '../ports.ts';

/** POST /api/user/aff_transfer (docs/behaviour.md#invitations): at least one unit of currency, at most what was earned. */
export const transferEarnings =
  (ports: ApiPorts): Handler<typeof sessionRoutes.transferEarnings> =>
  async (call) => {
    const minimum = quota(Math.max(1, Math.ceil(ports.view.options.QuotaPerUnit)));
    const command = {
      type: 'TransferEarnings',
      amount: quota(call.body.quota),
      minimum,
      source: `transfer-${call.requestId}` as SourceId,
      sourceBornMs: call.nowMs,
    } as const;
    const change = await changeAccount(
      ports.store,
      call.caller.id,
      command,
      contextOf(call, call.caller, 'transfer-earnings'),
    );
    if (!change.ok) return refused(change.refusal);
    call.session.wrote(accountStream(call.caller.id), change.position);
    return done(null, { code: 'earnings_transferred' });
  };
