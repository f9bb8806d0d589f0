import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { closeSettled } from '../testing/close-settled.ts';
import { beginStream, chunk, completion, DONE, errorText, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { RelayFixture, requestText } from '../testing/relay-fixture.ts';
import { HangUpReads } from '../upstream/hang-up-reads.ts';
import { UpstreamAttempt } from '../upstream/upstream-attempt.ts';

/** Long enough for whatever a test waits for. */
const LONG_S = 9;

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.setOptions({ HangUpReadSeconds: LONG_S });
});
afterEach(() => closeSettled(relay));

/** Resolves when the relay has noticed that a caller is gone, and asks how long to read on. */
const noticed = (): Promise<void> =>
  new Promise((resolve) => {
    const { HangUpReadSeconds, ...others } = relay.view.options;
    relay.view.options = {
      ...others,
      get HangUpReadSeconds() {
        resolve();
        return HangUpReadSeconds;
      },
    };
  });

/** A caller who leaves at the first word; what the upstream does once the relay knows it. */
async function left(then: (response: ServerResponse) => void): Promise<void> {
  const known = noticed();
  const response = await leaving();
  await known;
  then(response);
}

async function leaving(): Promise<ServerResponse> {
  let upstream: ServerResponse | undefined;
  relay.upstream.play = (response) => {
    upstream = response;
    beginStream(response);
    response.write(chunk('word '));
  };
  await relay.chat({ stream: true }, { onText: (_text, hangUp) => hangUp() });
  if (upstream === undefined) throw new Error('nothing went upstream');
  return upstream;
}

describe('a stream whose caller has hung up', () => {
  it("is read on, and charged by the provider's own figures", async () => {
    await left((response) => response.end(`${chunk('more ')}${usageChunk()}${DONE}`));
    await relay.until(() => relay.cashier.charges.length > 0);
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'provider', prompt: 10, completion: 5 });
    expect(relay.upstream.received[0]?.hungUp).toBe(false);
  });

  it('is cut after so many bytes, and charged by counting', async () => {
    await left((response) => response.write(chunk('x'.repeat(2 * 1024 * 1024))));
    await relay.until(() => relay.cashier.charges.length > 0 && relay.upstream.received[0]?.hungUp === true);
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'counted', completion: 1 });
  });

  it('is cut after the seconds of the option', async () => {
    relay.view.setOptions({ HangUpReadSeconds: 1 });
    await left((response) => response.write(chunk('more ')));
    await relay.until(() => relay.cashier.charges.length > 0 && relay.upstream.received[0]?.hungUp === true);
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'counted', completion: 2 });
  });

  it('is cut at once where its price does not depend on it', async () => {
    relay.view.book = { ...defaultPriceBook(), modelPrice: { 'gpt-4o': '0.01' } };
    await leaving();
    await relay.until(() => relay.cashier.charges.length > 0 && relay.upstream.received[0]?.hungUp === true);
    expect(relay.cashier.charges[0]).toMatchObject({ amount: 5_000, usage: { source: 'provider', completion: 1 } });
  });
});

