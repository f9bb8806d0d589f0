import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../errors/relay-error.ts';
import type { Policy } from '../providers/provider.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { AnswerTooLarge } from '../upstream/upstream-attempt.ts';
import { isChannelSpent } from './auto-disable.ts';
import { isChannelFailure } from './channel-failure.ts';
import { chooseChannel } from './choose-channel.ts';
import { isWorthRetrying } from './retry.ts';

const upstream = (status: number, members: Partial<RelayError> = {}): RelayError =>
  new RelayError(status, { message: 'x', type: 'upstream_error', param: null, code: null, ...members }, true);

describe('the channel of an attempt', () => {
  const [high, low, other] = [
    channelView({ id: 1, priority: 5 }),
    channelView({ id: 2, priority: 1, weight: 0 }),
    channelView({ id: 3, priority: 1, weight: 30 }),
  ];
  const channels = [high, low, other];

  it('is of the highest priority first, then of the next, and stays with the lowest', () => {
    expect(chooseChannel(channels, Infinity, () => 0.99)).toBe(high);
    expect(chooseChannel(channels, high.priority, () => 0)).toBe(low);
    expect(chooseChannel(channels, low.priority, () => 0)).toBe(low);
  });

  it('is drawn by weight + 10 within a priority', () => {
    expect(chooseChannel(channels, high.priority, () => 0.199)).toBe(low);
    expect(chooseChannel(channels, high.priority, () => 0.201)).toBe(other);
    expect(chooseChannel(channels, high.priority, () => 0.999_999)).toBe(other);
  });
});

describe('a failed attempt', () => {
  it.each([429, 307, 500, 502, 503, 401, 403, 404, 422])('is retried after %s', (status) => {
    expect(isWorthRetrying(upstream(status), undefined)).toBe(true);
  });

  it.each([504, 524, 400, 408, 200, 204])('is not retried after %s', (status) => {
    expect(isWorthRetrying(upstream(status), undefined)).toBe(false);
  });

  it('is retried after 400 where that may be the fault of the channel, and never when the error is our own', () => {
    expect(isWorthRetrying(upstream(400), { retriesBadRequest: true })).toBe(true);
    expect(isWorthRetrying(RelayError.own(500, 'x', 'x'), undefined)).toBe(false);
  });
});

describe('a failed attempt', () => {
  const failure = (status: number, error = upstream(status), cause?: unknown) => ({ status, error, cause });
  const own = (code: string): RelayError => RelayError.own(502, code, 'x');

  it.each([500, 502, 503, 504, 529, 429, 401, 403])(
    'tells of its channel by %s, whatever that is mapped to',
    (status) => {
      expect(isChannelFailure(failure(status, upstream(400)))).toBe(true);
    },
  );

  it.each([400, 404, 408, 413, 422])('tells of its request by %s, whatever that is mapped to', (status) => {
    expect(isChannelFailure(failure(status, upstream(500)))).toBe(false);
  });

  it.each(['do_request_failed', 'upstream_timeout', 'bad_response'])('tells of its channel by %s', (code) => {
    expect(isChannelFailure(failure(0, own(code)))).toBe(true);
    expect(isChannelFailure(failure(200, own(code)))).toBe(true);
  });

  it('tells of nothing where it could not be sent, and of its request by an answer that is too large', () => {
    expect(isChannelFailure(failure(0, own('convert_request_failed')))).toBe(false);
    expect(isChannelFailure(failure(0, own('upstream_busy')))).toBe(false);
    expect(isChannelFailure(failure(200, own('bad_response'), new AnswerTooLarge()))).toBe(false);
  });
});

describe('a channel', () => {
  const channel = channelView({ id: 1, autoBan: true });
  const isSpent = (
    of: typeof channel,
    status: number,
    error = upstream(status),
    request: unknown = {},
    policy: Policy | undefined = undefined,
  ): boolean => isChannelSpent(of, policy, status, error, () => request);
  const saying = (status: number, message: string): RelayError => upstream(status, { message });

  it('is spent when its key or account is refused', () => {
    expect(isSpent(channel, 401)).toBe(true);
    expect(isSpent(channel, 400, upstream(400, { code: 'invalid_api_key' }))).toBe(true);
    expect(isSpent(channel, 429, upstream(429, { type: 'insufficient_quota' }))).toBe(true);
    expect(isSpent(channel, 429, saying(429, 'You exceeded your current quota, please check'))).toBe(true);
    expect(isSpent(channel, 403, upstream(403), {}, { forbiddenMeansSpent: true })).toBe(true);
  });

  it('is not spent by other failures, nor when it may not be disabled', () => {
    expect(isSpent(channel, 500)).toBe(false);
    expect(isSpent(channel, 403)).toBe(false);
    expect(isSpent(channelView({ id: 1, autoBan: false }), 401)).toBe(false);
  });

  it.each([403, 429, 500, 503])('is spent by a phrase on %s', (status) => {
    expect(isSpent(channel, status, saying(status, 'Sorry: Operation not allowed.'))).toBe(true);
    expect(isSpent(channel, status, saying(status, 'Permission denied on this resource'))).toBe(true);
  });

  it.each([0, 400, 404, 413, 422])('is not spent by a phrase on %s, which speaks of the request', (status) => {
    expect(isSpent(channel, status, saying(status, "Invalid value: 'operation not allowed'."))).toBe(false);
    expect(isSpent(channel, status, saying(status, 'Permission denied'))).toBe(false);
  });

  it('whose 400 may be its own fault tells of an empty account by that, and by no other status of the request', () => {
    const message = 'Your credit balance is too low to access the API';
    const policy = { retriesBadRequest: true } as const;
    expect(isSpent(channel, 400, saying(400, message), {}, policy)).toBe(true);
    expect(isSpent(channel, 404, saying(404, message), {}, policy)).toBe(false);
  });

  it('is not spent by a phrase that stands in the request, however it is written there', () => {
    const error = saying(500, "Cannot use 'Operation Not Allowed' here");
    for (const body of [
      '{"tools":[{"type":"operation not allowed"}]}',
      '{"tools":[{"type":"\\u006fPERATION not allowed"}]}',
      '{"operation not allowed":1}',
      '{"messages":[{"content":[{"type":"text","text":"the operation not allowed"}]}]}',
    ])
      expect({ body, spent: isSpent(channel, 500, error, JSON.parse(body)) }).toEqual({ body, spent: false });
    expect(isSpent(channel, 500, error, { messages: [{ content: 'operation' }] })).toBe(true);
    const both = saying(500, 'Permission denied, your account is not authorized: operation not allowed');
    expect(isSpent(channel, 500, both, { user: 'operation not allowed' })).toBe(true);
  });
});
