import type { ChannelId, LeaseId, RequestId, TokenId, UserId } from '../shared/ids.ts';
import { quota, type Quota } from '../shared/quota.ts';
import type { Charge } from '../till/charge.ts';
import type { TillEventOf } from '../till/events.ts';

/** A charge as a relay would write it, for tests: 100 prompt tokens at 1 quota unit each, with what matters replaced. */
export const exampleCharge = (changes: Partial<Charge> = {}): Charge => ({
  requestId: 'request-1' as RequestId,
  accountId: 2 as UserId,
  leaseId: 'lease-1' as LeaseId,
  tokenId: 5 as TokenId,
  group: 'default',
  modelAsked: 'alias',
  modelBilled: 'gpt-4o-mini',
  channelId: 3 as ChannelId,
  attempts: [{ channelId: 3 as ChannelId, latencyMs: 40, status: 200, outcome: 'answered', upstreamRequestId: 'up-1' }],
  stream: true,
  logged: true,
  arrivedAtMs: 1_000_000,
  usage: { source: 'provider', prompt: 100, completion: 0 },
  price: {
    method: 'tokens',
    priceBookVersion: 1,
    modelRatio: '1',
    completionRatio: '4',
    groupRatio: '1',
    rounding: 'half_up_minimum_1',
    exact: '100',
  },
  amount: quota(100),
  firstTokenMs: 40,
  durationMs: 1_500,
  ...changes,
});

/** The beginning of the same request; a fence charges `prompt` or `reservation` units, by policy. */
export function exampleStart(
  changes: Partial<Charge> = {},
  { prompt = quota(10), reserved = quota(200) }: { prompt?: Quota; reserved?: Quota } = {},
): TillEventOf<'ConsumptionStarted'>['data'] {
  const {
    usage,
    price,
    amount: _amount,
    firstTokenMs: _firstTokenMs,
    durationMs: _durationMs,
    ...facts
  } = exampleCharge(changes);
  const charged = (amount: Quota) => ({
    usage: { ...usage, source: 'interrupted' as const, prompt: amount },
    price: { ...price, exact: String(amount) },
    amount,
  });
  return { ...facts, reserved, interrupted: { prompt: charged(prompt), reservation: charged(reserved) } };
}
