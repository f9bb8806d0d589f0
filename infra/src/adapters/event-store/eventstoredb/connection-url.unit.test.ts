import { describe, expect, it } from '@jest/globals';
import { connectionOf } from './connection-url.ts';

const someone = { username: 'ledgate', password: 'p:a@ss' };

describe('the address of EventStoreDB', () => {
  it.each([
    ['esdb://a:2113?tls=false', 'esdb://a:2113?tls=false&gossipTimeout=1'],
    ['esdb://a,b:2114,c', 'esdb://a,b:2114,c?gossipTimeout=1'],
    ['esdb+discover://cluster?tls=true&nodePreference=follower', undefined],
  ])('%s has the client wait a second for a host that hangs', (given, expected) => {
    expect(connectionOf(given, undefined)).toEqual({
      url: expected ?? `${given}&gossipTimeout=1`,
      credentials: undefined,
    });
  });

  it.each(['esdb://a,b?gossipTimeout=3', 'esdb://a,b?tls=false&GOSSIP_TIMEOUT=3', 'esdb://a,b?gossip-timeout=3'])(
    '%s keeps the time that the operator has set',
    (given) => {
      expect(connectionOf(given, undefined).url).toBe(given);
    },
  );

  it('gives its credentials out, unless there are others', () => {
    const given = `esdb://ledgate:${encodeURIComponent(someone.password)}@a?tls=true`;
    const url = 'esdb://a?tls=true&gossipTimeout=1';
    expect(connectionOf(given, undefined)).toEqual({ url, credentials: someone });
    const other = { username: 'other', password: 'x' };
    expect(connectionOf(given, other)).toEqual({ url, credentials: other });
  });

  it.each([
    ['esdb://ledgate:50%@a', 'the password in it has a % that encodes nothing'],
    ['esdb://led%zzgate:x@a', 'the user name in it has a % that encodes nothing'],
  ])('%s is refused by what is wrong with it', (given, message) => {
    expect(() => connectionOf(given, undefined)).toThrow(message);
  });
});
