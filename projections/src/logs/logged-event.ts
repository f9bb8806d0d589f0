import { accountOfStream } from '@ledgate/domain/account/events';
import { ANSWERED_STATUS, CALLER_LEFT_STATUS, LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import type { Recorded } from '@ledgate/domain/events/codec';
import type { Position } from '@ledgate/domain/ports/event-store';
import { NO_TOKEN, type TokenId, type UserId } from '@ledgate/domain/shared/ids';
import { type Quota, ZERO } from '@ledgate/domain/shared/quota';
import type { Attempt, Charge } from '@ledgate/domain/till/charge';
import type { TillEventOf } from '@ledgate/domain/till/events';
import { type Consumption, consumptionOf, countedOf } from '../ledger/charge-of.ts';
import { tagsColumn } from './tags-column.ts';

/** What a row says of a call, charged or not. `model`: the one that is billed, of a failed call the one that was asked for. */
type LoggedCall = {
  readonly channelId: number;
  readonly model: string;
  readonly group: string;
  readonly durationMs: number;
  readonly stream: boolean;
  readonly cachedTokens: number;
  /** As `tags-column.ts` has them. */
  readonly tags: string;
};

/** Why a call has failed: what its caller was told (null where he had left), and each attempt. `error` is our code. */
export type LoggedFailure = {
  readonly status: number | null;
  readonly error: string | null;
  /** Left out where its caller named none. */
  readonly endUser?: string;
  readonly attempts: readonly {
    readonly channelId: number;
    readonly status: number;
    readonly outcome: Attempt['outcome'];
    readonly error: string | null;
  }[];
};

/** An event with a display row (docs/billing.md#log-rows): what the row is made from. */
export type LoggedEvent = {
  readonly position: Position;
  readonly atMs: number;
  /** Of LOG_TYPE. */
  readonly type: number;
  readonly accountId: UserId;
  /** undefined unless a call was charged or has failed; what follows is empty then. */
  readonly call: LoggedCall | undefined;
  readonly tokenId: TokenId;
  readonly requestId: string;
  readonly amount: Quota;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** The HTTP status that a call was answered with (ANSWERED_STATUS, CALLER_LEFT_STATUS where nobody was there any more); 0 of all other rows. */
  readonly status: number;
  /** A LoggedFailure as JSON; '' of all other rows. */
  readonly failure: string;
};

/** Which events have a display row, beside consumption and failed calls that are `logged`; what changes a charge later always is. */
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
  call: undefined,
  tokenId: NO_TOKEN,
  requestId: '',
  amount: ZERO,
  promptTokens: 0,
  completionTokens: 0,
  status: 0,
  failure: '',
} as const;

/** undefined for an event without a display row. Cleaning is not known here. */
export function loggedEventOf(recorded: Recorded): LoggedEvent | undefined {
  const { event, stream, position, atMs } = recorded;
  const consumption = consumptionOf(recorded);
  if (consumption !== undefined)
    return consumption.charge?.logged !== false ? loggedConsumption(consumption, position, atMs) : undefined;
  if (event.type === 'AttemptsFailed') return loggedFailure(event.data, position, atMs);
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
    call: charge && calledOf(charge, promptTokens),
    tokenId,
    requestId,
    amount,
    promptTokens,
    completionTokens,
    status: charge === undefined ? 0 : ANSWERED_STATUS,
    failure: '',
  };
}

function calledOf(
  { channelId, modelBilled, group, durationMs, stream, usage, tags }: Charge,
  promptTokens: number,
): LoggedCall {
  const { cachedRead = 0, cachedAudio = 0 } = usage.parts ?? {};
  const cachedTokens = Math.min(promptTokens, cachedRead + cachedAudio);
  return { channelId, model: modelBilled, group, durationMs, stream, cachedTokens, tags: tagsColumn(tags) };
}

/** Failed calls of the first schema do not say whose they were. One that was never asked for anywhere has nothing to tell. */
function loggedFailure(
  data: TillEventOf<'AttemptsFailed'>['data'],
  position: Position,
  atMs: number,
): LoggedEvent | undefined {
  const { accountId, requestId, tokenId, group = '', modelAsked = '', stream = false, durationMs = 0 } = data;
  const last = data.attempts.at(-1);
  if (tokenId === undefined || data.logged !== true || last === undefined) return undefined;
  const { channelId } = last;
  const failure: LoggedFailure = {
    status: data.status ?? null,
    error: data.error ?? null,
    ...(data.endUser === undefined ? {} : { endUser: data.endUser }),
    attempts: data.attempts.map(({ channelId: id, status, outcome, error = null }) => ({
      channelId: id,
      status,
      outcome,
      error,
    })),
  };
  return {
    position,
    atMs,
    type: LOG_TYPE.failure,
    accountId,
    call: {
      channelId,
      model: modelAsked,
      group,
      durationMs,
      stream,
      cachedTokens: 0,
      tags: tagsColumn(data.tags),
    },
    tokenId,
    requestId,
    amount: ZERO,
    promptTokens: 0,
    completionTokens: 0,
    status: failure.status ?? CALLER_LEFT_STATUS,
    failure: JSON.stringify(failure),
  };
}
