import type { Recorded } from '@ledgate/domain/events/codec';
import { wallet } from '@ledgate/domain/postings/chart';
import { type Posting, postings } from '@ledgate/domain/postings/postings';
import type { UserId } from '@ledgate/domain/shared/ids';
import { creditsOf } from './credits/credit-row.ts';
import { CREDITED, type Movement, MOVEMENTS, movementsOf, USED } from './accounts/movements.ts';
import { aboutOf } from './journal/about.ts';
import { reasonOf, textOf } from './journal/reason.ts';
import { consumptionOf } from '../ledger/charge-of.ts';
import { isChargeType } from '../ledger/entry-facts.ts';
import { storedText } from '../shared/stored-text.ts';

/** Cells of a row, as far as the event alone says them. `isOptional`: where it moves nothing there may be no row. */
export type ExpectedRow = {
  readonly cells: Readonly<Record<string, string | number | null>>;
  readonly units: number;
  readonly isOptional: boolean;
};

/** What an event does, and the rows that files have for it (docs/exports.md#layouts). */
export type RowsOfEvent = {
  readonly lines: readonly Posting[];
  readonly userId: number | null;
  /** What is added to the wallet of `userId`. */
  readonly walletUnits: number;
  readonly journal: readonly ExpectedRow[];
  readonly charges: readonly ExpectedRow[];
  readonly credits: readonly ExpectedRow[];
  /** What it adds to the columns of the account in layout `statements`. */
  readonly movements: readonly (readonly [Movement, number])[];
  readonly isRequest: boolean;
};

/** Columns of layout `statements`, by the column of money that sums them up. */
export const MOVED_BY = { credits: CREDITED, charges: USED } as const;

const KINDS = {
  recorded: 'charge',
  late: 'late',
  corrected: 'correction',
  settled: 'correction',
  rerated: 'rerate',
} as const;
const MOVING: ReadonlySet<string> = new Set(Object.values(MOVEMENTS).flat());
const REQUESTS: ReadonlySet<string> = new Set(MOVEMENTS.charge);

/** From the event alone: what read models add, as names and what a change takes over from its request, is not in it. */
export function rowsOfEvent(recorded: Recorded): RowsOfEvent {
  const lines = postings(recorded).map(({ account, amount }) => ({ account: storedText(account), amount }));
  const { userId, requestId } = aboutOf(recorded);
  const walletUnits =
    userId === null ? 0 : (lines.find(({ account }) => account === wallet(userId as UserId))?.amount ?? 0);
  const { event, position, id } = recorded;
  const place = { position, event_id: id, type: event.type, time: new Date(recorded.atMs).toISOString() };
  const moved = {
    lines,
    userId,
    walletUnits,
    movements: userId === null || !MOVING.has(event.type) ? [] : movementsOf(event, walletUnits),
    isRequest: REQUESTS.has(event.type),
  };
  const journal = lines.map(({ account, amount }, at) => ({
    cells: {
      ...place,
      line: at + 1,
      stream: recorded.stream,
      revision: recorded.revision,
      account,
      units: amount,
      user_id: userId,
      ...(requestId === null ? {} : { request_id: textOf(requestId) }),
      source: 'source' in event.data ? textOf(event.data.source) : null,
      correlation_id: textOf(recorded.metadata['$correlationId']),
      causation_id: textOf(recorded.metadata['$causationId']),
      actor: textOf(recorded.metadata['actor']),
      reason: reasonOf(recorded),
    },
    units: amount,
    isOptional: false,
  }));
  const wallets = { ...place, account: `user:${userId}`, user_id: userId };
  return {
    ...moved,
    journal,
    charges: chargesOf(recorded, wallets, walletUnits),
    credits: creditRowsOf(recorded, wallets),
  };
}

type Cells = ExpectedRow['cells'];

function chargesOf(recorded: Recorded, wallets: Cells, walletUnits: number): readonly ExpectedRow[] {
  const { event } = recorded;
  const isRefund = event.type === 'ConsumptionRefunded';
  if (!isRefund && !isChargeType(event.type)) return [];
  const consumption = consumptionOf(recorded);
  const charge = consumption?.charge;
  const units = walletUnits === 0 ? 0 : -walletUnits;
  const told =
    charge === undefined
      ? {}
      : {
          request_id: charge.requestId,
          token_id: charge.tokenId,
          channel_id: charge.channelId,
          usage_source: charge.usage.source,
          prompt_tokens: charge.usage.prompt,
          completion_tokens: charge.usage.completion,
          method: charge.price.method,
          price_book_version: charge.price.priceBookVersion,
          exact_units: charge.price.exact,
        };
  const kind = consumption === undefined ? 'refund' : KINDS[consumption.kind];
  return [{ cells: { ...wallets, kind, units, ...told }, units, isOptional: units === 0 && !REQUESTS.has(event.type) }];
}

const creditRowsOf = ({ event }: Recorded, wallets: Cells): readonly ExpectedRow[] =>
  creditsOf(event, null).map(({ kind, moneyKind, units, source, codeId, tradeNo, provider }) => ({
    cells: {
      ...wallets,
      kind,
      money_kind: moneyKind,
      units,
      source: textOf(source),
      code_id: codeId ?? null,
      trade_no: textOf(tradeNo),
      provider: textOf(provider),
    },
    units,
    isOptional: units === 0,
  }));
