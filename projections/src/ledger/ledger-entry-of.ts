import { accountOfStream } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Charge } from '@ledgate/domain/till/charge';
import { type Consumption, consumptionOf, countedOf } from './charge-of.ts';
import type { ChargeFacts, EntryFacts } from './entry-facts.ts';
import { ratiosOf, textAndSound } from './ratios-of.ts';

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
} & OfRequest;

/** What a request was made with, of what is charged for it or given back; the last ones where the event repeats the charge. */
type OfRequest = {
  readonly tokenId: number | null;
  readonly channelId: number | null;
  readonly groupName: string | null;
  /** The billed one. */
  readonly modelName: string | null;
  /** As they are counted: 0 of what changes a charge that is counted already. */
  readonly prompt: number;
  readonly completion: number;
};

type Meaning = Pick<LedgerEntryValues, 'amount' | 'reference' | 'facts'>;

/** undefined for what concerns no account, and for checkpoints, which say nothing new. */
export function ledgerEntryOf(recorded: Recorded): LedgerEntryValues | undefined {
  const { event, stream, revision, position, atMs, metadata } = recorded;
  const consumption = consumptionOf(recorded);
  const meaning = consumption?.charge === undefined ? meaningOf(event) : chargeMeaning(consumption, consumption.charge);
  if (meaning === undefined) return undefined;
  const accountId = consumption?.accountId ?? accountOfStream(stream);
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
    ...ofRequest(consumption, event),
  };
}

function ofRequest(consumption: Consumption | undefined, event: LedgerEvent): OfRequest {
  if (consumption === undefined)
    return event.type === 'ConsumptionRefunded' ? { ...OF_NO_REQUEST, tokenId: event.data.tokenId } : OF_NO_REQUEST;
  const { charge, tokenId } = consumption;
  if (charge === undefined) return { ...OF_NO_REQUEST, tokenId };
  const { promptTokens: prompt, completionTokens: completion } = countedOf(consumption);
  const { channelId, group: groupName, modelBilled: modelName } = charge;
  return { tokenId, channelId, groupName, modelName, prompt, completion };
}

const OF_NO_REQUEST: OfRequest = {
  tokenId: null,
  channelId: null,
  groupName: null,
  modelName: null,
  prompt: 0,
  completion: 0,
};

const reasonOf = ({ event, metadata }: Recorded): string =>
  event.type === 'QuotaAdjusted' ? event.data.reason : (metadata['reason'] ?? '');

function chargeMeaning({ kind, amount, interrupted }: Consumption, charge: Charge): Meaning {
  const { price, usage } = charge;
  const { modelRatio, completionRatio, modelPrice, audio } = ratiosOf(price);
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
    modelRatio,
    completionRatio,
    modelPrice,
    channels: charge.attempts.map(({ channelId }) => channelId).join(','),
    firstTokenMs: charge.firstTokenMs,
    interrupted,
    logged: charge.logged,
    ...(charge.reasoningEffort === undefined ? NO_FACTS : { reasoningEffort: charge.reasoningEffort }),
    ...(charge.endUser === undefined ? NO_FACTS : { endUser: charge.endUser }),
    ...(audio === undefined ? NO_FACTS : { ...textAndSound(usage, price), ...audio }),
  };
  return {
    amount: negated(amount),
    reference: charge.requestId,
    facts: kind === 'recorded' ? facts : { ...facts, [kind]: true },
  };
}

const NO_FACTS = {};

const negated = (amount: number): number => (amount === 0 ? 0 : -amount);

/** What an account's own events mean beside their amounts. */
function meaningOf(event: LedgerEvent): Meaning | undefined {
  switch (event.type) {
    case 'AccountOpened':
      return moves(0, '');
    case 'QuotaGranted': {
      const { amount, source, grant, expiresAtMs } = event.data;
      return moves(amount, source, { grant, ...ending(expiresAtMs) });
    }
    case 'QuotaToppedUp': {
      const { amount, source, tradeNo, provider, moneyMinor, currency, expiresAtMs } = event.data;
      return moves(amount, source, { tradeNo, provider, moneyMinor, currency, ...ending(expiresAtMs) });
    }
    case 'RedemptionCredited': {
      const { amount, source, codeId, expiresAtMs } = event.data;
      return moves(amount, source, { codeId, ...ending(expiresAtMs) });
    }
    case 'QuotaReversed': {
      const { delta, source, tradeNo, kind, moneyMinor } = event.data;
      return moves(delta, source, { tradeNo, kind, moneyMinor });
    }
    case 'CreditExpired': {
      const { amount, source, lot, kind } = event.data;
      return moves(negated(amount), source, { lot, kind });
    }
    case 'CommissionAccrued': {
      const { amount, source, inviteeId, percent } = event.data;
      return moves(0, source, { earned: amount, inviteeId, percent });
    }
    case 'CommissionReversed':
      return moves(0, event.data.source, { takenBack: event.data.amount });
    case 'SuspenseSettled': {
      const { requestId, tokenId, billId, before, after, usage, price } = event.data;
      const { priceBookVersion } = price;
      return moves(before - after, requestId, {
        tokenId,
        billId,
        before,
        after,
        priceBookVersion,
        prompt: usage.prompt,
        completion: usage.completion,
      });
    }
    case 'ConsumptionRerated': {
      const { requestId, tokenId, rerateId, before, after, price } = event.data;
      return moves(negated(event.data.delta), requestId, {
        tokenId,
        rerateId,
        before,
        after,
        priceBookVersion: price.priceBookVersion,
      });
    }
    case 'InviteRewardAccrued':
      return moves(0, event.data.source, { earned: event.data.amount, inviteeId: event.data.inviteeId });
    case 'InviteEarningsTransferred': {
      const { amount, source = '', commission } = event.data;
      return moves(amount, source, commission === undefined ? NO_FACTS : { commission });
    }
    case 'QuotaAdjusted': {
      const { delta, actorId, absolute, reference, reverses, approvalId } = event.data;
      return moves(delta, '', {
        actorId,
        setTo: absolute?.balance ?? null,
        ...(reference === undefined ? NO_FACTS : { reference }),
        ...(reverses === undefined ? NO_FACTS : { reverses }),
        ...(approvalId === undefined ? NO_FACTS : { approvalId }),
      });
    }
    case 'TokenLimitSet':
    case 'BudgetSet':
      return moves(0, '', { ...event.data });
    case 'LeaseGranted': {
      const { leaseId, tillId, tokenId, amount } = event.data;
      return moves(0, '', { leaseId, tillId, tokenId, leased: amount });
    }
    case 'LeaseResized':
      return moves(0, '', { leaseId: event.data.leaseId, leased: event.data.amount, consumed: event.data.consumed });
    case 'LeaseSettled':
      return moves(0, '', { leaseId: event.data.leaseId, consumed: event.data.consumed });
    case 'ConsumptionRefunded': {
      const { amount, source, tokenId, requestId } = event.data;
      return moves(amount, source, { tokenId, ...(requestId === undefined ? NO_FACTS : { requestId }) });
    }
    case 'AccountClosed':
      return moves(0, '', { actorId: event.data.actorId });
    default:
      return undefined;
  }
}

/** When a credit ends, where it does. */
const ending = (expiresAtMs: number | undefined): EntryFacts =>
  expiresAtMs === undefined ? NO_FACTS : { expiresAtMs };

const moves = (amount: number, reference: string, facts: EntryFacts = {}): Meaning => ({ amount, reference, facts });
