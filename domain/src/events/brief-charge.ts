import type { Attempt, Charge } from '../till/charge.ts';
import type { Explanation } from '../tariff/explanation.ts';
import type { TillEventOf } from '../till/events.ts';
import type { Brevity, EventData } from './schema-step.ts';

// ConsumptionRecorded 3 (docs/ledger.md#charges) leaves out what nearly all charges say in the same way, and what they would say twice.

type Recorded = TillEventOf<'ConsumptionRecorded'>['data'];
/** Every member by its name, undefined where it is left out: a member that is added must be named here, or it would be lost. */
type Every<Members> = { readonly [Name in keyof Members]-?: unknown };

const ROUNDING = 'half_up_minimum_1';

// Members are named one by one, and put into what was just parsed: a copy of an object with so many members costs more than all else that a charge does.

const briefAttempt = (attempt: Attempt, modelAsked: string): Every<Attempt> => ({
  channelId: attempt.channelId,
  keyId: attempt.keyId,
  provider: attempt.provider,
  modelSent: attempt.modelSent === undefined ? null : unless(attempt.modelSent, modelAsked),
  startMs: attempt.startMs,
  latencyMs: attempt.latencyMs,
  status: attempt.status,
  outcome: attempt.outcome,
  error: attempt.error,
  upstreamRequestId: attempt.upstreamRequestId,
  modelAnswered: attempt.modelAnswered,
  upstreamAnswerId: attempt.upstreamAnswerId,
  affinity: attempt.affinity,
  usage: attempt.usage,
  cost: attempt.cost,
});

const briefCharge = (charge: Recorded): Every<Recorded> => ({
  requestId: charge.requestId,
  accountId: charge.accountId,
  leaseId: charge.leaseId,
  tokenId: charge.tokenId,
  group: charge.group,
  modelAsked: charge.modelAsked,
  modelBilled: unless(charge.modelBilled, charge.modelAsked),
  channelId: unless(charge.channelId, channelOfLast(charge.attempts)),
  attempts: charge.attempts.map((attempt) => briefAttempt(attempt, charge.modelAsked)),
  stream: unless(charge.stream, false),
  logged: unless(charge.logged, true),
  arrivedAtMs: charge.arrivedAtMs,
  reasoningEffort: charge.reasoningEffort,
  serviceTier: charge.serviceTier,
  idempotencyKeyHash: charge.idempotencyKeyHash,
  sessionId: charge.sessionId,
  task: charge.task,
  accountKind: charge.accountKind,
  memberId: charge.memberId,
  endUser: charge.endUser,
  tags: charge.tags,
  privateSalt: charge.privateSalt,
  usage: charge.usage,
  price: briefPrice(charge.price),
  amount: charge.amount,
  firstTokenMs: charge.firstTokenMs,
  durationMs: charge.durationMs,
  interrupted: unless(charge.interrupted, false),
});

const briefPrice = (price: Explanation): EventData => ({ ...price, rounding: unless(price.rounding, ROUNDING) });

const unless = <Value>(value: Value, usual: Value | undefined): Value | undefined =>
  value === usual ? undefined : value;

const channelOfLast = (attempts: readonly Attempt[]): Charge['channelId'] | undefined => attempts.at(-1)?.channelId;

type Parsed<Members> = { -readonly [Name in keyof Members]?: Members[Name] | null };

function completeCharge(charge: Parsed<Recorded>): void {
  const modelAsked = charge.modelAsked ?? '';
  const attempts = charge.attempts ?? [];
  for (const attempt of attempts as Parsed<Attempt>[]) {
    if (attempt.modelSent === undefined) attempt.modelSent = modelAsked;
    else if (attempt.modelSent === null) delete attempt.modelSent;
  }
  charge.modelBilled ??= modelAsked;
  const channelId = channelOfLast(attempts);
  if (channelId !== undefined) charge.channelId ??= channelId;
  charge.stream ??= false;
  charge.logged ??= true;
  charge.interrupted ??= false;
  if (charge.price) (charge.price as Parsed<Explanation>).rounding ??= ROUNDING;
}

/** ConsumptionRecorded 3. */
export const briefRecorded: Brevity = {
  shorten: (data) => briefCharge(data as unknown as Recorded),
  complete: (data) => {
    completeCharge(data as Parsed<Recorded>);
    return data;
  },
};
