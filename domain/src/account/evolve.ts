import type { SourceId, TokenId } from '../shared/ids.ts';
import { add, subtract, ZERO, type Quota } from '../shared/quota.ts';
import type { ByToken } from '../shared/schemas.ts';
import type { AccountEvent, AccountEventOf } from './events.ts';
import { type Account, type ExistingAccount, initialAccount, type OpenLease, type TokenUse } from './state.ts';

/** Where and when an event stands: its revision, and the Unix milliseconds at which it happened. */
export type Placed = { readonly revision: number; readonly atMs: number };

/**
 * Folds one event into the account. A checkpoint is a beginning, and says nothing new to who has folded what stands before it. Throws when the
 * stream cannot be one that the decider wrote.
 */
export function evolve(account: Account, event: AccountEvent, { revision, atMs }: Placed): Account {
  if (event.type === 'AccountOpened') return { ...opened(event), revision };
  if (event.type === 'AccountCheckpointed') return account.status === 'missing' ? restored(event, revision) : { ...account, revision };
  if (account.status === 'missing') throw new Error(`account stream begins with ${event.type} at revision ${revision}`);
  return { ...changed(account, event, { revision, atMs }), revision };
}

function changed(account: ExistingAccount, event: Exclude<AccountEvent, { type: 'AccountOpened' | 'AccountCheckpointed' }>, { revision, atMs }: Placed): ExistingAccount {
  switch (event.type) {
    case 'QuotaGranted':
    case 'QuotaToppedUp':
    case 'RedemptionCredited':
    case 'ConsumptionRefunded':
      return { ...credited(account, event.data.amount), sources: withSource(account, event.data.source, atMs) };
    case 'InviteRewardAccrued':
      return { ...account, earnings: add(account.earnings, event.data.amount), sources: withSource(account, event.data.source, atMs) };
    case 'InviteEarningsTransferred':
      return { ...credited(account, event.data.amount), earnings: subtract(account.earnings, event.data.amount) };
    case 'QuotaAdjusted': {
      const { delta, source } = event.data;
      return { ...credited(account, delta), ...(source === undefined ? {} : { sources: withSource(account, source, atMs) }) };
    }
    case 'TokenLimitSet':
      return { ...account, tokens: withLimit(account, event.data, revision) };
    case 'LeaseGranted': {
      const { leaseId, tillId, tokenId, amount } = event.data;
      return withLease(account, { leaseId, tillId, tokenId, amount, consumed: ZERO, byToken: {}, reportedAt: revision });
    }
    case 'LeaseResized':
      return reported(account, event.data, (lease) => ({ ...lease, amount: event.data.amount, reportedAt: revision }));
    case 'LeaseSettled':
      return reported(account, event.data, () => undefined);
    case 'ConsumptionCorrected':
      return late(account, event.data.delta, event.data.charge.tokenId, event.data.source, atMs);
    case 'LateConsumptionRecorded':
      return late(account, event.data.charge.amount, event.data.charge.tokenId, event.data.source, atMs);
    case 'AccountClosed':
      return { ...account, status: 'closed' };
  }
}

const opened = ({ data }: AccountEventOf<'AccountOpened'>): Omit<ExistingAccount, 'revision'> => ({
  status: 'open', userId: data.userId, credits: ZERO, settled: ZERO, late: ZERO, earnings: ZERO,
  leases: new Map(), tokens: new Map(), sources: new Map(), sourcesForgotten: false,
});

const restored = ({ data }: AccountEventOf<'AccountCheckpointed'>, revision: number): ExistingAccount => ({
  ...data,
  revision,
  leases: new Map(data.leases.map((lease) => [lease.leaseId, lease])),
  tokens: new Map(data.tokens.map((token) => [token.tokenId, token])),
  sources: new Map(data.sources),
});

const credited = (account: ExistingAccount, amount: Quota): ExistingAccount => ({ ...account, credits: add(account.credits, amount) });

const withSource = (account: ExistingAccount, source: SourceId, atMs: number): ReadonlyMap<SourceId, number> =>
  new Map(account.sources).set(source, atMs);

const withLease = (account: ExistingAccount, lease: OpenLease): ExistingAccount => ({
  ...account, leases: new Map(account.leases).set(lease.leaseId, lease),
});

function withLimit(account: ExistingAccount, { tokenId, limit, version }: AccountEventOf<'TokenLimitSet'>['data'], revision: number): ExistingAccount['tokens'] {
  return new Map(account.tokens).set(tokenId, { ...tokenUse(account, tokenId), limit, version, limitedAt: limit === null ? 0 : revision });
}

/** A report tells the whole consumption under the lease; what is new in it goes to the account and to each token. */
function reported(
  account: ExistingAccount,
  { leaseId, consumed, byToken }: { readonly leaseId: OpenLease['leaseId']; readonly consumed: Quota; readonly byToken: ByToken },
  next: (lease: OpenLease) => OpenLease | undefined,
): ExistingAccount {
  const lease = account.leases.get(leaseId);
  if (lease === undefined) throw new Error(`a report about lease ${leaseId}, which is not open`);
  const tokens = new Map(account.tokens);
  for (const [key, total] of Object.entries(byToken)) {
    const token = tokenUse(account, Number(key) as TokenId);
    tokens.set(token.tokenId, { ...token, used: add(token.used, subtract(total, lease.byToken[key] ?? ZERO)) });
  }
  const leases = new Map(account.leases);
  const after = next({ ...lease, consumed, byToken });
  if (after === undefined) leases.delete(leaseId);
  else leases.set(leaseId, after);
  return { ...account, settled: add(account.settled, subtract(consumed, lease.consumed)), leases, tokens };
}

function late(account: ExistingAccount, amount: Quota, tokenId: TokenId, source: SourceId, atMs: number): ExistingAccount {
  const token = tokenUse(account, tokenId);
  return {
    ...account,
    late: add(account.late, amount),
    tokens: new Map(account.tokens).set(tokenId, { ...token, used: add(token.used, amount) }),
    sources: withSource(account, source, atMs),
  };
}

const tokenUse = (account: ExistingAccount, tokenId: TokenId): TokenUse =>
  account.tokens.get(tokenId) ?? { tokenId, limit: null, version: 0, used: ZERO, limitedAt: 0 };

/** Folds events that follow `account`. */
export const fold = (events: readonly { readonly event: AccountEvent; readonly placed: Placed }[], account: Account = initialAccount): Account =>
  events.reduce((state, { event, placed }) => evolve(state, event, placed), account);
