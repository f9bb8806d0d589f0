import type { AccountCommandOf } from '../account/commands.ts';
import { CREDIT_MAX } from '../account/limits.ts';
import type { CodeId, SourceId, UserId } from '../shared/ids.ts';
import type { Quota } from '../shared/quota.ts';
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
  | { readonly type: 'RedeemCode'; readonly accountId: UserId };

/**
 * A code is worth its amount once (docs/behaviour.md#redemption-codes): used stays used, and nothing about it changes any more; a withdrawn or expired
 * one is as if it were missing. Refuses with code_missing, code_exists, code_disabled, code_used, amount_not_positive or amount_too_large.
 */
export function decide(command: RedemptionCommand, code: Redemption): Decision<RedemptionEvent> {
  if (command.type === 'IssueCode') {
    if (code.status !== 'missing') return refuse({ code: 'code_exists' });
    const { codeId, amount, actorId } = command;
    return refusedAmount(amount) ?? accept({ type: 'CodeIssued', data: { codeId, amount, actorId } });
  }
  if (code.status === 'missing') return refuse({ code: 'code_missing' });
  if (code.status === 'used') return refuse({ code: 'code_used' });
  if (code.status === 'withdrawn' || code.status === 'expired')
    return command.type === 'WithdrawCode' ? nothing : refuse({ code: 'code_missing' });
  const { codeId, amount: previousAmount, status } = code;
  switch (command.type) {
    case 'EditCode': {
      const { amount, actorId } = command;
      if (amount === previousAmount) return nothing;
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
      return accept({ type: 'CodeWithdrawn', data: { codeId, amount: previousAmount, actorId: command.actorId } });
    case 'RedeemCode':
      if (status === 'disabled') return refuse({ code: 'code_disabled' });
      return (
        refusedAmount(previousAmount) ??
        accept({ type: 'CodeRedeemed', data: { codeId, amount: previousAmount, accountId: command.accountId } })
      );
  }
}

function refusedAmount(amount: Quota): Decision<never> | undefined {
  if (amount <= 0) return refuse({ code: 'amount_not_positive', field: 'quota' });
  return amount > CREDIT_MAX ? refuse({ code: 'amount_too_large', field: 'quota', maximum: CREDIT_MAX }) : undefined;
}

/** What recognises the credit of a code on the account, however often it is repeated. */
export const redemptionSource = (codeId: CodeId): SourceId => `redemption-${codeId}` as SourceId;

/**
 * The saga's second step: what the account is told of a claim that was made at `claimedMs` (Unix milliseconds). The amount is the claim's, whatever
 * the code is worth by then.
 */
export const creditOf = (
  { codeId, amount }: RedemptionEventOf<'CodeRedeemed'>['data'],
  claimedMs: number,
): AccountCommandOf<'CreditRedemption'> => ({
  type: 'CreditRedemption',
  amount,
  codeId,
  source: redemptionSource(codeId),
  sourceBornMs: claimedMs,
});
