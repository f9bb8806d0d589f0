import { quota, subtract, type Quota, ZERO } from '../shared/quota.ts';
import type { TokenId } from '../shared/ids.ts';
import type { ExistingAccount, OpenLease } from './state.ts';

/** What an open lease holds back beyond what it has reported as consumed. */
export const held = (lease: OpenLease): Quota => subtract(lease.amount, lease.consumed);

/** What charges have left of the credits, as far as they are reported or recorded late; whatever is reserved. */
export const unspent = (account: ExistingAccount): Quota => quota(account.credits - account.settled - account.late);

/** unspent - open leases. Below zero after a debit that others had leased. */
export function available(account: ExistingAccount): Quota {
  let rest: number = unspent(account);
  for (const lease of account.leases.values()) rest -= held(lease);
  return quota(rest);
}

/** What charges have left of a token's limit, as far as they are reported; whatever is reserved. null without limit, nothing when it is deleted. */
export function unspentByToken(account: ExistingAccount, tokenId: TokenId): Quota | null {
  if (account.deletedTokens.has(tokenId)) return ZERO;
  const token = account.tokens.get(tokenId);
  return token === undefined || token.limit === null ? null : subtract(token.limit, token.used);
}

/** What a limited token may still be leased: its limit - used - its open leases. null without limit. */
export function availableToToken(account: ExistingAccount, tokenId: TokenId): Quota | null {
  const left = unspentByToken(account, tokenId);
  if (left === null) return null;
  let rest: number = left;
  for (const lease of account.leases.values()) if (lease.tokenId === tokenId) rest -= held(lease);
  return quota(rest);
}
