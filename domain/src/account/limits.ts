import { quota } from '../shared/quota.ts';

/** The largest single credit in quota units, about 2 million USD. One that is not refused for itself fits into an account that has little. */
export const CREDIT_MAX = quota(2 ** 40);

/**
 * How far from zero an account's credits and earnings, and all that a token may ever use, may come in quota units,
 * about 70 million USD: all sums of one account stay exact, and those of the books do unless hundreds of accounts are
 * full. Ledgers written before this bound may stand above it; nothing leads further away from zero.
 */
export const ACCOUNT_MAX = quota(2 ** 45);
