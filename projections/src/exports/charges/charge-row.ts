import { moneyText } from '@ledgate/domain/shared/money-text';
import type { Explanation } from '@ledgate/domain/tariff/explanation';
import { tokenCounts, type Usage } from '@ledgate/domain/tariff/usage-parts';
import type { Charge } from '@ledgate/domain/till/charge';
import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import { type Consumption, consumptionOf } from '../../ledger/charge-of.ts';
import { CHARGE_TYPES } from '../../ledger/entry-facts.ts';
import { playgroundName } from '../../queries/playground-name.ts';
import type { ExportRow } from '../layout.ts';
import { CURRENCY } from '../shared/column.ts';
import type { Entry } from '../shared/entries.ts';

/** What is taken for use, and what is given back. */
export const USE_TYPES: readonly string[] = [...CHARGE_TYPES, 'ConsumptionRefunded'];

export type ChargeKind = 'charge' | 'late' | 'correction' | 'refund' | 'rerate';

const KINDS: Readonly<Record<Consumption['kind'], ChargeKind>> = {
  recorded: 'charge',
  late: 'late',
  corrected: 'correction',
  settled: 'correction',
  rerated: 'rerate',
};

/** What an event of USE_TYPES says of a request. */
export type Use = {
  readonly kind: ChargeKind;
  /** Quota units: above zero what was taken. */
  readonly units: number;
  readonly charge: Charge | undefined;
  readonly interrupted: boolean | null;
  readonly usage: Usage | undefined;
  readonly price: Explanation | undefined;
  /** What the charge stands at behind a settlement. */
  readonly settledAfter: number | undefined;
  readonly tokenName: string;
};

export function useOf(entry: Entry): Use {
  const { recorded, amount, tokenId, group, tokenName } = entry;
  const consumption = consumptionOf(recorded);
  const charge = consumption?.charge;
  const { type, data } = recorded.event;
  return {
    kind: consumption === undefined ? 'refund' : KINDS[consumption.kind],
    units: negated(amount),
    charge,
    interrupted: charge === undefined ? null : (consumption?.interrupted ?? null),
    usage: type === 'SuspenseSettled' ? data.usage : charge?.usage,
    price: type === 'SuspenseSettled' || type === 'ConsumptionRerated' ? data.price : charge?.price,
    settledAfter: type === 'SuspenseSettled' ? data.after : undefined,
    tokenName: tokenId === NO_TOKEN && tokenName === '' ? playgroundName(group ?? '') : tokenName,
  };
}

/** By CHARGE_COLUMNS. */
export function chargeRow(entry: Entry): ExportRow {
  const { recorded, userId, tokenId, channelId, group, model, quotaPerUnit, requestId } = entry;
  const { kind, units, charge, interrupted, usage, price, tokenName } = useOf(entry);
  return [
    recorded.position,
    recorded.id,
    recorded.event.type,
    kind,
    recorded.atMs,
    entry.timeLocal,
    entry.lateForMs,
    requestId === '' ? null : requestId,
    `user:${userId}`,
    userId,
    entry.username,
    tokenId,
    tokenName,
    group,
    channelId,
    channelId === null ? null : entry.channelName,
    charge?.modelAsked ?? null,
    model,
    charge?.stream ?? null,
    interrupted,
    usage?.source ?? null,
    ...tokensOf(usage),
    ...pricedBy(price),
    quotaPerUnit,
    price?.exact ?? null,
    units,
    moneyText(units, quotaPerUnit),
    CURRENCY,
    negated(entry.paid),
    negated(entry.promotional),
    charge?.arrivedAtMs ?? null,
    charge?.durationMs ?? null,
    charge?.firstTokenMs ?? null,
    charge === undefined ? null : upstreamRequestIdOf(charge),
  ];
}

const negated = (amount: number): number => (amount === 0 ? 0 : -amount);

const TOKEN_COLUMNS = 8;
const NO_TOKENS: ExportRow = Array.from({ length: TOKEN_COLUMNS }, () => null);

/** From prompt_tokens to reasoning_tokens. */
function tokensOf(usage: Usage | undefined): ExportRow {
  if (usage === undefined) return NO_TOKENS;
  const counts = tokenCounts(usage);
  return [
    usage.prompt,
    usage.completion,
    counts.cachedRead + counts.cachedAudio,
    counts.cachedWrite + counts.cachedWrite1h,
    counts.audioInput,
    counts.audioOutput,
    counts.imageInput + counts.imageOutput,
    counts.reasoning,
  ];
}

/** From method to model_price. */
function pricedBy(price: Explanation | undefined): ExportRow {
  if (price === undefined) return [null, null, null, null, null, null];
  const { method, priceBookVersion, groupRatio } = price;
  return [
    method,
    priceBookVersion,
    method === 'tokens' ? price.modelRatio : null,
    method === 'tokens' ? price.completionRatio : null,
    groupRatio,
    method === 'call' ? price.modelPrice : null,
  ];
}

const upstreamRequestIdOf = ({ attempts }: Charge): string | null =>
  (attempts.findLast(({ outcome }) => outcome === 'answered') ?? attempts.at(-1))?.upstreamRequestId ?? null;
