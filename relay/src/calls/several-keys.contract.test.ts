import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView, channelViewWithKeys } from '../testing/fake-relay-view.ts';
import { completion, errorText, sendJson } from '../testing/fake-upstream.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';

const KEYS = ['sk-key-the-first', 'sk-key-the-second', 'sk-key-the-third'];

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.setOptions({ RetryTimes: 2, AutomaticDisableChannelEnabled: true });
  relay.view.channels = [channelViewWithKeys({ id: 1, baseUrl: relay.upstream.url }, KEYS)];
});
afterEach(() => closeSettled(relay));

const keysUsed = (): (string | undefined)[] =>
  relay.upstream.received.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));
const refusing = (...refused: readonly string[]): void => {
  relay.upstream.play = (response, { headers }) => {
    const key = (headers.authorization ?? '').replace('Bearer ', '');
    if (refused.includes(key)) sendJson(response, errorText({ message: `the key ${key} is bad` }), 401);
    else sendJson(response, completion());
  };
};
const serve = async (calls: number): Promise<void> => {
  for (let call = 0; call < calls; call += 1) expect((await relay.chat()).status).toBe(200);
};

describe('a channel of several keys', () => {
  it('uses them in turn, and says which', async () => {
    await serve(4);
    expect(keysUsed()).toEqual([...KEYS, KEYS[0]]);
    expect(relay.cashier.charges.map(({ attempts }) => attempts[0]?.keyId)).toEqual([1, 2, 3, 1]);
  });

  it('puts a spent one aside alone, and the call goes on with the next', async () => {
    refusing(KEYS[1] ?? '');
    await serve(8);
    expect(keysUsed().filter((key) => key === KEYS[1])).toHaveLength(1);
    expect(relay.view.keysPutAside).toEqual([2]);
    expect(relay.view.disabled).toEqual([]);
    expect(relay.cashier.charges[1]?.attempts.map(({ keyId, status }) => [keyId, status])).toEqual([
      [2, 401],
      [3, 200],
    ]);
  });

  it('goes on using all where spent ones are not to be put aside', async () => {
    relay.view.setOptions({ AutomaticDisableChannelEnabled: false });
    refusing(KEYS[1] ?? '');
    await serve(4);
    expect(keysUsed()).toEqual([KEYS[0], KEYS[1], KEYS[2], KEYS[0], KEYS[1], KEYS[2]]);
    expect(relay.view.keysPutAside).toEqual([]);
  });

  it('masks the key that was used in what its upstream says', async () => {
    relay.view.setOptions({ RetryTimes: 0 });
    refusing(...KEYS);
    expect((await relay.chat()).text).not.toContain('the-first');
    expect((await relay.chat()).text).not.toContain('the-second');
  });

  it('with one key left is disabled as any other', async () => {
    relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, key: KEYS[0] ?? '' })];
    refusing(...KEYS);
    await relay.chat();
    expect(relay.view.disabled).toContain(1);
    expect(relay.view.keysPutAside).toEqual([]);
  });
});
