import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { closeSettled } from '../testing/close-settled.ts';
import { beginStream, chunk, completion, DONE, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { RelayFixture, requestText } from '../testing/relay-fixture.ts';

let relay: RelayFixture;
const warnings: Error[] = [];
const onWarning = (warning: Error): void => void warnings.push(warning);
beforeEach(async () => {
  relay = await RelayFixture.open();
  process.on('warning', onWarning);
});
afterEach(async () => {
  process.off('warning', onWarning);
  await closeSettled(relay);
  expect(warnings.splice(0)).toEqual([]);
  expect(relay.unforeseen).toEqual([]);
});

const CALLS = 8;
const pipelined = (calls: number, fields: object = {}): string =>
  Array.from({ length: calls }, (_, index) => requestText({ ...fields, user: `u${index}` })).join('');
const statuses = (heard: string): string[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => `${status}`);

/** Streams without end, each with its first words. */
function endless(): void {
  relay.upstream.play = (response) => {
    beginStream(response);
    response.write(chunk('One '));
  };
}

describe('calls that wait behind another answer', () => {
  it('as streams end when their caller leaves, and each is charged for what came', async () => {
    endless();
    const caller = await relay.caller();
    caller.write(pipelined(CALLS, { stream: true }));
    await relay.until(() => relay.upstream.received.length === CALLS);
    caller.destroy();
    await relay.until(() => relay.upstream.received.every(({ hungUp }) => hungUp) && relay.cashier.open === 0);
    expect(relay.bodies.bytes).toBe(0);
    expect(relay.cashier.charges.every(({ usage }) => usage.completion <= 1)).toBe(true);
  });

  it('are not played to their end for nobody, and each is charged its prompt, which its upstream has', async () => {
    relay.upstream.play = () => {};
    const caller = await relay.caller();
    caller.write(pipelined(CALLS));
    await relay.until(() => relay.upstream.received.length === CALLS);
    caller.destroy();
    await relay.until(() => relay.upstream.received.every(({ hungUp }) => hungUp) && relay.cashier.open === 0);
    expect(relay.cashier.charges).toHaveLength(CALLS);
    expect(relay.cashier.charges.every(({ usage }) => usage.completion === 0)).toBe(true);
  });

  it('end with an answer before them that is cut', async () => {
    relay.upstream.play = (response, { text }) => {
      beginStream(response);
      response.write(chunk('One '), () => {
        if (text.includes('"u0"')) response.destroy();
      });
    };
    const caller = await relay.caller();
    caller.write(pipelined(CALLS, { stream: true }));
    await once(caller, 'close');
    await relay.until(() => relay.cashier.open === 0);
    expect(caller.heard).toContain('bad_response');
    expect(statuses(caller.heard)).toEqual(['200']);
  });

  it('that break off are told so in their turn', async () => {
    let goOn = (): void => {};
    relay.upstream.play = (response, { text }) => {
      beginStream(response);
      response.write(chunk('One '), () => {
        if (text.includes('"u0"')) goOn = () => response.end(`${usageChunk()}${DONE}`);
        else response.destroy();
      });
    };
    const caller = await relay.caller();
    caller.write(pipelined(2, { stream: true }));
    await relay.until(() => relay.upstream.received.length === 2 && relay.cashier.open === 1);
    goOn();
    await once(caller, 'close');
    expect(caller.heard.indexOf('[DONE]')).toBeGreaterThan(0);
    expect(caller.heard.indexOf('bad_response')).toBeGreaterThan(caller.heard.indexOf('[DONE]'));
  });

  it('are answered in their order to who stays', async () => {
    const caller = await relay.caller();
    for (let round = 1; round <= 6; round += 1) {
      caller.write(pipelined(12));
      await relay.until(() => statuses(caller.heard).length === 12 * round);
    }
    expect(new Set(statuses(caller.heard))).toEqual(new Set(['200']));
    caller.destroy();
  });
});

describe('a connection', () => {
  const waiting: (() => void)[] = [];
  const held = (): void => {
    relay.upstream.play = (response) => void waiting.push(() => sendJson(response, completion()));
  };
  const letGo = (): void => waiting.splice(0).forEach((answer) => answer());

  it('has 16 calls at a time: the 17th is 429 in its turn, and the connection is closed', async () => {
    held();
    const caller = await relay.caller();
    caller.write(pipelined(17));
    await relay.until(() => waiting.length === 16);
    letGo();
    await once(caller, 'close');
    expect(statuses(caller.heard)).toEqual([...Array.from({ length: 16 }, () => '200'), '429']);
    expect(caller.heard).toMatch(/Connection: close[^]*"code":"too_many_pipelined_calls"/);
    expect(relay.cashier.requests).toHaveLength(16);
  });

  it('that is flooded is closed at once, and nothing of it goes on', async () => {
    held();
    const caller = await relay.caller();
    caller.write(pipelined(200));
    await once(caller, 'close');
    await relay.until(() => relay.cashier.open === 0 && relay.bodies.bytes === 0);
    expect(relay.upstream.received.length).toBeLessThanOrEqual(16);
    expect(relay.cashier.charges.length).toBeLessThanOrEqual(relay.upstream.received.length);
    expect(relay.cashier.charges.every(({ usage }) => usage.completion === 0)).toBe(true);
    waiting.length = 0;
  });

  it('may carry any number of calls one after the other', async () => {
    const caller = await relay.caller();
    for (let call = 1; call <= 40; call += 1) {
      caller.write(requestText({}));
      await relay.until(() => statuses(caller.heard).length === call);
    }
    expect(statuses(caller.heard).every((status) => status === '200')).toBe(true);
    caller.destroy();
  });
});
