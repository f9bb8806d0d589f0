import type { Refusal } from '@ledgate/domain/errors/refusal';
import { TOKEN_STATUS } from '@ledgate/projections/directory/rows';
import type { RelayView, TokenView } from '@ledgate/projections/directory/relay-view';
import { RelayError } from '../http/relay-error.ts';

/**
 * What a caller gets whose request could not be paid (contract B.3, row 4, and B.5). A token without rest is marked exhausted on the way, which
 * later spares the ledger the question.
 */
export function quotaRefusal(refusal: Refusal, token: TokenView, view: RelayView): RelayError {
  switch (refusal.code) {
    case 'insufficient_user_quota': {
      const status = refusal.available <= 0 ? 403 : 400;
      return RelayError.own(
        status,
        refusal.code,
        `the balance is too low: ${refusal.available} available, ${refusal.needed} needed`,
      );
    }
    case 'insufficient_token_quota': {
      if (refusal.available > 0) {
        return RelayError.own(
          403,
          'pre_consume_token_quota_failed',
          `the rest of this API key is too low: ${refusal.available} left, ${refusal.needed} needed`,
        );
      }
      view.markToken(token.tokenId, TOKEN_STATUS.exhausted);
      return RelayError.access(401, 'the quota of this API key is used up');
    }
    case 'token_limit_pending':
      return RelayError.unavailable('the limit of this API key has just been changed and does not hold everywhere yet');
    case 'account_closed':
    case 'account_missing':
      return RelayError.access(403, 'this account is closed');
    default:
      throw new Error(`a reservation cannot be refused as ${refusal.code}`);
  }
}
