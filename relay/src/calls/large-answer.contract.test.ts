import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_BYTES_MAX } from '../limits.ts';
import { closeSettled } from '../testing/close-settled.ts';
import { completion, sendJson, USAGE } from '../testing/fake-upstream.ts';
import { errorOf, RelayFixture } from '../testing/relay-fixture.ts';

const MIB = 1024 * 1024;
const BODIES = { bodiesBytesMax: 16 * MIB, bodiesOfUserBytesMax: 8 * MIB };

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open({ bodies: BODIES });
});
afterEach(() => closeSettled(relay));

const ofSize = (bytes: number): string => completion(USAGE, 'x'.repeat(bytes));

describe('an answer that is gathered', () => {
  it('takes room in the memory for bodies until its request has ended, if it is large', async () => {
    const large = ofSize(2 * MIB);
    let held = 0;
    relay.cashier.recording = async () => void (held = relay.bodies.bytes);
    relay.upstream.play = (response) => sendJson(response, large);
    expect((await relay.chat()).text).toBe(large);
    expect(held).toBeGreaterThanOrEqual(3 * large.length);
    relay.upstream.play = (response) => sendJson(response, ofSize(200 * 1024));
    expect((await relay.chat()).status).toBe(200);
    expect(held).toBeLessThan(MIB);
    expect([relay.bodies.bytes, relay.bodyRefusals]).toEqual([0, []]);
  });

  it.each([false, true])('is refused where there is no room, and its prompt charged (stream: %s)', async (stream) => {
    relay.view.setOptions({ RetryTimes: 3 });
    relay.upstream.play = (response) => sendJson(response, ofSize(3 * MIB));
    const answer = await relay.chat({ stream });
    expect(answer.status).toBe(503);
    expect(errorOf(answer).message).toMatch(/^too many large answers are under way/);
    expect(relay.cashier.charges).toMatchObject([{ usage: { source: 'counted', completion: 0 } }]);
    expect(relay.cashier.charges[0]?.usage.prompt).toBeGreaterThan(0);
    expect([relay.upstream.received.length, relay.bodies.bytes, relay.bodyRefusals]).toEqual([1, 0, ['user_share']]);
  });

  it('is refused where it is larger than any may be, and its prompt charged', async () => {
    await closeSettled(relay);
    relay = await RelayFixture.open();
    relay.view.setOptions({ RetryTimes: 3 });
    relay.upstream.play = (response) => void response.end(Buffer.alloc(ANSWER_BYTES_MAX + 1, ' '));
    const answer = await relay.chat();
    expect([answer.status, errorOf(answer).message]).toEqual([
      502,
      expect.stringMatching(/^the answer of the upstream is larger than 64 MiB/),
    ]);
    expect(relay.cashier.charges).toMatchObject([{ usage: { source: 'counted', completion: 0 } }]);
    expect([relay.upstream.received.length, relay.bodies.bytes]).toEqual([1, 0]);
  });
});
