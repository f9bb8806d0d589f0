import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';

/** What moves a wallet, by the columns of layout `statements` in their order, and by which events. */
export const MOVEMENTS = {
  top_up: ['QuotaToppedUp'],
  redemption: ['RedemptionCredited'],
  grant: ['QuotaGranted'],
  invite: ['InviteEarningsTransferred'],
  commission: [],
  adjustment: ['QuotaAdjusted'],
  expiry: ['CreditExpired'],
  reversal: ['QuotaReversed'],
  charge: ['ConsumptionRecorded', 'LateConsumptionRecorded'],
  refund: ['ConsumptionRefunded'],
  correction: ['ConsumptionCorrected', 'SuspenseSettled', 'ConsumptionRerated'],
} as const satisfies Readonly<Record<string, readonly LedgerEvent['type'][]>>;

export type Movement = keyof typeof MOVEMENTS;

const NAMES = Object.keys(MOVEMENTS) as readonly Movement[];

/** Which of them are told as credits, and which as charges, in money. */
const CHARGED: ReadonlySet<Movement> = new Set(['charge', 'refund', 'correction']);
export const CREDITED = NAMES.filter((name) => !CHARGED.has(name));
export const USED = NAMES.filter((name) => CHARGED.has(name));

/** Signed quota units by column. */
export type Moved = Readonly<Record<Movement, number>>;

const MOVEMENT_OF: ReadonlyMap<string, Movement> = new Map(
  NAMES.flatMap((name) => MOVEMENTS[name].map((type) => [type, name] as const)),
);

/** What an event's change of a wallet counts as; what was earned and moved there may be of two kinds at once: by inviting, and as commission. */
export function movementsOf(event: LedgerEvent, amount: number): readonly (readonly [Movement, number])[] {
  const movement = MOVEMENT_OF.get(event.type);
  if (movement === undefined) throw new Error(`${event.type} moves a wallet and has no column in a statement`);
  const commission = event.type === 'InviteEarningsTransferred' ? (event.data.commission ?? 0) : 0;
  return [
    [movement, amount - commission],
    ['commission', commission],
  ];
}
