import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../http/relay-error.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { isChannelSpent } from './auto-disable.ts';
import { chooseChannel } from './choose-channel.ts';
import { isWorthRetrying, retriesOf } from './retry.ts';

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
    expect(chooseChannel(channels, 0, () => 0.99)).toBe(high);
    expect(chooseChannel(channels, 1, () => 0)).toBe(low);
    expect(chooseChannel(channels, 7, () => 0)).toBe(low);
  });

  it('is drawn by weight + 10 within a priority', () => {
    expect(chooseChannel(channels, 1, () => 0.199)).toBe(low);
    expect(chooseChannel(channels, 1, () => 0.201)).toBe(other);
    expect(chooseChannel(channels, 1, () => 0.999_999)).toBe(other);
  });
});

describe('a failed attempt', () => {
  it.each([429, 307, 500, 502, 503, 401, 403, 404, 422])('is retried after %s', (status) => {
    expect(isWorthRetrying(upstream(status), 1)).toBe(true);
  });

  it.each([504, 524, 400, 408, 200, 204])('is not retried after %s', (status) => {
    expect(isWorthRetrying(upstream(status), 1)).toBe(false);
  });

  it('is retried after 400 from type 14, and never when the error is our own', () => {
    expect(isWorthRetrying(upstream(400), 14)).toBe(true);
    expect(isWorthRetrying(RelayError.own(500, 'x', 'x'), 1)).toBe(false);
  });

  it('is retried as often as the option says, within reason', () => {
    expect(['0', '2', '-1', 'x', '1.5', '999'].map(retriesOf)).toEqual([0, 2, 0, 0, 0, 20]);
  });
});

describe('a channel', () => {
  const channel = channelView({ id: 1, autoBan: true });

  it('is spent when its key or account is refused', () => {
    expect(isChannelSpent(channel, 401, upstream(401))).toBe(true);
    expect(isChannelSpent(channel, 400, upstream(400, { code: 'invalid_api_key' }))).toBe(true);
    expect(isChannelSpent(channel, 429, upstream(429, { type: 'insufficient_quota' }))).toBe(true);
    expect(
      isChannelSpent(channel, 429, upstream(429, { message: 'You exceeded your current quota, please check' })),
    ).toBe(true);
    expect(isChannelSpent(channelView({ id: 1, type: 24 }), 403, upstream(403))).toBe(true);
  });

  it('is not spent by other failures, nor when it may not be disabled', () => {
    expect(isChannelSpent(channel, 500, upstream(500))).toBe(false);
    expect(isChannelSpent(channel, 403, upstream(403))).toBe(false);
    expect(isChannelSpent(channelView({ id: 1, autoBan: false }), 401, upstream(401))).toBe(false);
  });
});
