import type { UserId } from '../shared/ids.ts';

/**
 * The chart of accounts. Amounts are quota units; above zero is what somebody may still spend or what was earned (credit), below zero is where
 * it came from (debit). An account that ends in `:claimed` holds what a first append has promised and a second has not yet credited: zero when no
 * saga is under way.
 */
export const wallet = (accountId: UserId): string => `user:${accountId}:wallet`;
/** Invite rewards not yet transferred to the wallet. */
export const earnings = (accountId: UserId): string => `user:${accountId}:earnings`;
const USER = 'user:';
/** The line of a trial balance that an account is summed up in: all users' wallets are one, and so are their earnings. */
export function lineOf(account: string): string {
  return account.startsWith(USER) ? `${USER}*${account.slice(account.indexOf(':', USER.length))}` : account;
}

/** Codes that are issued and neither redeemed, withdrawn nor expired, disabled ones too: they may be enabled again. */
export const CODES_OUTSTANDING = 'codes:outstanding';
export const CODES_CLAIMED = 'codes:claimed';
export const TOP_UPS_CLAIMED = 'topups:claimed';
export const REFUNDS_CLAIMED = 'refunds:claimed';
/** Quota sold for money, by payment provider. */
export const cash = (provider: string): string => `cash:${provider}`;
/** Quota given away: gifts, invite rewards, redemption codes. */
export const PROMOTION = 'promotion';
/** Sold, and never used within its time. */
export const BREAKAGE = 'breakage';
/** Quota set by administrators, and root's first balance. */
export const ADJUSTMENT = 'adjustment';
/** Quota used for calls. */
export const REVENUE = 'revenue';
/** Quota charged for calls whose usage no provider has stated, until it is settled. */
export const SUSPENSE = 'suspense';
