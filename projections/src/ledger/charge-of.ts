import { type AccountEventOf, accountOfStream } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { RequestId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { type Quota, subtract } from '@ledgate/domain/shared/quota';
import type { Charge } from '@ledgate/domain/till/charge';
import { storedText } from '../shared/stored-text.ts';

/** What moves a balance for use (docs/ledger.md#postings): a charge, or what it should have been, or is to be, less what it was. */
export type Consumption = {
  readonly kind: 'recorded' | 'late' | 'corrected' | 'settled' | 'rerated';
  readonly accountId: UserId;
  readonly tokenId: TokenId;
  readonly requestId: RequestId;
  /** Signed: above zero is taken from the balance. */
  readonly amount: Quota;
  readonly interrupted: boolean;
  /** undefined where a charge of before is changed by an event that does not repeat it. */
  readonly charge: Charge | undefined;
};

/** undefined for an event that is no consumption. */
export function consumptionOf({ event, stream }: Pick<Recorded, 'event' | 'stream'>): Consumption | undefined {
  switch (event.type) {
    case 'ConsumptionRecorded':
      return charged('recorded', event.data, event.data.amount, event.data.interrupted);
    case 'LateConsumptionRecorded':
      return charged('late', event.data.charge, event.data.charge.amount);
    case 'ConsumptionCorrected':
      return charged('corrected', event.data.charge, event.data.delta);
    case 'SuspenseSettled':
      return changed('settled', stream, event.data, subtract(event.data.after, event.data.before));
    case 'ConsumptionRerated':
      return changed('rerated', stream, event.data, event.data.delta);
    default:
      return undefined;
  }
}

const charged = (kind: Consumption['kind'], charge: Charge, amount: Quota, interrupted = false): Consumption => {
  const { accountId, tokenId, requestId } = charge;
  return { kind, accountId, tokenId, requestId, amount, interrupted, charge };
};

function changed(
  kind: Consumption['kind'],
  stream: string,
  { tokenId, requestId }: AccountEventOf<'SuspenseSettled' | 'ConsumptionRerated'>['data'],
  amount: Quota,
): Consumption {
  const accountId = accountOfStream(stream);
  if (accountId === undefined) throw new Error(`a charge is ${kind} in the stream ${stream}, which is no account's`);
  return { kind, accountId, tokenId, requestId, amount, interrupted: false, charge: undefined };
}

/** The model that is shown, as it is stored; '' of what changes a charge without repeating it. */
export const modelOf = ({ charge }: Consumption): string => storedText(charge?.modelBilled ?? '');

type Counted = { readonly requests: number; readonly promptTokens: number; readonly completionTokens: number };

/**
 * Requests and tokens that a consumption stands for: what changes the amount of a request that is counted already has neither, in display rows, buckets
 * and counts alike.
 */
export const countedAs = (
  type: string,
  { prompt, completion }: { readonly prompt: number; readonly completion: number },
): Counted => (CHANGES.has(type) ? NOT_COUNTED : { requests: 1, promptTokens: prompt, completionTokens: completion });

const CHANGES: ReadonlySet<string> = new Set(['ConsumptionCorrected', 'SuspenseSettled', 'ConsumptionRerated']);
const NOT_COUNTED: Counted = { requests: 0, promptTokens: 0, completionTokens: 0 };

export const countedOf = ({ kind, charge }: Consumption): Counted =>
  charge === undefined ? NOT_COUNTED : countedAs(kind === 'corrected' ? 'ConsumptionCorrected' : '', charge.usage);
