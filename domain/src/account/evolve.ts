import { unknownEvent } from '../events/written-by-later-release.ts';
import type { SourceId, TokenId } from '../shared/ids.ts';
import { add, subtract, ZERO, type Quota } from '../shared/quota.ts';
import type { ByToken } from '../shared/schemas.ts';
import type { AccountEvent, AccountEventOf } from './events.ts';
import { restored } from './checkpoint.ts';
import { forgettingDeleted, isDeletion, withoutToken } from './deleted-tokens.ts';
import { changeable, type OwnMaps } from './own-maps.ts';
import { type Account, type ExistingAccount, initialAccount, type OpenLease, type TokenUse } from './state.ts';

/** Where and when an event stands: its revision, and the Unix milliseconds at which it happened. */
export type Placed = { readonly revision: number; readonly atMs: number };

/**
 * Folds one event into the account. A checkpoint is a beginning, and says nothing new to who has folded what stands before it. Throws when the
 * stream cannot be one that the decider wrote.
 */
export function evolve(account: Account, event: AccountEvent, { revision, atMs }: Placed, own?: OwnMaps): Account {
  if (event.type === 'AccountOpened') return { ...opened(event), revision };
  if (event.type === 'AccountCheckpointed')
    return account.status === 'missing' ? restored(event.data, { revision, atMs }) : { ...account, revision };
  if (account.status === 'missing') throw new Error(`account stream begins with ${event.type} at revision ${revision}`);
  return { ...changed(account, event, { revision, atMs }, own), revision };
}

function changed(
  account: ExistingAccount,
  event: Exclude<AccountEvent, { type: 'AccountOpened' | 'AccountCheckpointed' }>,
  { revision, atMs }: Placed,
  own: OwnMaps | undefined,
): ExistingAccount {
  switch (event.type) {
    case 'QuotaGranted':
    case 'QuotaToppedUp':
    case 'RedemptionCredited':
    case 'ConsumptionRefunded':
      return { ...credited(account, event.data.amount), sources: withSource(account, event.data.source, atMs, own) };
    case 'InviteRewardAccrued':
      return {
        ...account,
        earnings: add(account.earnings, event.data.amount),
        sources: withSource(account, event.data.source, atMs, own),
      };
    case 'InviteEarningsTransferred':
      return { ...credited(account, event.data.amount), earnings: subtract(account.earnings, event.data.amount) };
    case 'QuotaAdjusted': {
      const { delta, source } = event.data;
      return {
        ...credited(account, delta),
        ...(source === undefined ? {} : { sources: withSource(account, source, atMs, own) }),
      };
    }
    case 'TokenLimitSet':
      if (isDeletion(event.data)) return withoutToken(account, event.data.tokenId, revision, own);
      return { ...account, tokens: withLimit(account, event.data, revision, own) };
    case 'LeaseGranted': {
      const { leaseId, tillId, tokenId, amount } = event.data;
      return withLease(
        account,
        { leaseId, tillId, tokenId, amount, consumed: ZERO, byToken: {}, grantedAt: revision, reportedAt: revision },
        own,
      );
    }
    case 'LeaseResized':
      return reported(
        account,
        event.data,
        (lease) => ({ ...lease, amount: event.data.amount, reportedAt: revision }),
        own,
      );
    case 'LeaseSettled':
      return reported(account, event.data, () => undefined, own);
    case 'ConsumptionCorrected':
      return late(account, event.data.delta, event.data.charge.tokenId, event.data.source, atMs, own);
    case 'LateConsumptionRecorded':
      return late(account, event.data.charge.amount, event.data.charge.tokenId, event.data.source, atMs, own);
    case 'AccountClosed':
      return { ...account, status: 'closed' };
    default:
      return unknownEvent(event);
  }
}

const opened = ({ data }: AccountEventOf<'AccountOpened'>): Omit<ExistingAccount, 'revision'> => ({
  status: 'open',
  userId: data.userId,
  credits: ZERO,
  settled: ZERO,
  late: ZERO,
  earnings: ZERO,
  leases: new Map(),
  tokens: new Map(),
  deletedTokens: new Map(),
  sources: new Map(),
  forgottenUntilMs: null,
});

const credited = (account: ExistingAccount, amount: Quota): ExistingAccount => ({
  ...account,
  credits: add(account.credits, amount),
});

const withSource = (
  account: ExistingAccount,
  source: SourceId,
  atMs: number,
  own: OwnMaps | undefined,
): ReadonlyMap<SourceId, number> => changeable(account.sources, own).set(source, atMs);

const withLease = (account: ExistingAccount, lease: OpenLease, own: OwnMaps | undefined): ExistingAccount => ({
  ...account,
  leases: changeable(account.leases, own).set(lease.leaseId, lease),
});

function withLimit(
  account: ExistingAccount,
  { tokenId, limit, version }: AccountEventOf<'TokenLimitSet'>['data'],
  revision: number,
  own: OwnMaps | undefined,
): ExistingAccount['tokens'] {
  if (account.deletedTokens.has(tokenId)) return account.tokens;
  return changeable(account.tokens, own).set(tokenId, {
    ...tokenUse(account, tokenId),
    limit,
    version,
    limitedAt: limit === null ? 0 : revision,
  });
}

/** A report tells the whole consumption under the lease; what is new in it goes to the account and to each token that is not deleted. */
function reported(
  account: ExistingAccount,
  {
    leaseId,
    consumed,
    byToken,
  }: { readonly leaseId: OpenLease['leaseId']; readonly consumed: Quota; readonly byToken: ByToken },
  next: (lease: OpenLease) => OpenLease | undefined,
  own: OwnMaps | undefined,
): ExistingAccount {
  const lease = account.leases.get(leaseId);
  if (lease === undefined) throw new Error(`a report about lease ${leaseId}, which is not open`);
  const tokens = changeable(account.tokens, own);
  for (const [key, total] of Object.entries(byToken)) {
    const token = tokenUse(account, Number(key) as TokenId);
    if (account.deletedTokens.has(token.tokenId)) continue;
    tokens.set(token.tokenId, { ...token, used: add(token.used, subtract(total, lease.byToken[key] ?? ZERO)) });
  }
  const leases = changeable(account.leases, own);
  const after = next({ ...lease, consumed, byToken });
  if (after === undefined) leases.delete(leaseId);
  else leases.set(leaseId, after);
  const told = { ...account, settled: add(account.settled, subtract(consumed, lease.consumed)), leases, tokens };
  return after === undefined ? forgettingDeleted(told, own) : told;
}

function late(
  account: ExistingAccount,
  amount: Quota,
  tokenId: TokenId,
  source: SourceId,
  atMs: number,
  own: OwnMaps | undefined,
): ExistingAccount {
  const token = tokenUse(account, tokenId);
  const tokens = account.deletedTokens.has(tokenId)
    ? account.tokens
    : changeable(account.tokens, own).set(tokenId, { ...token, used: add(token.used, amount) });
  return {
    ...account,
    late: add(account.late, amount),
    tokens,
    sources: withSource(account, source, atMs, own),
  };
}

const tokenUse = (account: ExistingAccount, tokenId: TokenId): TokenUse =>
  account.tokens.get(tokenId) ?? { tokenId, limit: null, version: 0, used: ZERO, limitedAt: 0 };

/** Folds events that follow `account`, which stays as it is. */
export function fold(
  events: readonly { readonly event: AccountEvent; readonly placed: Placed }[],
  account: Account = initialAccount,
): Account {
  const own: OwnMaps = new Set();
  return events.reduce((state, { event, placed }) => evolve(state, event, placed, own), account);
}
