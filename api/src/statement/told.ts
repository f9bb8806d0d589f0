import type { Position } from '@ledgate/domain/ports/event-store';
import { moneyText } from '@ledgate/domain/shared/money-text';
import { tokenNamesOf } from '@ledgate/projections/directory/tokens/find';
import type { StatementScope, StatementSums } from '@ledgate/projections/queries/statements';
import type { Statement } from '../contract/statement.ts';
import type { ApiPorts } from '../ports.ts';
import type { Asked } from './asked.ts';

/** What a statement is of, and how that is called. */
export type Whose = { readonly scope: StatementScope; readonly name: string };

export type Figures = Omit<Statement, 'user_id' | 'username' | 'entries' | 'next'>;

/** A range without an end lasts up to the second in which it was asked for. */
const endOf = ({ toS }: Asked, nowMs: number): number => toS ?? Math.floor(nowMs / 1_000) + 1;

/** Everything of a statement but its entries, as it is answered and stands in files. */
export async function figuresOf(
  db: ApiPorts['db'],
  found: StatementSums,
  asked: Asked,
  nowMs: number,
): Promise<Figures> {
  const { opening, closing, quotaPerUnit } = found;
  const { credits, charges, refunds, adjustments } = found.sums;
  const inUsd = (units: number): string => moneyText(units, quotaPerUnit);
  const names = await tokenNamesOf(
    db,
    found.byToken.flatMap(({ tokenId }) => (tokenId === null || tokenId === 0 ? [] : [tokenId])),
  );
  return {
    start: asked.fromS,
    end: endOf(asked, nowMs),
    zone: asked.zone,
    position: found.position,
    index: found.index,
    opening,
    credits,
    charges,
    refunds,
    adjustments,
    closing,
    money: {
      currency: 'USD',
      quota_per_unit: quotaPerUnit,
      opening: inUsd(opening),
      credits: inUsd(credits),
      charges: inUsd(charges),
      refunds: inUsd(refunds),
      adjustments: inUsd(adjustments),
      closing: inUsd(closing),
    },
    credits_by_kind: found.creditsByKind.map((line) => ({ ...line })),
    charges_by_model: found.byModel.map(({ model, requests, prompt, completion, amount }) => ({
      model,
      requests,
      prompt_tokens: prompt,
      completion_tokens: completion,
      amount,
    })),
    charges_by_token: found.byToken.map(({ tokenId, requests, amount }) => ({
      token_id: tokenId,
      name: names.get(tokenId ?? 0) ?? '',
      requests,
      amount,
    })),
    charges_by_day: found.byDay.map((line) => ({ ...line })),
    late: found.late.map(({ position, atMs, periodEndS, amount }) => ({
      position,
      at: Math.floor(atMs / 1_000),
      for_period: periodEndS,
      amount,
    })),
    reopened: found.reopened.map(({ periodId, atMs, reason }) => ({
      period_id: periodId,
      at: Math.floor(atMs / 1_000),
      reason,
    })),
  };
}

/** What a further call has to say for the same statement. */
export const sameAs = ({ scope }: Whose, { fromS, toS }: Asked, position: Position) => ({
  scope,
  fromS,
  toS,
  position,
});
