import type { TokenId } from '../shared/ids.ts';
import { ZERO } from '../shared/quota.ts';
import { withoutBudgetsOf } from './budgets.ts';
import { type OwnMaps, changeable } from './own-maps.ts';
import type { AccountCommandOf } from './commands.ts';
import type { ExistingAccount } from './state.ts';

/**
 * The version of a deleted token's limit: the largest that the directory's column takes, so nothing comes after it. An event of a type and with members
 * that releases of before know: to them the token may use nothing any more, for good.
 */
export const LAST_LIMIT_VERSION = 2 ** 31 - 1;

/**
 * At least so many deleted tokens are remembered, whether a lease may name them or not: for a relay that has not heard yet, and for late records.
 */
export const DELETED_TOKENS_KEPT = 100;

/** Tells the account that a token is deleted. Does nothing the second time; takes nothing away that is lent. */
export const deletionOf = (tokenId: TokenId): AccountCommandOf<'SetTokenLimit'> => ({
  type: 'SetTokenLimit',
  tokenId,
  limit: ZERO,
  version: LAST_LIMIT_VERSION,
});

export const isDeletion = ({ version }: { readonly version: number }): boolean => version === LAST_LIMIT_VERSION;

/** The token's entry goes, and its budgets; that it is deleted is remembered for as long as somebody may still report it. */
export function withoutToken(
  account: ExistingAccount,
  tokenId: TokenId,
  revision: number,
  own: OwnMaps | undefined,
): ExistingAccount {
  const tokens = changeable(account.tokens, own);
  tokens.delete(tokenId);
  const deletedTokens = changeable(account.deletedTokens, own);
  if (!deletedTokens.has(tokenId)) deletedTokens.set(tokenId, revision);
  const budgets = withoutBudgetsOf(account.budgets, tokenId, own);
  return forgettingDeleted({ ...account, tokens, deletedTokens, budgets }, own);
}

/**
 * Forgets deleted tokens, oldest first, that are more than DELETED_TOKENS_KEPT and that no open lease may name: all leases that were open when they
 * were deleted are settled. For whoever deletes a token or settles a lease.
 */
export function forgettingDeleted(account: ExistingAccount, own: OwnMaps | undefined): ExistingAccount {
  let tooMany = account.deletedTokens.size - DELETED_TOKENS_KEPT;
  if (tooMany <= 0) return account;
  let oldestLeaseAt = Number.POSITIVE_INFINITY;
  for (const { grantedAt } of account.leases.values()) oldestLeaseAt = Math.min(oldestLeaseAt, grantedAt);
  const deletedTokens = changeable(account.deletedTokens, own);
  for (const [tokenId, deletedAt] of deletedTokens) {
    if (tooMany === 0 || deletedAt > oldestLeaseAt) break;
    deletedTokens.delete(tokenId);
    tooMany -= 1;
  }
  return { ...account, deletedTokens };
}
