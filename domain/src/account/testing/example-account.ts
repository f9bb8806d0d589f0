import type { LeaseId, SourceId, TillId, TokenId } from '../../shared/ids.ts';
import { userId } from '../../shared/ids.ts';
import { quota } from '../../shared/quota.ts';
import { exampleCharge } from '../../testing/example-charge.ts';
import { specification } from '../../testing/given-when-then.ts';
import type { AccountCommand } from '../commands.ts';
import { decide } from '../decide.ts';
import type { AccountEvent } from '../events.ts';
import { fold } from '../evolve.ts';
import type { Account } from '../state.ts';

// The words in which the account's tests are written: ann's account, its events and what is asked of it. Amounts are quota units.

export const folded = (events: readonly AccountEvent[]): Account =>
  fold(events.map((event, revision) => ({ event, placed: { revision, atMs: 1_000 * revision } })));
export const given = specification<AccountCommand, Account, AccountEvent>({ decide, fold: folded });

export const ann = userId(2);
export const admin = userId(1);
export const q = quota;
export const till = 'till-a' as TillId;
export const token = 5 as TokenId;
export const source = (text: string) => text as SourceId;

export const opened: AccountEvent = { type: 'AccountOpened', data: { userId: ann } };
export const closed: AccountEvent = { type: 'AccountClosed', data: { actorId: admin } };
export const granted = (amount: number): AccountEvent => ({
  type: 'QuotaGranted',
  data: { amount: q(amount), grant: 'new_user', source: source('new') },
});
export const limited = (limit: number | null, version = 1, tokenId = token): AccountEvent => ({
  type: 'TokenLimitSet',
  data: { tokenId, limit: limit === null ? null : q(limit), version },
});
export const lease = (id: string, amount: number, tokenId: TokenId | null = null): AccountEvent => ({
  type: 'LeaseGranted',
  data: { leaseId: id as LeaseId, tillId: till, tokenId, amount: q(amount) },
});
export const report = (id: string, consumed: number, ofToken: TokenId = token) => ({
  leaseId: id as LeaseId,
  consumed: q(consumed),
  byToken: consumed === 0 ? {} : { [String(ofToken)]: q(consumed) },
});
export const resized = (id: string, amount: number, consumed: number, ofToken?: TokenId): AccountEvent => ({
  type: 'LeaseResized',
  data: { ...report(id, consumed, ofToken), amount: q(amount) },
});
export const settled = (id: string, consumed: number): AccountEvent => ({
  type: 'LeaseSettled',
  data: report(id, consumed),
});
export const late = (amount: number): AccountEvent => ({
  type: 'LateConsumptionRecorded',
  data: { source: source('request-1'), charge: exampleCharge({ amount: q(amount) }) },
});
export const redeem = (amount = 70): AccountCommand => ({
  type: 'CreditRedemption',
  amount: q(amount),
  codeId: 9 as never,
  source: source('redemption-9'),
});
export const redeemed = (amount = 70): AccountEvent => ({
  type: 'RedemptionCredited',
  data: { amount: q(amount), codeId: 9 as never, source: source('redemption-9'), use: 1 },
});
export const grant = (
  id: string,
  need: number,
  want = need,
  tokenId: TokenId | null = null,
  tokenVersion = 0,
): AccountCommand => ({
  type: 'GrantLease',
  leaseId: id as LeaseId,
  tillId: till,
  need: q(need),
  want: q(want),
  tokenId,
  tokenVersion,
});
