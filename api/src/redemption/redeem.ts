import { changeAccount } from '@ledgate/domain/account/account-stream';
import { creditCommandId } from '@ledgate/domain/account/credit-command-id';
import { accountStream } from '@ledgate/domain/account/events';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { creditOf } from '@ledgate/domain/redemption/decide';
import { redemptionStream } from '@ledgate/domain/redemption/events';
import { changeRedemption } from '@ledgate/domain/redemption/redemption-stream';
import { findCodeByKey } from '@ledgate/projections/directory/codes/codes';
import type { sessionRoutes } from '../contract/session.ts';
import { done, refused } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import { actorOf, contextOf } from '../http/context.ts';
import type { ApiPorts } from '../ports.ts';

/**
 * POST /api/user/topup (docs/ledger.md#claims): the claim on the code's stream, which one caller wins by revision, then the credit on the account. Whoever
 * dies in between leaves a claim that the claims worker credits; both carry the same source, so that it is credited once. So does an account that only
 * a later release can go on with: its claims worker credits it, and the answer says so.
 */
export const redeem =
  (ports: ApiPorts): Handler<typeof sessionRoutes.redeem> =>
  async (call) => {
    const code = await findCodeByKey(ports.db, ports.directoryKeys, call.body.key.toLowerCase());
    if (code === undefined) return refused({ code: 'code_missing' });
    const { caller, requestId, nowMs } = call;

    const claim = await changeRedemption(
      ports.store,
      code.id,
      { type: 'RedeemCode', accountId: caller.id, nowMs },
      contextOf(call, caller, `redeem-${code.id}`),
    );
    if (!claim.ok) return refused(claim.refusal);
    call.session.wrote(redemptionStream(code.id), claim.position);
    const redeemed = claim.events.find((event) => event.type === 'CodeRedeemed');
    if (redeemed === undefined) return refused({ code: 'code_used' });

    const command = creditOf(redeemed.data, nowMs);
    const credit = await changeAccount(ports.store, caller.id, command, {
      commandId: creditCommandId(command.source),
      correlationId: requestId,
      occurredAtMs: nowMs,
      actor: actorOf(caller),
    }).catch((error: unknown) => {
      if (error instanceof WrittenByLaterRelease) return undefined;
      throw error;
    });
    if (credit === undefined) {
      ports.log.warn(
        { requestId, codeId: code.id, accountId: caller.id },
        'the credit of a code waits for a later release',
      );
      return done(redeemed.data.amount, { code: 'credit_owed' });
    }
    if (!credit.ok) return refused(credit.refusal);
    call.session.wrote(accountStream(caller.id), credit.position);
    return done(redeemed.data.amount);
  };
