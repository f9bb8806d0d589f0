import type { AccountCommandOf } from '../account/commands.ts';
import { CREDIT_MAX } from '../account/limits.ts';
import type { CodeId, SourceId, UserId } from '../shared/ids.ts';
import { quota, type Quota } from '../shared/quota.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import type { RedemptionEvent, RedemptionEventOf } from './events.ts';
import type { Redemption } from './state.ts';

export type RedemptionCommand =
  | { readonly type: 'IssueCode'; readonly codeId: CodeId; readonly amount: Quota; readonly actorId: UserId }
  | { readonly type: 'EditCode'; readonly amount: Quota; readonly actorId: UserId }
  | { readonly type: 'DisableCode'; readonly actorId: UserId }
  | { readonly type: 'EnableCode'; readonly actorId: UserId }
  /** For ever: before the code's text goes from the directory. */
  | { readonly type: 'WithdrawCode'; readonly actorId: UserId }
  /** `nowMs` is Unix milliseconds. */
  | { readonly type: 'RedeemCode'; readonly accountId: UserId; readonly nowMs: number };

const DAY_MS = 24 * 3_600_000;

/**
 * A code is worth its amount once, or once for each of several accounts (docs/behaviour.md#redemption-codes): used stays used, and nothing about it changes
 * any more; a withdrawn one is as if it were missing. Refuses with code_missing, code_exists, code_disabled, code_used, code_used_by_you,
 * code_expired, code_amount_fixed, amount_not_positive or amount_too_large.
 */
export function decide(command: RedemptionCommand, code: Redemption): Decision<RedemptionEvent> {
  if (command.type === 'IssueCode') {
    if (code.status !== 'missing') return refuse({ code: 'code_exists' });
    const { codeId, amount, actorId } = command;
    return refusedAmount(amount) ?? accept({ type: 'CodeIssued', data: { codeId, amount, actorId, usesMax: 1 } });
  }
  if (code.status === 'missing') return refuse({ code: 'code_missing' });
  if (code.status === 'used') return refuse({ code: 'code_used' });
  if (code.status !== 'unused' && code.status !== 'disabled') {
    if (command.type === 'WithdrawCode') return nothing;
    return refuse({ code: code.status === 'expired' ? 'code_expired' : 'code_missing' });
  }
  const { codeId, amount: previousAmount, status, terms, usedBy } = code;
  switch (command.type) {
    case 'EditCode': {
      const { amount, actorId } = command;
      if (amount === previousAmount) return nothing;
      if (terms.sale !== undefined || terms.usesMax > 1) return refuse({ code: 'code_amount_fixed' });
      return refusedAmount(amount) ?? accept({ type: 'CodeEdited', data: { codeId, amount, previousAmount, actorId } });
    }
    case 'DisableCode':
      return status === 'disabled'
        ? nothing
        : accept({ type: 'CodeDisabled', data: { codeId, actorId: command.actorId } });
    case 'EnableCode':
      return status === 'unused'
        ? nothing
        : accept({ type: 'CodeEnabled', data: { codeId, actorId: command.actorId } });
    case 'WithdrawCode':
      return accept({
        type: 'CodeWithdrawn',
        data: {
          codeId,
          amount: quota(previousAmount * (terms.usesMax - usedBy.length)),
          actorId: command.actorId,
          sold: terms.sale !== undefined,
        },
      });
    case 'RedeemCode':
      return redeem(code, command);
  }
}

function redeem(
  { codeId, amount, status, terms, usedBy }: Extract<Redemption, { status: 'unused' | 'disabled' }>,
  { accountId, nowMs }: Extract<RedemptionCommand, { type: 'RedeemCode' }>,
): Decision<RedemptionEvent> {
  const { sale, expiresAtMs, creditDays } = terms;
  if (status === 'disabled') return refuse({ code: 'code_disabled' });
  if (expiresAtMs !== undefined && nowMs >= expiresAtMs) return refuse({ code: 'code_expired' });
  if (usedBy.includes(accountId)) return refuse({ code: 'code_used_by_you' });
  const data = {
    codeId,
    amount,
    accountId,
    use: usedBy.length + 1,
    ...(sale === undefined ? {} : { sale }),
    ...(creditDays === undefined ? {} : { expiresAtMs: nowMs + creditDays * DAY_MS }),
  };
  return refusedAmount(amount) ?? accept({ type: 'CodeRedeemed', data });
}

function refusedAmount(amount: Quota): Decision<never> | undefined {
  if (amount <= 0) return refuse({ code: 'amount_not_positive', field: 'quota' });
  return amount > CREDIT_MAX ? refuse({ code: 'amount_too_large', field: 'quota', maximum: CREDIT_MAX }) : undefined;
}

/** What recognises the credit of a code's use on the account, however often it is repeated. */
export const redemptionSource = (codeId: CodeId, use: number): SourceId =>
  (use === 1 ? `redemption-${codeId}` : `redemption-${codeId}-${use}`) as SourceId;

/**
 * The saga's second step: what the account is told of a claim that was made at `claimedMs` (Unix milliseconds). The amount is the claim's, whatever
 * the code is worth by then.
 */
export const creditOf = (
  { accountId: _account, ...credit }: RedemptionEventOf<'CodeRedeemed'>['data'],
  claimedMs: number,
): AccountCommandOf<'CreditRedemption'> => ({
  type: 'CreditRedemption',
  ...credit,
  source: redemptionSource(credit.codeId, credit.use),
  sourceBornMs: claimedMs,
});
