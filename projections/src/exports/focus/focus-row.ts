import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import { moneyText } from '@ledgate/domain/shared/money-text';
import type { ChargeKind, Use } from '../charges/charge-row.ts';
import { type Credit, creditsOf } from '../credits/credit-row.ts';
import type { ExportRow } from '../layout.ts';
import { CURRENCY } from '../shared/column.ts';
import type { Entry } from '../shared/entries.ts';

/** SystemName, which can change, is none of it. */
const NAME = 'Ledgate';
const SECOND_MS = 1_000;
const NOTHING = '0.000000';
const CENTS = '100';

type Category = 'Usage' | 'Purchase' | 'Credit';

/** What a row says beside where and when it stands. */
type Said = {
  readonly category: Category;
  readonly isCorrection: boolean;
  readonly description: string;
  readonly billed: string;
  readonly contracted: string;
  readonly effective: string;
  readonly list: string;
  readonly consumed: readonly [quantity: number, unit: 'Tokens' | 'Requests'] | undefined;
  readonly priced: readonly [quantity: number, unit: 'Tokens' | 'Requests' | 'Quota Units'] | undefined;
  readonly skuId: string | null;
  readonly tags: string | null;
  readonly requestId: string | null;
  readonly units: number;
  readonly priceBookVersion: number | null;
  readonly paid: number;
  readonly promotional: number;
};

const WORDS: Readonly<Record<ChargeKind, string>> = {
  charge: 'Usage of',
  late: 'Usage of',
  correction: 'Correction of usage of',
  refund: 'Refund of usage of',
  rerate: 'Re-rate of usage of',
};

/** FOCUS rows of what was used. @param listUnits quota units at the price for everybody */
export function usageRow(entry: Entry, use: Use, listUnits: number): ExportRow {
  const { kind, units, price, charge } = use;
  const { quotaPerUnit, model, requestId } = entry;
  const amount = moneyText(units, quotaPerUnit);
  const isCorrection = kind !== 'charge' && kind !== 'late';
  const consumed = isCorrection ? undefined : consumedBy(use);
  return focusRow(entry, {
    category: 'Usage',
    isCorrection,
    description: `${WORDS[kind]} ${model ?? 'an unknown request'}`,
    billed: NOTHING,
    contracted: amount,
    effective: amount,
    list: moneyText(listUnits, quotaPerUnit),
    consumed,
    priced: consumed,
    skuId: model,
    tags: charge?.tags === undefined ? null : JSON.stringify(charge.tags),
    requestId: requestId === '' ? null : requestId,
    units,
    priceBookVersion: price?.priceBookVersion ?? null,
    paid: negated(entry.paid),
    promotional: negated(entry.promotional),
  });
}

function consumedBy({ usage, price }: Use): readonly [number, 'Tokens' | 'Requests'] {
  const tokens = (usage?.prompt ?? 0) + (usage?.completion ?? 0);
  const isByTokens = price?.method === 'tokens' || (price?.method === 'parts' && tokens > 0);
  return isByTokens ? [tokens, 'Tokens'] : [1, 'Requests'];
}

/** FOCUS rows of a credit. */
export function creditFocusRows(entry: Entry): readonly ExportRow[] {
  const credits = creditsOf(entry.recorded.event, entry.paidCurrency);
  let { paid, promotional } = entry;
  return credits.map((credit, index) => {
    // Of one event with two credits the first has as much of each kind as it is of.
    const isLast = index === credits.length - 1;
    const ofPaid = isLast ? paid : Math.min(paid, credit.units);
    const ofPromotional = isLast ? promotional : Math.min(promotional, credit.units - ofPaid);
    paid -= ofPaid;
    promotional -= ofPromotional;
    return focusRow(entry, { ...saidOf(entry, credit), paid: ofPaid, promotional: ofPromotional });
  });
}

function saidOf(entry: Entry, credit: Credit): Omit<Said, 'paid' | 'promotional'> {
  const { kind, moneyKind, units, tradeNo, codeId } = credit;
  const isBought = moneyKind === 'paid' && (kind === 'top_up' || kind === 'redemption' || kind === 'reversal');
  const isCorrection = kind === 'reversal';
  const money = isBought ? moneyOf(entry, credit) : NOTHING;
  const of = tradeNo ?? (codeId === undefined ? undefined : `code ${codeId}`);
  return {
    category: isBought ? 'Purchase' : 'Credit',
    isCorrection,
    description: `${DESCRIPTIONS[kind]}${of === undefined ? '' : ` ${of}`}`,
    billed: money,
    contracted: money,
    effective: NOTHING,
    list: money,
    consumed: undefined,
    priced: isBought && !isCorrection ? [units, 'Quota Units'] : undefined,
    skuId: isBought ? kind : null,
    tags: null,
    requestId: null,
    units,
    priceBookVersion: null,
  };
}

const DESCRIPTIONS: Readonly<Record<Credit['kind'], string>> = {
  grant: 'Grant',
  top_up: 'Top-up',
  redemption: 'Redemption of',
  invite: 'Earnings of invitations',
  adjustment: 'Adjustment',
  commission: 'Commission',
  expiry: 'Expiry of a credit',
  reversal: 'Reversal of top-up',
};

/** What was paid where that was in USD, else what the credit is worth. */
const moneyOf = ({ quotaPerUnit }: Entry, { units, paidMinor, paidCurrency }: Credit): string =>
  paidCurrency === CURRENCY && paidMinor !== undefined ? moneyText(paidMinor, CENTS) : moneyText(units, quotaPerUnit);

/** By FOCUS_COLUMNS. */
function focusRow({ recorded, userId, tokenId, username, tokenName, group }: Entry, said: Said): ExportRow {
  const start = new Date(Math.floor(recorded.atMs / SECOND_MS) * SECOND_MS);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const isToken = tokenId !== null && tokenId !== NO_TOKEN;
  const isCredit = said.category === 'Credit';
  return [
    said.billed,
    `user:${userId}`,
    username === '' ? null : username,
    CURRENCY,
    secondText(new Date(Date.UTC(year, month + 1))),
    secondText(new Date(Date.UTC(year, month))),
    said.category,
    said.isCorrection ? 'Correction' : null,
    said.description,
    said.category === 'Usage' ? 'Usage-Based' : 'One-Time',
    secondText(new Date(start.getTime() + SECOND_MS)),
    secondText(start),
    said.consumed?.[0] ?? null,
    said.consumed?.[1] ?? null,
    said.contracted,
    said.effective,
    NAME,
    said.list,
    isCredit ? null : 'Standard',
    said.priced?.[0] ?? null,
    said.priced?.[1] ?? null,
    NAME,
    NAME,
    'AI and Machine Learning',
    NAME,
    'Generative AI',
    said.skuId,
    isToken ? String(tokenId) : null,
    // A token that nobody can name any more has its id.
    isToken ? (tokenName === '' ? String(tokenId) : tokenName) : null,
    said.tags,
    recorded.position,
    said.requestId,
    said.units,
    said.priceBookVersion,
    said.category === 'Usage' ? group : null,
    said.paid,
    said.promotional,
  ];
}

const secondText = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
const negated = (amount: number): number => (amount === 0 ? 0 : -amount);
