import { accountOfStream } from '@ledgate/domain/account/events';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
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
  /** undefined unless a consumption; what follows is 0 then. */
  readonly charge: Charge | undefined;
  readonly amount: Quota;
  readonly promptTokens: number;
  readonly completionTokens: number;
};

/** Which events have a display row, beside consumption that is `logged`. */
const TYPE_OF: Readonly<Partial<Record<string, number>>> = {
  QuotaToppedUp: LOG_TYPE.topUp,
  RedemptionCredited: LOG_TYPE.topUp,
  QuotaAdjusted: LOG_TYPE.administration,
  QuotaGranted: LOG_TYPE.system,
  InviteRewardAccrued: LOG_TYPE.system,
  ConsumptionRefunded: LOG_TYPE.system,
};

const NOTHING_CHARGED = { charge: undefined, amount: ZERO, promptTokens: 0, completionTokens: 0 } as const;

/** undefined for an event without a display row. Cleaning is not known here. */
export function loggedEventOf({ event, stream, position, atMs }: Recorded): LoggedEvent | undefined {
  const consumption = consumptionOf(event);
  if (consumption !== undefined)
    return consumption.charge.logged ? loggedConsumption(consumption, position, atMs) : undefined;
  const type = TYPE_OF[event.type];
  const accountId = type === undefined ? undefined : accountOfStream(stream);
  if (type === undefined || accountId === undefined) return undefined;
  return { position, atMs, type, accountId, ...NOTHING_CHARGED };
}

function loggedConsumption(consumption: Consumption, position: Position, atMs: number): LoggedEvent {
  const { charge, amount } = consumption;
  const { promptTokens, completionTokens } = countedOf(consumption);
  return {
    position,
    atMs,
    type: LOG_TYPE.consumption,
    accountId: charge.accountId,
    charge,
    amount,
    promptTokens,
    completionTokens,
  };
}
