import { quota, subtract, type Quota } from '../shared/quota.ts';
import type { TokenId } from '../shared/ids.ts';
import type { ExistingAccount, OpenLease } from './state.ts';

/** What an open lease holds back beyond what it has reported as consumed. */
export const held = (lease: OpenLease): Quota => subtract(lease.amount, lease.consumed);

/** available = credits - consumption reported or recorded late - open leases (design section 4). Below zero after a debit that others had leased. */
export function available(account: ExistingAccount): Quota {
  let rest: number = account.credits - account.settled - account.late;
  for (const lease of account.leases.values()) rest -= held(lease);
  return quota(rest);
}

/** What a limited token may still be leased: limit - used - its open leases. null without limit. */
export function availableToToken(account: ExistingAccount, tokenId: TokenId): Quota | null {
  const token = account.tokens.get(tokenId);
  if (token === undefined || token.limit === null) return null;
  let rest: number = token.limit - token.used;
  for (const lease of account.leases.values()) if (lease.tokenId === tokenId) rest -= held(lease);
  return quota(rest);
}
