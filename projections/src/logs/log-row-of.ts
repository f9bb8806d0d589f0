import { accountOfStream } from '@ledgate/domain/account/events';
import type { Recorded } from '@ledgate/domain/events/codec';
import { type Consumption, consumptionOf, countedOf } from '../ledger/charge-of.ts';
import { LOG_TYPE } from '../ledger/entry-facts.ts';

/** One row of log_rows (contract D). */
export type LogRowValues = {
  readonly position: number;
  readonly atMs: number;
  readonly type: number;
  readonly userId: number;
  readonly tokenId: number;
  readonly channelId: number;
  readonly modelName: string;
  readonly groupName: string;
  readonly quota: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly durationMs: number;
  readonly isStream: boolean;
  readonly requestId: string;
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

/** undefined for an event without a display row. Cleaning is not known here. */
export function logRowOf({ event, stream, position, atMs }: Recorded): LogRowValues | undefined {
  const consumption = consumptionOf(event);
  if (consumption !== undefined)
    return consumption.charge.logged ? consumptionRow(consumption, position, atMs) : undefined;
  const type = TYPE_OF[event.type];
  const userId = type === undefined ? undefined : accountOfStream(stream);
  if (type === undefined || userId === undefined) return undefined;
  return {
    position,
    atMs,
    type,
    userId,
    tokenId: 0,
    channelId: 0,
    modelName: '',
    groupName: '',
    quota: 0,
    promptTokens: 0,
    completionTokens: 0,
    durationMs: 0,
    isStream: false,
    requestId: '',
  };
}

function consumptionRow(consumption: Consumption, position: number, atMs: number): LogRowValues {
  const { charge, amount } = consumption;
  const { prompt, completion } = countedOf(consumption);
  return {
    position,
    atMs,
    type: LOG_TYPE.consumption,
    userId: charge.accountId,
    tokenId: charge.tokenId,
    channelId: charge.channelId,
    modelName: charge.modelBilled,
    groupName: charge.group,
    quota: amount,
    promptTokens: prompt,
    completionTokens: completion,
    durationMs: charge.durationMs,
    isStream: charge.stream,
    requestId: charge.requestId,
  };
}

const DAY_S = 86_400;
export const dayOf = (atMs: number): number => Math.floor(atMs / 1_000 / DAY_S) * DAY_S;
