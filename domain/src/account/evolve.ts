import { unknownEvent } from '../events/written-by-later-release.ts';
import type { SourceId, TokenId } from '../shared/ids.ts';
import { add, negate, subtract, ZERO, type Quota } from '../shared/quota.ts';
import type { ByToken } from '../shared/schemas.ts';
import { withBudget, withLate, withReported, withWindows } from './budgets.ts';
import type { AccountEvent, AccountEventOf } from './events.ts';
import { restored } from './checkpoint.ts';
import { forgettingDeleted, isDeletion, withoutToken } from './deleted-tokens.ts';
import { changeable, type OwnMaps } from './own-maps.ts';
import { type Account, type ExistingAccount, initialAccount, type OpenLease, type TokenUse } from './state.ts';

/** Where and when an event stands: its revision, and the Unix milliseconds at which it happened, and at which the store wrote it once it has. */
export type Placed = { readonly revision: number; readonly atMs: number; readonly recordedAtMs?: number };

/**
 * Folds one event into the account. A checkpoint is a beginning, and says nothing new to who has folded what stands before it. Throws when the
 * stream cannot be one that the decider wrote.
 */
export function evolve(account: Account, event: AccountEvent, placed: Placed, own?: OwnMaps): Account {
  const { revision, atMs } = placed;
  if (event.type === 'AccountOpened') return { ...opened(event), revision };
  if (event.type === 'AccountCheckpointed')
    return account.status === 'missing' ? restored(event.data, { revision, atMs }) : { ...account, revision };
  if (account.status === 'missing') throw new Error(`account stream begins with ${event.type} at revision ${revision}`);
  return { ...changed(account, event, placed, own), revision };
}

function changed(
  account: ExistingAccount,
  event: Exclude<AccountEvent, { type: 'AccountOpened' | 'AccountCheckpointed' }>,
  { revision, atMs, recordedAtMs = atMs }: Placed,
  own: OwnMaps | undefined,
): ExistingAccount {
  switch (event.type) {
    case 'QuotaGranted':
    case 'QuotaToppedUp':
    case 'RedemptionCredited':
    case 'ConsumptionRefunded':
      return { ...credited(account, event.data.amount), sources: withSource(account, event.data.source, atMs, own) };
    case 'QuotaReversed':
      return { ...credited(account, event.data.delta), sources: withSource(account, event.data.source, atMs, own) };
    case 'CreditExpired':
      return numbered(credited(account, negate(event.data.amount)), event.data, atMs, own);
    case 'InviteRewardAccrued':
      return earned(account, event.data, ZERO, atMs, own);
    case 'CommissionAccrued':
      return earned(account, event.data, event.data.amount, atMs, own);
    case 'CommissionReversed': {
      const amount = negate(event.data.amount);
      return earned(account, { ...event.data, amount }, amount, atMs, own);
    }
    case 'InviteEarningsTransferred': {
      const { amount, source, commission = ZERO } = event.data;
      return {
        ...credited(account, amount),
        earnings: subtract(account.earnings, amount),
        commission: subtract(account.commission, commission),
        ...(source === undefined ? {} : { sources: withSource(account, source, atMs, own) }),
      };
    }
    case 'QuotaAdjusted': {
      const { delta, source } = event.data;
      return {
        ...credited(account, delta),
        ...(source === undefined ? {} : { sources: withSource(account, source, atMs, own) }),
      };
    }
    case 'BudgetSet': {
      const { tokenId } = event.data;
      if (tokenId !== null && account.deletedTokens.has(tokenId)) return account;
      return { ...account, budgets: withBudget(account.budgets, event.data, own) };
    }
    case 'TokenLimitSet':
      if (isDeletion(event.data)) return withoutToken(account, event.data.tokenId, revision, own);
      return { ...account, tokens: withLimit(account, event.data, revision, own) };
    case 'LeaseGranted': {
      const { leaseId, tillId, tokenId, amount, budgets } = event.data;
      const lease: OpenLease = {
        leaseId,
        tillId,
        tokenId,
        amount,
        consumed: ZERO,
        byToken: {},
        grantedAt: revision,
        reportedAt: revision,
      };
      if (budgets === undefined) return withLease(account, lease, own);
      return {
        ...withLease(account, { ...lease, budgets }, own),
        budgets: withWindows(account.budgets, budgets, Math.min(atMs, recordedAtMs), own),
      };
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
      return {
        ...late(account, event.data.delta, event.data.charge.tokenId, own),
        sources: withSource(account, event.data.source, atMs, own),
      };
    case 'LateConsumptionRecorded': {
      const { charge, source } = event.data;
      return {
        ...late(account, charge.amount, charge.tokenId, own),
        sources: withSource(account, source, atMs, own),
        ...(account.budgets.size === 0
          ? {}
          : { budgets: withLate(account.budgets, charge, Math.min(atMs, recordedAtMs), own) }),
      };
    }
    case 'ConsumptionRerated':
      return numbered(late(account, event.data.delta, event.data.tokenId, own), event.data, atMs, own);
    case 'SuspenseSettled': {
      const { before, after, tokenId } = event.data;
      return numbered(late(account, subtract(after, before), tokenId, own), event.data, atMs, own);
    }
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
  commission: ZERO,
  budgets: new Map(),
  leases: new Map(),
  tokens: new Map(),
  deletedTokens: new Map(),
  sources: new Map(),
  numbers: new Map(),
  forgottenUntilMs: null,
});

const credited = (account: ExistingAccount, amount: Quota): ExistingAccount => ({
  ...account,
  credits: add(account.credits, amount),
});

const earned = (
  account: ExistingAccount,
  { amount, source }: { readonly amount: Quota; readonly source: SourceId },
  commission: Quota,
  atMs: number,
  own: OwnMaps | undefined,
): ExistingAccount => ({
  ...account,
  earnings: add(account.earnings, amount),
  commission: add(account.commission, commission),
  sources: withSource(account, source, atMs, own),
});

/** Of what comes under one source in many events the last number is enough. */
const numbered = (
  account: ExistingAccount,
  { source, n }: { readonly source: SourceId; readonly n: number },
  atMs: number,
  own: OwnMaps | undefined,
): ExistingAccount => ({
  ...account,
  sources: withSource(account, source, atMs, own),
  numbers: changeable(account.numbers, own).set(source, n),
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
  const more = subtract(consumed, lease.consumed);
  const told: ExistingAccount =
    lease.budgets === undefined
      ? { ...account, settled: add(account.settled, more), leases, tokens }
      : {
          ...account,
          settled: add(account.settled, more),
          leases,
          tokens,
          budgets: withReported(account.budgets, lease.budgets, more, own),
        };
  return after === undefined ? forgettingDeleted(told, own) : told;
}

/** Consumption, or less of it, that stands in this stream. */
function late(account: ExistingAccount, amount: Quota, tokenId: TokenId, own: OwnMaps | undefined): ExistingAccount {
  const token = tokenUse(account, tokenId);
  const tokens = account.deletedTokens.has(tokenId)
    ? account.tokens
    : changeable(account.tokens, own).set(tokenId, { ...token, used: add(token.used, amount) });
  return {
    ...account,
    late: add(account.late, amount),
    tokens,
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