describe('a call whose caller has hung up before the head of its answer', () => {
  /** A caller who leaves while the upstream works; what that does once the relay knows it. */
  async function leftWaiting(fields: object, then: (response: ServerResponse) => void): Promise<void> {
    const known = noticed();
    let upstream: ServerResponse | undefined;
    relay.upstream.play = (response) => {
      upstream = response;
    };
    const caller = await relay.caller();
    caller.write(requestText(fields));
    await relay.until(() => upstream !== undefined);
    caller.destroy();
    await known;
    if (upstream !== undefined) then(upstream);
  }
  const ended = (): Promise<void> => relay.until(() => relay.cashier.open === 0 && relay.bodies.bytes === 0);

  it('is charged by the answer that comes, though nobody hears it', async () => {
    await leftWaiting({}, (response) => sendJson(response, completion()));
    await ended();
    expect(relay.cashier.charges).toMatchObject([{ usage: { source: 'provider', prompt: 10, completion: 5 } }]);
    expect(relay.upstream.received).toMatchObject([{ hungUp: false }]);
  });

  it('is charged by the stream that comes', async () => {
    await leftWaiting({ stream: true }, (response) => {
      beginStream(response);
      response.end(`${chunk('word ')}${usageChunk()}${DONE}`);
    });
    await ended();
    expect(relay.cashier.charges).toMatchObject([{ usage: { source: 'provider', prompt: 10, completion: 5 } }]);
  });

  it('is charged its price where a call has one', async () => {
    relay.view.book = { ...defaultPriceBook(), modelPrice: { 'gpt-4o': '0.01' } };
    await leftWaiting({}, (response) => sendJson(response, completion()));
    await ended();
    expect(relay.cashier.charges).toMatchObject([{ amount: 5_000 }]);
  });

  it('costs nothing, and is tried no more, where the upstream fails', async () => {
    await leftWaiting({}, (response) => sendJson(response, errorText({ message: 'no' }), 500));
    await ended();
    expect([relay.cashier.charges, relay.upstream.received.length]).toEqual([[], 1]);
  });

  it('costs nothing where the upstream has refused it and does not come to an end', async () => {
    relay.view.setOptions({ HangUpReadSeconds: 1 });
    await leftWaiting(
      {},
      (response) => void response.writeHead(429, { 'content-type': 'application/json' }).write('{'),
    );
    await relay.until(() => relay.upstream.received[0]?.hungUp === true);
    await ended();
    expect([relay.cashier.charges, relay.cashier.failures]).toMatchObject([
      [],
      [{ attempts: [{ status: 429, outcome: 'cut' }] }],
    ]);
  });

  const PROMPT_ALONE = [{ usage: { source: 'counted', prompt: expect.any(Number), completion: 0 } }];
  const paysForHisPrompt = async (): Promise<void> => {
    await relay.until(() => relay.upstream.received[0]?.hungUp === true);
    await ended();
    expect(relay.cashier.charges).toMatchObject(PROMPT_ALONE);
    expect(relay.cashier.charges[0]?.amount).toBeGreaterThanOrEqual(1);
  };

  it('is cut after the seconds of the option, and charged its prompt', async () => {
    relay.view.setOptions({ HangUpReadSeconds: 1 });
    await leftWaiting({}, () => {});
    await paysForHisPrompt();
  });

  it('is cut at once where nothing is read on, and charged its prompt', async () => {
    relay.view.setOptions({ HangUpReadSeconds: 0 });
    await leftWaiting({}, () => {});
    await paysForHisPrompt();
  });

  it('is charged its prompt where its stream had begun and said nothing', async () => {
    relay.view.setOptions({ HangUpReadSeconds: 1 });
    await leftWaiting({ stream: true }, (response) => beginStream(response));
    await paysForHisPrompt();
  });

  it('is cut after so many bytes, and charged its prompt', async () => {
    await leftWaiting({}, (response) => response.write('x'.repeat(2 * 1024 * 1024)));
    await paysForHisPrompt();
  });
});

describe('reading on', () => {
  const streaming = (): UpstreamAttempt => {
    const attempt = new UpstreamAttempt(
      () => {},
      () => ({ push: () => false }),
    );
    const controller = { abort: () => {}, pause: () => {}, resume: () => {} };
    attempt.onRequestStart(controller as never);
    attempt.onResponseStart(controller as never, 200, { 'content-type': 'text/event-stream' });
    return attempt;
  };

  it('happens to so many streams at once, and a further one is cut', async () => {
    const reads = new HangUpReads({ readsMax: 2 });
    const [first, second, third, fourth] = [streaming(), streaming(), streaming(), streaming()];
    expect([reads.start(first, LONG_S), reads.start(second, LONG_S), reads.start(third, LONG_S)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(third.isStreaming).toBe(false);
    first.onResponseEnd();
    await first.outcome;
    expect(reads.start(fourth, LONG_S)).toBe(true);
    second.cancel();
    fourth.cancel();
  });

  it('happens neither where it is switched off nor before an upstream was reached', () => {
    const reads = new HangUpReads();
    expect(reads.start(streaming(), 0)).toBe(false);
    expect(reads.start(new UpstreamAttempt(() => {}, undefined), LONG_S)).toBe(false);
  });
});
