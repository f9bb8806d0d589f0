import { accountOfStream } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { partsOf } from '@ledgate/domain/pricing/price-of';
import type { Charge } from '@ledgate/domain/till/charge';
import { type Consumption, consumptionOf } from './charge-of.ts';
import type { ChargeFacts, EntryFacts } from './entry-facts.ts';

/** One row of ledger_entries without its balance. */
export type LedgerEntryValues = {
  readonly accountId: number;
  readonly position: number;
  readonly atMs: number;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  /** Signed change of the balance. */
  readonly amount: number;
  /** Request id or source; ''. */
  readonly reference: string;
  readonly actor: string;
  readonly reason: string;
  readonly facts: EntryFacts | ChargeFacts;
};

type Meaning = Pick<LedgerEntryValues, 'amount' | 'reference' | 'facts'>;

/** undefined for what concerns no account, and for checkpoints, which say nothing new. */
export function ledgerEntryOf(recorded: Recorded): LedgerEntryValues | undefined {
  const { event, stream, revision, position, atMs, metadata } = recorded;
  const consumption = consumptionOf(event);
  const meaning = consumption === undefined ? meaningOf(event) : chargeMeaning(consumption);
  if (meaning === undefined) return undefined;
  const accountId = consumption?.charge.accountId ?? accountOfStream(stream);
  if (accountId === undefined) throw new Error(`${event.type} in the stream ${stream}, which is no account's`);
  return {
    accountId,
    position,
    atMs,
    type: event.type,
    stream,
    revision,
    actor: metadata['actor'] ?? '',
    reason: reasonOf(recorded),
    ...meaning,
  };
}

const reasonOf = ({ event, metadata }: Recorded): string =>
  event.type === 'QuotaAdjusted' ? event.data.reason : (metadata['reason'] ?? '');

function chargeMeaning({ kind, charge, amount, interrupted }: Consumption): Meaning {
  const { price, usage } = charge;
  const facts: ChargeFacts = {
    model: charge.modelBilled,
    group: charge.group,
    tokenId: charge.tokenId,
    channelId: charge.channelId,
    prompt: usage.prompt,
    completion: usage.completion,
    usageSource: usage.source,
    method: price.method,
    priceBookVersion: price.priceBookVersion,
    groupRatio: price.groupRatio,
    modelRatio: price.method === 'tokens' ? price.modelRatio : null,
    completionRatio: price.method === 'tokens' ? price.completionRatio : null,
    modelPrice: price.method === 'call' ? price.modelPrice : null,
    channels: charge.attempts.map(({ channelId }) => channelId).join(','),
    firstTokenMs: charge.firstTokenMs,
    interrupted,
    logged: charge.logged,
    ...(charge.reasoningEffort === undefined ? NO_FACTS : { reasoningEffort: charge.reasoningEffort }),
    ...audioFacts(charge),
  };
  return {
    amount: negated(amount),
    reference: charge.requestId,
    facts: kind === 'recorded' ? facts : { ...facts, [kind]: true },
  };
}

function audioFacts({ price, usage }: Charge): Partial<ChargeFacts> {
  if (price.method !== 'tokens' || price.audioRatio === undefined || price.audioCompletionRatio === undefined)
    return NO_FACTS;
  const { audioRatio, audioCompletionRatio } = price;
  return { ...partsOf(usage, price), audioRatio, audioCompletionRatio };
}

const NO_FACTS = {};

const negated = (amount: number): number => (amount === 0 ? 0 : -amount);

/** What an account's own events mean beside their amounts. */
function meaningOf(event: LedgerEvent): Meaning | undefined {
  switch (event.type) {
    case 'AccountOpened':
      return moves(0, '');
    case 'QuotaGranted':
      return moves(event.data.amount, event.data.source, { grant: event.data.grant });
    case 'QuotaToppedUp': {
      const { amount, source, tradeNo, provider, moneyMinor, currency } = event.data;
      return moves(amount, source, { tradeNo, provider, moneyMinor, currency });
    }
    case 'RedemptionCredited':
      return moves(event.data.amount, event.data.source, { codeId: event.data.codeId });
    case 'InviteRewardAccrued':
      return moves(0, event.data.source, { earned: event.data.amount, inviteeId: event.data.inviteeId });
    case 'InviteEarningsTransferred':
      return moves(event.data.amount, '');
    case 'QuotaAdjusted':
      return moves(event.data.delta, '', { actorId: event.data.actorId, setTo: event.data.absolute?.balance ?? null });
    case 'TokenLimitSet':
      return moves(0, '', { ...event.data });
    case 'LeaseGranted': {
      const { leaseId, tillId, tokenId, amount } = event.data;
      return moves(0, '', { leaseId, tillId, tokenId, leased: amount });
    }
    case 'LeaseResized':
      return moves(0, '', { leaseId: event.data.leaseId, leased: event.data.amount, consumed: event.data.consumed });
    case 'LeaseSettled':
      return moves(0, '', { leaseId: event.data.leaseId, consumed: event.data.consumed });
    case 'ConsumptionRefunded':
      return moves(event.data.amount, event.data.source, { tokenId: event.data.tokenId });
    case 'AccountClosed':
      return moves(0, '', { actorId: event.data.actorId });
    default:
      return undefined;
  }
}

const moves = (amount: number, reference: string, facts: EntryFacts = {}): Meaning => ({ amount, reference, facts });
