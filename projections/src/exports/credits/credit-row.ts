import type { LotKind } from '@ledgate/domain/account/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { moneyText } from '@ledgate/domain/shared/money-text';
import type { ExportRow } from '../layout.ts';
import { CURRENCY } from '../shared/column.ts';
import type { Entry } from '../shared/entries.ts';

/** What moves a wallet for anything but use. */
export const CREDIT_TYPES: readonly string[] = [
  'QuotaGranted',
  'QuotaToppedUp',
  'RedemptionCredited',
  'InviteEarningsTransferred',
  'QuotaAdjusted',
  'CreditExpired',
  'QuotaReversed',
];

type CreditKind = 'grant' | 'top_up' | 'redemption' | 'invite' | 'adjustment' | 'commission' | 'expiry' | 'reversal';

/** What an event of CREDIT_TYPES says of a movement; undefined: nothing. */
export type Credit = {
  readonly kind: CreditKind;
  readonly moneyKind: LotKind;
  /** Signed, as they move the wallet. */
  readonly units: number;
  readonly codeId?: number;
  readonly tradeNo?: string;
  readonly provider?: string;
  /** In the smallest unit of its currency. */
  readonly paidMinor?: number;
  readonly paidCurrency?: string;
  readonly source?: string | undefined;
  readonly reference?: string | undefined;
  readonly reverses?: string | undefined;
};

/**
 * One, or two of earnings that were taken over at once and came of both invitations and commission.
 *
 * @param paidCurrency of the top-up that is reversed, where it is known
 */
export function creditsOf(event: LedgerEvent, paidCurrency: string | null): readonly Credit[] {
  switch (event.type) {
    case 'QuotaGranted': {
      const { amount, grant, source } = event.data;
      const moneyKind = grant === 'first_user' || grant === 'opening' ? 'adjustment' : 'promotional';
      return [{ kind: 'grant', moneyKind, units: amount, source }];
    }
    case 'QuotaToppedUp': {
      const { amount, source, tradeNo, provider, moneyMinor, currency } = event.data;
      const paid = { tradeNo, provider, paidMinor: moneyMinor, paidCurrency: currency };
      return [{ kind: 'top_up', moneyKind: 'paid', units: amount, source, ...paid }];
    }
    case 'RedemptionCredited': {
      const { amount, source, codeId, sale } = event.data;
      const paid = sale === undefined ? {} : { paidMinor: sale.moneyMinor, paidCurrency: sale.currency };
      const moneyKind = sale === undefined ? 'promotional' : 'paid';
      return [{ kind: 'redemption', moneyKind, units: amount, source, codeId, ...paid }];
    }
    case 'InviteEarningsTransferred': {
      const { amount, source, commission = 0 } = event.data;
      const part = (kind: CreditKind, units: number): Credit => ({ kind, moneyKind: 'promotional', units, source });
      return [part('invite', amount - commission), part('commission', commission)].filter(({ units }) => units !== 0);
    }
    case 'QuotaAdjusted': {
      const { delta, source, reference, reverses } = event.data;
      return [{ kind: 'adjustment', moneyKind: 'adjustment', units: delta, source, reference, reverses }];
    }
    case 'CreditExpired': {
      const { amount, kind, source } = event.data;
      return [{ kind: 'expiry', moneyKind: kind, units: -amount, source }];
    }
    case 'QuotaReversed': {
      const { delta, source, tradeNo, moneyMinor } = event.data;
      const paidMinor = delta < 0 ? -moneyMinor : moneyMinor;
      const paid = paidCurrency === null ? {} : { paidMinor, paidCurrency };
      return [{ kind: 'reversal', moneyKind: 'paid', units: delta, source, tradeNo, ...paid }];
    }
    default:
      return [];
  }
}

/** By CREDIT_COLUMNS. */
export function creditRows(entry: Entry): readonly ExportRow[] {
  const { recorded, userId, username, quotaPerUnit } = entry;
  const { event, metadata } = recorded;
  const reason = event.type === 'QuotaAdjusted' ? event.data.reason : metadata['reason'];
  return creditsOf(event, entry.paidCurrency).map((credit): ExportRow => [
    recorded.position,
    recorded.id,
    event.type,
    credit.kind,
    credit.moneyKind,
    recorded.atMs,
    entry.timeLocal,
    entry.lateForMs,
    `user:${userId}`,
    userId,
    username,
    credit.units,
    moneyText(credit.units, quotaPerUnit),
    CURRENCY,
    quotaPerUnit,
    credit.source ?? null,
    credit.codeId ?? null,
    credit.tradeNo ?? null,
    credit.provider ?? null,
    credit.paidMinor ?? null,
    credit.paidCurrency ?? null,
    textOrNull(metadata['actor']),
    textOrNull(reason),
    credit.reference ?? null,
    credit.reverses ?? null,
  ]);
}

const textOrNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);
