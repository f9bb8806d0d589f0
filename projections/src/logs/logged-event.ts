import { accountOfStream } from '@ledgate/domain/account/events';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { Position } from '@ledgate/domain/ports/event-store';
import { NO_TOKEN, type TokenId, type UserId } from '@ledgate/domain/shared/ids';
import { type Quota, ZERO } from '@ledgate/domain/shared/quota';
import type { Charge } from '@ledgate/domain/till/charge';
import { type Consumption, consumptionOf, countedOf } from '../ledger/charge-of.ts';

/** An event with a display row (docs/billing.md#log-rows): what the row is made from. */
export type LoggedEvent = {
  readonly position: Position;
  readonly atMs: number;
  /** Of LOG_TYPE. */
  readonly type: number;
  readonly accountId: UserId;
  /** undefined unless a consumption; what follows is empty then. */
  readonly charge: Charge | undefined;
  readonly tokenId: TokenId;
  readonly requestId: string;
  readonly amount: Quota;
  readonly promptTokens: number;
  readonly completionTokens: number;
};

/** Which events have a display row, beside consumption that is `logged`, as what changes it later always is. */
const TYPE_OF: Readonly<Partial<Record<string, number>>> = {
  QuotaToppedUp: LOG_TYPE.topUp,
  RedemptionCredited: LOG_TYPE.topUp,
  QuotaAdjusted: LOG_TYPE.administration,
  QuotaReversed: LOG_TYPE.topUp,
  QuotaGranted: LOG_TYPE.system,
  CreditExpired: LOG_TYPE.system,
  InviteRewardAccrued: LOG_TYPE.system,
  CommissionAccrued: LOG_TYPE.system,
  CommissionReversed: LOG_TYPE.system,
  ConsumptionRefunded: LOG_TYPE.system,
};

const NOTHING_CHARGED = {
  charge: undefined,
  tokenId: NO_TOKEN,
  requestId: '',
  amount: ZERO,
  promptTokens: 0,
  completionTokens: 0,
} as const;

/** undefined for an event without a display row. Cleaning is not known here. */
export function loggedEventOf(recorded: Recorded): LoggedEvent | undefined {
  const { event, stream, position, atMs } = recorded;
  const consumption = consumptionOf(recorded);
  if (consumption !== undefined)
    return consumption.charge?.logged !== false ? loggedConsumption(consumption, position, atMs) : undefined;
  const type = TYPE_OF[event.type];
  const accountId = type === undefined ? undefined : accountOfStream(stream);
  if (type === undefined || accountId === undefined) return undefined;
  return { position, atMs, type, accountId, ...NOTHING_CHARGED };
}

function loggedConsumption(consumption: Consumption, position: Position, atMs: number): LoggedEvent {
  const { accountId, tokenId, requestId, charge, amount } = consumption;
  const { promptTokens, completionTokens } = countedOf(consumption);
  return {
    position,
    atMs,
    type: LOG_TYPE.consumption,
    accountId,
    charge,
    tokenId,
    requestId,
    amount,
    promptTokens,
    completionTokens,
  };
}
