import { add, maximum, minimum, quota, subtract, ZERO, type Quota } from '../shared/quota.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import type { LeaseId, SourceId, TokenId } from '../shared/ids.ts';
import { available, availableToToken, unspent, unspentByToken } from './balance.ts';
import { fittingCheckpoint } from './checkpoint.ts';
import type { AccountCommand } from './commands.ts';
import { isDeletion, LAST_LIMIT_VERSION } from './deleted-tokens.ts';
import type { AccountEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { ACCOUNT_MAX, CREDIT_MAX } from './limits.ts';
import type { Account, ExistingAccount, OpenLease } from './state.ts';

/** A grant takes at most this share of what is left, unless the reservation alone needs more: the rest stays for other relays and tokens. */
const LEASE_SHARE_OF_REST = 4;

type AccountDecision = Decision<AccountEvent>;

/**
 * What a command does to an account (docs/ledger.md#invariants). Refuses with account_missing, account_exists, account_closed, amount_not_positive,
 * amount_too_large, insufficient_user_quota, insufficient_token_quota, token_limit_pending, insufficient_earnings, transfer_below_minimum,
 * lease_unknown, lease_exists or lease_overspent. A command whose source is known does nothing.
 */
export function decide(command: AccountCommand, account: Account): AccountDecision {
  if (command.type === 'OpenAccount') {
    if (account.status !== 'missing') return refuse({ code: 'account_exists' });
    const grants = command.grants.filter(({ amount }) => amount > 0);
    const given = grants.map((data): AccountEvent => ({ type: 'QuotaGranted', data }));
    return accept<AccountEvent>({ type: 'AccountOpened', data: { userId: command.userId } }, ...given);
  }
  if (account.status === 'missing') return refuse({ code: 'account_missing' });
  // A limit that stands already was set while the account was open: it is no news to it.
  if (command.type === 'SetTokenLimit' && command.version <= versionOf(account, command.tokenId)) return nothing;
  if (account.status === 'closed' && !isTakenAfterClosing(command)) return refuse({ code: 'account_closed' });
  return decideExisting(command, account);
}

/** Of the last TokenLimitSet that the account remembers. */
const versionOf = (account: ExistingAccount, tokenId: TokenId): number =>
  account.deletedTokens.has(tokenId) ? LAST_LIMIT_VERSION : (account.tokens.get(tokenId)?.version ?? 0);

const isTakenAfterClosing = (command: AccountCommand): boolean =>
  AFTER_CLOSING.has(command.type) || (command.type === 'SetTokenLimit' && isDeletion(command));

/** Credits of claims, refunds and whatever ends work that had begun are never refused (docs/ledger.md#claims). */
const AFTER_CLOSING: ReadonlySet<AccountCommand['type']> = new Set([
  'TopUp',
  'CreditRedemption',
  'AccrueInviteReward',
  'RefundConsumption',
  'CorrectConsumption',
  'RecordLateConsumption',
  'CoverLease',
  'LowerLease',
  'SettleLease',
  'AdjustQuota',
  'SetBalance',
  'CheckpointAccount',
  'CloseAccount',
]);

function decideExisting(
  command: Exclude<AccountCommand, { type: 'OpenAccount' }>,
  account: ExistingAccount,
): AccountDecision {
  switch (command.type) {
    case 'TopUp':
      return credit(account, command.topUp, (data) => ({ type: 'QuotaToppedUp', data: { ...command.topUp, ...data } }));
    case 'CreditRedemption': {
      const { codeId, use = 1, sale, expiresAtMs } = command;
      return credit(account, command, (data) => ({
        type: 'RedemptionCredited',
        data: {
          ...data,
          codeId,
          use,
          ...(sale === undefined ? {} : { sale }),
          ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
        },
      }));
    }
    case 'AccrueInviteReward':
      return credit(
        account,
        command,
        (data) => ({ type: 'InviteRewardAccrued', data: { ...data, inviteeId: command.inviteeId } }),
        account.earnings,
      );
    case 'RefundConsumption':
      return credit(account, command, (data) => ({
        type: 'ConsumptionRefunded',
        data: {
          ...data,
          tokenId: command.tokenId,
          ...(command.requestId === undefined ? {} : { requestId: command.requestId }),
        },
      }));
    case 'TransferEarnings':
      return transfer(account, command);
    case 'AdjustQuota': {
      const { delta, actorId, reason, source, absolute = null } = command;
      if (source !== undefined && account.sources.has(source)) return nothing;
      return (
        refusedSize('quota', absolute?.balance ?? delta) ??
        adjusted(account, delta, { actorId, reason, absolute, ...sourceGiven(source) })
      );
    }
    case 'SetBalance': {
      const { balance, tillCharges, actorId, reason, source } = command;
      if (source !== undefined && account.sources.has(source)) return nothing;
      const delta = subtract(balance, quota(account.credits - account.late - tillCharges));
      return (
        refusedSize('quota', balance) ??
        adjusted(account, delta, { actorId, reason, absolute: { balance, tillCharges }, ...sourceGiven(source) })
      );
    }
    case 'SetTokenLimit': {
      const { tokenId, limit, version } = command;
      if (limit !== null && Math.abs(limit) > ACCOUNT_MAX)
        return refuse({ code: 'amount_too_large', field: 'remain_quota', maximum: ACCOUNT_MAX });
      return accept({ type: 'TokenLimitSet', data: { tokenId, limit, version } });
    }
    case 'CorrectConsumption': {
      const { charge, source, changed } = command;
      // What a bill has stated, what was accepted and what was given back stays as it is.
      if (account.sources.has(source) || changed?.suspended === false) return nothing;
      const delta = changed === undefined ? command.delta : subtract(charge.amount, changed.standsAt);
      return accept({ type: 'ConsumptionCorrected', data: { delta, source, charge } });
    }
    case 'RecordLateConsumption':
      if (account.sources.has(command.source)) return nothing;
      return accept({ type: 'LateConsumptionRecorded', data: { source: command.source, charge: command.charge } });
    case 'CloseAccount':
      return account.status === 'closed'
        ? nothing
        : accept({ type: 'AccountClosed', data: { actorId: command.actorId } });
    case 'CheckpointAccount': {
      const data = fittingCheckpoint(account, command.nowMs);
      return data === undefined ? nothing : accept({ type: 'AccountCheckpointed', data });
    }
    case 'GrantLease':
      return grantLease(account, command);
    case 'RaiseLease':
    case 'CoverLease':
    case 'LowerLease':
    case 'SettleLease':
      return changeLease(account, command);
  }
}

function credit(
  account: ExistingAccount,
  { amount, source }: { readonly amount: Quota; readonly source: SourceId },
  event: (data: { readonly amount: Quota; readonly source: SourceId }) => AccountEvent,
  before = account.credits,
): AccountDecision {
  if (account.sources.has(source)) return nothing;
  return refusedAmount('quota', amount) ?? refusedSum(before, amount) ?? accept(event({ amount, source }));
}

function transfer(
  account: ExistingAccount,
  { amount, minimum: least, source }: Extract<AccountCommand, { type: 'TransferEarnings' }>,
): AccountDecision {
  if (source !== undefined && account.sources.has(source)) return nothing;
  const refused = refusedAmount('quota', amount);
  if (refused !== undefined) return refused;
  if (amount < least) return refuse({ code: 'transfer_below_minimum', minimum: least });
  if (amount > account.earnings)
    return refuse({ code: 'insufficient_earnings', available: account.earnings, needed: amount });
  // Of what was earned commission goes first.
  const commission = minimum(amount, maximum(account.commission, ZERO));
  const data = { amount, ...sourceGiven(source), ...(commission === 0 ? {} : { commission }) };
  return refusedSum(account.credits, amount) ?? accept({ type: 'InviteEarningsTransferred', data });
}

const sourceGiven = (source: SourceId | undefined): { readonly source?: SourceId } =>
  source === undefined ? {} : { source };

function adjusted(
  account: ExistingAccount,
  delta: Quota,
  facts: Omit<Extract<AccountEvent, { type: 'QuotaAdjusted' }>['data'], 'delta'>,
): AccountDecision {
  if (delta === 0) return nothing;
  return refusedSum(account.credits, delta) ?? accept({ type: 'QuotaAdjusted', data: { delta, ...facts } });
}

const refusedAmount = (field: string, amount: Quota): Decision<never> | undefined =>
  amount <= 0 ? refuse({ code: 'amount_not_positive', field }) : refusedSize(field, amount);

const refusedSize = (field: string, amount: Quota): Decision<never> | undefined =>
  Math.abs(amount) > CREDIT_MAX ? refuse({ code: 'amount_too_large', field, maximum: CREDIT_MAX }) : undefined;

/** What would carry credits or earnings out of their bound; `maximum` is how much of it there is room for. Back towards zero is never too much. */
function refusedSum(before: Quota, change: Quota): Decision<never> | undefined {
  const after = Math.abs(before + change);
  if (after <= ACCOUNT_MAX || after < Math.abs(before)) return undefined;
  return refuse({
    code: 'amount_too_large',
    field: 'quota',
    maximum: Math.max(0, ACCOUNT_MAX - before * Math.sign(change)),
  });
}

function grantLease(
  account: ExistingAccount,
  command: Extract<AccountCommand, { type: 'GrantLease' }>,
): AccountDecision {
  const { leaseId, tillId, tokenId, need, want } = command;
  if (account.leases.has(leaseId)) return refuse({ code: 'lease_exists' });
  if (tokenId !== null && account.deletedTokens.has(tokenId))
    return refuse({ code: 'insufficient_token_quota', unspent: ZERO, available: ZERO, needed: need });
  if (tokenId !== null && limitPending(account, tokenId, command.tokenVersion))
    return refuse({ code: 'token_limit_pending' });
  const extra = share(account, tokenId, need, want);
  return extra.ok ? accept({ type: 'LeaseGranted', data: { leaseId, tillId, tokenId, amount: extra.amount } }) : extra;
}

/** A token's limit is not yet known to this stream, or what shared leases have spent of it is not. */
function limitPending(account: ExistingAccount, tokenId: TokenId, version: number): boolean {
  const token = account.tokens.get(tokenId);
  return token === undefined || token.version < version || token.limit === null || useUnreported(account, tokenId);
}

/** A token's limit was set while shared leases were open that may have spent for the token and have not reported since. */
function useUnreported(account: ExistingAccount, tokenId: TokenId): boolean {
  const { limitedAt } = account.tokens.get(tokenId) ?? { limitedAt: 0 };
  for (const lease of account.leases.values()) if (lease.tokenId === null && lease.reportedAt < limitedAt) return true;
  return false;
}

/** A token got a limit after the lease last reported: its next report is needed even if it changes no number. */
const reportAwaited = (account: ExistingAccount, lease: OpenLease): boolean =>
  lease.tokenId === null && [...account.tokens.values()].some(({ limitedAt }) => limitedAt > lease.reportedAt);

/** How much of what is left a lease gets: `need` at least, more while much is left, or why not even that. */
function share(
  account: ExistingAccount,
  tokenId: OpenLease['tokenId'],
  need: Quota,
  want: Quota,
): { ok: true; amount: Quota } | (Decision<never> & { ok: false }) {
  const rest = available(account);
  const tokenRest = tokenId === null ? null : availableToToken(account, tokenId);
  if (tokenId !== null && tokenRest !== null && need > maximum(tokenRest, ZERO)) {
    const left = unspentByToken(account, tokenId) ?? ZERO;
    const refusal = { code: 'insufficient_token_quota', unspent: left, available: tokenRest, needed: need } as const;
    return { ok: false, refusal };
  }
  if (need > maximum(rest, ZERO)) {
    const left = unspent(account);
    return { ok: false, refusal: { code: 'insufficient_user_quota', unspent: left, available: rest, needed: need } };
  }
  const room = tokenRest === null ? rest : minimum(rest, tokenRest);
  return { ok: true, amount: maximum(need, minimum(want, quota(Math.floor(Math.max(room, 0) / LEASE_SHARE_OF_REST)))) };
}

type LeaseChange = Extract<AccountCommand, { type: 'RaiseLease' | 'CoverLease' | 'LowerLease' | 'SettleLease' }>;

function changeLease(account: ExistingAccount, command: LeaseChange): AccountDecision {
  const { leaseId, consumed, byToken } = command.report;
  const lease = account.leases.get(leaseId);
  if (lease === undefined) return command.type === 'SettleLease' ? nothing : refuse({ code: 'lease_unknown' });
  if (consumed < lease.consumed) throw new Error(`lease ${leaseId} reports ${consumed} after ${lease.consumed}`);

  switch (command.type) {
    case 'RaiseLease': {
      // The lease may be older than the limit: from before it was lifted and set again, or than the number that it has now.
      if (lease.tokenId !== null && useUnreported(account, lease.tokenId))
        return refuse({ code: 'token_limit_pending' });
      const covered = maximum(lease.amount, consumed);
      const extra = share(withReport(account, covered, command.report), lease.tokenId, command.need, command.want);
      return extra.ok ? resized(leaseId, add(covered, extra.amount), command.report) : extra;
    }
    case 'CoverLease':
      return resized(leaseId, maximum(command.amount, consumed), command.report);
    case 'LowerLease': {
      if (command.amount < consumed) return refuse({ code: 'lease_overspent', amount: command.amount, consumed });
      const amount = minimum(command.amount, lease.amount);
      const tells = amount !== lease.amount || consumed !== lease.consumed || reportAwaited(account, lease);
      return tells ? resized(leaseId, maximum(amount, consumed), command.report) : nothing;
    }
    case 'SettleLease':
      return accept({ type: 'LeaseSettled', data: { leaseId, consumed, byToken } });
  }
}

/** Reporting moves nothing between lease and rest as long as the lease covers it; what exceeds the lease comes off the rest, and off the token's. */
function withReport(account: ExistingAccount, amount: Quota, report: LeaseChange['report']): ExistingAccount {
  const after = evolve(
    account,
    { type: 'LeaseResized', data: { ...report, amount } },
    { revision: account.revision + 1, atMs: 0 },
  );
  return after.status === 'missing' ? account : after;
}

const resized = (leaseId: LeaseId, amount: Quota, { consumed, byToken }: LeaseChange['report']): AccountDecision =>
  accept({ type: 'LeaseResized', data: { leaseId, amount, consumed, byToken } });
