import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { completion, errorText, FakeUpstream, sendJson } from '../testing/fake-upstream.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';
import { Breakers } from '../upstream/breakers.ts';

let relay: RelayFixture;
let second: FakeUpstream;
let nowMs: number;
beforeEach(async () => {
  nowMs = 0;
  relay = await RelayFixture.open({ breakers: new Breakers({ nowMs: () => nowMs }) });
  second = await FakeUpstream.open();
  second.play = (response) => sendJson(response, completion());
  relay.view.setOptions({ RetryTimes: 2 });
  relay.view.channels = [
    channelView({ id: 1, baseUrl: relay.upstream.url, priority: 5 }),
    channelView({ id: 2, baseUrl: second.url, priority: 1 }),
  ];
});
afterEach(async () => {
  await closeSettled(relay);
  await second.close();
});

const failing = (status: number): void => {
  relay.upstream.play = (response) => sendJson(response, errorText({ message: 'on holiday' }), status);
};
const statusesOf = async (calls: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let call = 0; call < calls; call += 1) statuses.push((await relay.chat()).status);
  return statuses;
};
const served = async (calls: number): Promise<void> =>
  expect(await statusesOf(calls)).toEqual(Array.from({ length: calls }, () => 200));
const askedTimes = (): number => relay.upstream.received.length;

describe('a channel that keeps failing', () => {
  it.each([500, 503, 429, 401, 403])('by %s is asked five times, then by single probes', async (status) => {
    failing(status);
    await served(12);
    expect(askedTimes()).toBe(5);
    nowMs = 1_000;
    await served(3);
    expect(askedTimes()).toBe(6);
    nowMs = 2_999;
    await served(3);
    expect(askedTimes()).toBe(6);
    nowMs = 3_000;
    await served(3);
    expect(askedTimes()).toBe(7);
  });

  it('serves again after one success', async () => {
    failing(500);
    await served(6);
    nowMs = 1_000;
    relay.upstream.play = (response) => sendJson(response, completion());
    await served(4);
    expect(askedTimes()).toBe(9);
  });

  it('is probed by one call at a time', async () => {
    failing(500);
    await served(5);
    nowMs = 1_000;
    let answer = (): void => {};
    relay.upstream.play = (response) => {
      answer = () => sendJson(response, completion());
    };
    const probe = relay.chat();
    await relay.until(() => askedTimes() === 6);
    await served(5);
    expect(askedTimes()).toBe(6);
    answer();
    expect((await probe).status).toBe(200);
  });

  it('is asked all the same where there is no other', async () => {
    relay.view.channels.pop();
    relay.view.setOptions({ RetryTimes: 0 });
    failing(500);
    expect(await statusesOf(8)).toEqual(Array.from({ length: 8 }, () => 500));
    expect(askedTimes()).toBe(8);
  });

  it('is not what callers make of it: a refusal of their requests counts as nothing', async () => {
    failing(404);
    await served(8);
    expect(askedTimes()).toBe(8);
  });

  it('by streams that break off is spared too', async () => {
    relay.upstream.play = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"one"}}]}\n\n', () => response.destroy());
    };
    for (let call = 0; call < 7; call += 1) await relay.chat({ stream: true });
    expect(askedTimes()).toBe(5);
  });

  it('is probed again after the same pause where a probe was asked for nonsense', async () => {
    failing(500);
    await served(5);
    nowMs = 1_000;
    failing(404);
    await served(3);
    expect(askedTimes()).toBe(6);
    nowMs = 2_000;
    await served(3);
    expect(askedTimes()).toBe(7);
  });
});
