import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { RequestId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import type { Refusal } from '@ledgate/domain/errors/refusal';
import type { RelayView, TokenView } from '@ledgate/projections/directory/relay-view';
import type { Cashier } from '../cashier/cashier.ts';
import { RelayError } from '../errors/relay-error.ts';

/**
 * What a caller gets whose request could not be paid. What charges have left decides the kind: what is merely reserved may come back. A token
 * whose limit is used up is marked exhausted on the way, which later spares the ledger the question.
 */
export function quotaRefusal(refusal: Refusal, token: TokenView, view: RelayView): RelayError {
  switch (refusal.code) {
    case 'insufficient_user_quota': {
      const status = refusal.unspent <= 0 ? 403 : 400;
      return RelayError.own(
        status,
        refusal.code,
        `the balance is too low: ${refusal.available} available, ${refusal.needed} needed`,
      );
    }
    case 'insufficient_token_quota': {
      if (refusal.unspent > 0) {
        return RelayError.own(
          403,
          'pre_consume_token_quota_failed',
          `the rest of this API key is too low: ${refusal.available} available, ${refusal.needed} needed`,
        );
      }
      view.markToken(token.tokenId, TOKEN_STATUS.exhausted);
      return RelayError.access(401, 'key_limit', 'the quota of this API key is used up');
    }
    case 'token_limit_pending':
      return RelayError.unavailable('the limit of this API key has just been changed and does not hold everywhere yet');
    case 'account_missing':
      return RelayError.unavailable('this account cannot be seen in the ledger');
    case 'account_closed':
      return RelayError.access(403, 'disabled_user', 'this account is closed');
    default:
      throw new Error(`a reservation cannot be refused as ${refusal.code}`);
  }
}

/**
 * The refusal of who could not pay for anything, whatever the price of what he asks for; undefined for who has a balance. One unit is reserved and
 * given back at once: only the ledger knows. `what` is done for him alone. Throws StoreUnavailable.
 */
export async function refusalWithoutBalance(
  cashier: Cashier,
  view: RelayView,
  token: TokenView,
  requestId: RequestId,
  what = 'a request of this size is read',
): Promise<RelayError | undefined> {
  const reserved = await cashier.reserve({
    requestId,
    accountId: token.user.userId,
    tokenId: token.tokenId,
    limited: !token.unlimited,
    limitVersion: token.limitVersion,
    amount: quota(1),
  });
  if (!reserved.ok) {
    const refusal = quotaRefusal(reserved.refusal, token, view);
    return refusal.withMessage(`${refusal.message}; ${what} only for who has a balance`);
  }
  await reserved.reservation.fail({ attempts: [] });
  return undefined;
}
