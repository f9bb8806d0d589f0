import { accountOfStream } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import { redemptionSource } from '@ledgate/domain/redemption/decide';
import type { SourceId } from '@ledgate/domain/shared/ids';
import { isTaskSource, taskSource } from '@ledgate/domain/task/decide';
import { reversalSource, reversedBy, topUpSource } from '@ledgate/domain/topup/decide';
import type { ClaimFacts } from './claim-facts.ts';

/** One half of a saga: the promise on the first stream, or the credit on the account. */
export type ClaimStep = {
  readonly source: SourceId;
  readonly kind: ClaimFacts['kind'];
  readonly step: 'claimed' | 'credited';
  readonly accountId: number;
  readonly amount: number;
  readonly facts: ClaimFacts | undefined;
};

/** undefined for an event that is neither. */
export function claimStepOf({ event, stream }: Pick<Recorded, 'event' | 'stream'>): ClaimStep | undefined {
  switch (event.type) {
    case 'CodeRedeemed': {
      const { codeId, amount, accountId, use, sale, expiresAtMs } = event.data;
      const facts = { kind: 'redemption', codeId, use, sale, expiresAtMs } as const;
      return claimed(redemptionSource(codeId, use), accountId, amount, facts);
    }
    case 'TopUpPaid': {
      const { tradeNo, accountId, amount, provider, moneyMinor, currency, expiresAtMs } = event.data;
      return claimed(topUpSource(tradeNo), accountId, amount, {
        kind: 'topup',
        tradeNo,
        provider,
        moneyMinor,
        currency,
        expiresAtMs,
      });
    }
    case 'TopUpReversed': {
      const { tradeNo, accountId, reversalId } = event.data;
      const source = reversalSource(tradeNo, reversalId);
      return claimed(source, accountId, reversedBy(event.data), { kind: 'reversal', tradeNo, reversalId });
    }
    case 'TaskFailed': {
      const { taskId, accountId, tokenId, refund, requestId } = event.data;
      const facts = { kind: 'task', taskId, tokenId, requestId } as const;
      return refund > 0 ? claimed(taskSource(taskId), accountId, refund, facts) : undefined;
    }
    case 'RedemptionCredited':
      return credited(event.data, 'redemption', stream);
    case 'QuotaToppedUp':
      return credited(event.data, 'topup', stream);
    case 'QuotaReversed':
      return credited({ source: event.data.source, amount: event.data.delta }, 'reversal', stream);
    case 'ConsumptionRefunded':
      return isTaskSource(event.data.source) ? credited(event.data, 'task', stream) : undefined;
    default:
      return undefined;
  }
}

const claimed = (source: SourceId, accountId: number, amount: number, facts: ClaimFacts): ClaimStep => ({
  source,
  kind: facts.kind,
  step: 'claimed',
  accountId,
  amount,
  facts,
});

const credited = (
  { source, amount }: { readonly source: SourceId; readonly amount: number },
  kind: ClaimFacts['kind'],
  stream: string,
): ClaimStep => ({ source, kind, step: 'credited', accountId: accountOfStream(stream) ?? 0, amount, facts: undefined });
