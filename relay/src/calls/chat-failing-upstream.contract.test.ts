import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { completion, errorText, sendJson } from '../testing/fake-upstream.ts';
import { errorOf, RelayFixture } from '../testing/relay-fixture.ts';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(() => closeSettled(relay));

describe('an upstream that fails', () => {
  const twoChannels = (fields: Partial<Omit<Parameters<typeof channelView>[0], 'id'>> = {}): void => {
    relay.view.setOptions({ RetryTimes: 2 });
    relay.view.channels = [
      channelView({ id: 1, baseUrl: relay.upstream.url, priority: 10, ...fields }),
      channelView({ id: 2, baseUrl: relay.upstream.url }),
    ];
  };
  const failThen = (...statuses: number[]): void => {
    relay.upstream.play = (response) => {
      const status = statuses.shift();
      sendJson(
        response,
        status === undefined ? completion() : errorText({ message: 'the model is on holiday', code: 'c' }),
        status ?? 200,
      );
    };
  };

  it.each([500, 429])('with %s is retried on the next channel, charged once, with both attempts', async (status) => {
    twoChannels();
    failThen(status);
    expect((await relay.chat()).status).toBe(200);
    expect(relay.cashier.charges).toHaveLength(1);
    expect(relay.cashier.charges[0]).toMatchObject({
      channelId: 2,
      attempts: [
        { channelId: 1, status },
        { channelId: 2, status: 200 },
      ],
    });
  });

  it('by which every attempt has failed is no refused call; one that was asked for nothing is', async () => {
    failThen(500, 500);
    expectRefused(await relay.chat(), 500);
    expect(relay.refused).toEqual([]);
    expectRefused(await relay.chat({ messages: 'none' }), 400);
    expectRefused(await relay.chat({ model: 'unknown' }), 503);
    expect(relay.refused.map(([, reason]) => reason)).toEqual(['request', 'no_channel']);
  });

  it('by not being there is retried like a 500', async () => {
    twoChannels({ baseUrl: 'http://127.0.0.1:9' });
    expect((await relay.chat()).status).toBe(200);
    expect(relay.cashier.charges[0]?.attempts.map(({ channelId, status }) => [channelId, status])).toEqual([
      [1, 0],
      [2, 200],
    ]);
  });

  it('by a channel that is not set up is retried too', async () => {
    twoChannels({ baseUrl: 'nonsense' });
    expect((await relay.chat()).status).toBe(200);
  });

  it('by a key that no header can hold is retried too; alone it is an error of the channel', async () => {
    twoChannels({ key: 'sk-密钥' });
    expect((await relay.chat()).status).toBe(200);
    expect(relay.upstream.received).toHaveLength(1);
    relay.view.channels.pop();
    const answer = await relay.chat();
    expectRefused(answer, 500, { type: 'new_api_error', code: 'convert_request_failed' });
    expect(errorOf(answer).message).toContain("the channel's key holds characters that cannot be sent");
    expect(answer.text).not.toContain('密钥');
  });

  it('by a mapping to a name that cannot be charged is retried too, and not asked', async () => {
    twoChannels({ modelMapping: new Map([['gpt-4o', 'm'.repeat(256)]]) });
    expect((await relay.chat()).status).toBe(200);
    expect(relay.upstream.received).toHaveLength(1);
    expect(relay.cashier.charges[0]).toMatchObject({ channelId: 2, modelBilled: 'gpt-4o' });
  });

  it('every time gives the caller its error, and nothing is charged', async () => {
    twoChannels();
    failThen(500, 500, 500);
    expectRefused(await relay.chat(), 500, { type: 'fake', code: 'c' });
    expect(relay.cashier.charges).toEqual([]);
    expect(relay.cashier.failures[0]).toMatchObject({
      tokenId: 11,
      group: 'default',
      modelAsked: 'gpt-4o',
      stream: false,
      status: 500,
      error: 'upstream_error',
      logged: true,
      attempts: [1, 2, 2].map((channelId) => ({ channelId, status: 500, outcome: 'failed', error: 'upstream_error' })),
    });
  });

  // What the upstream says, what that is mapped to, and whether a channel of another type is asked then.
  it.each([
    [408, undefined, 1, false],
    [504, undefined, 1, false],
    [524, undefined, 14, false],
    [400, undefined, 24, false],
    [400, undefined, 14, true],
    [500, 504, 1, false],
    [504, 500, 1, true],
    [401, undefined, 33, true],
    [404, undefined, 34, true],
    [422, undefined, 24, true],
    [503, undefined, 14, true],
  ])('with %s (mapped to %s) by type %s is retried elsewhere: %s', async (status, mapped, type, isRetried) => {
    const statusCodeMapping = new Map(mapped === undefined ? [] : [[status, mapped]]);
    const models = ['claude-3-haiku-20240307'];
    const key = 'AKIAZ7EXAMPLEQ2LM4PX|secret|us-east-1';
    twoChannels({ type, statusCodeMapping, models, key });
    relay.view.channels = relay.view.channels.map((channel) => ({ ...channel, models }));
    failThen(status);
    const answer = await relay.chat({ model: models[0] });
    expect(answer.status).toBe(isRetried ? 200 : (mapped ?? status));
    const { charges, failures } = relay.cashier;
    const attempts = (isRetried ? charges : failures).flatMap((ended) => ended.attempts);
    expect(attempts.map(({ channelId, status: own }) => [channelId, own])).toEqual([
      [1, status],
      ...(isRetried ? [[2, 200]] : []),
    ]);
    expect(charges).toHaveLength(isRetried ? 1 : 0);
  });

  it('with 429 every time says that the group is saturated', async () => {
    failThen(429);
    const answer = await relay.chat();
    expectRefused(answer, 429);
    expect(errorOf(answer).message).toContain('saturated');
  });

  it('with 400 is not retried; its own words reach the caller', async () => {
    twoChannels();
    relay.upstream.play = (response) =>
      sendJson(
        response,
        errorText({
          message: 'no temperature 9',
          type: 'invalid_request_error',
          param: 'temperature',
          code: 'out_of_range',
        }),
        400,
      );
    const answer = await relay.chat();
    expectRefused(answer, 400, { type: 'invalid_request_error', param: 'temperature', code: 'out_of_range' });
    expect(errorOf(answer).message).toContain('no temperature 9');
    expect(relay.upstream.received).toHaveLength(1);
  });

  it('has its status mapped for the caller', async () => {
    relay.view.channels = [
      channelView({ id: 1, baseUrl: relay.upstream.url, statusCodeMapping: new Map([[400, 422]]) }),
    ];
    failThen(400);
    expectRefused(await relay.chat(), 422);
  });

  it('does not show addresses', async () => {
    relay.upstream.play = (response) => sendJson(response, '{"msg":"Post https://secret.test: dial tcp"}', 500);
    const answer = await relay.chat();
    expectRefused(answer, 500, { type: 'upstream_error', code: 'bad_response_status_code' });
    expect(answer.text).not.toContain('secret');
  });

  it.each([
    ['HTML', '<html>no</html>'],
    ['half a JSON', '{"choices": ['],
    ['nothing', ''],
    ['another object', '{}'],
  ])('by answering %s is a 502 without a charge', async (_what, text) => {
    relay.upstream.play = (response) => sendJson(response, text);
    expectRefused(await relay.chat(), 502);
    expect(relay.cashier.charges).toEqual([]);
  });

  it('in the middle of its JSON is a 502 without a charge', async () => {
    relay.upstream.play = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices":', () => response.destroy());
    };
    expectRefused(await relay.chat(), 502);
  });

  it('by silence is given up after the seconds of the option', async () => {
    relay.view.setOptions({ UpstreamTimeoutSeconds: 0.2 });
    relay.upstream.play = () => {};
    expectRefused(await relay.chat(), 504, { code: 'upstream_timeout' });
    expect(relay.cashier.failures[0]).toMatchObject({
      status: 504,
      error: 'upstream_timeout',
      attempts: [{ channelId: 1, status: 0, outcome: 'failed', error: 'upstream_timeout' }],
    });
  }, 10_000);

  it('with a refused key is disabled when the option says so', async () => {
    failThen(401, 401);
    await relay.chat();
    expect(relay.view.disabled).toEqual([]);
    relay.view.setOptions({ AutomaticDisableChannelEnabled: true });
    await relay.chat();
    expect(relay.view.disabled).toEqual([1]);
  });

  it('is asked for another model only after the reservation has been renewed for it', async () => {
    twoChannels({ modelMapping: new Map([['gpt-4o', 'gpt-4o-mini']]) });
    failThen(500);
    await relay.chat({ max_tokens: 100 });
    expect(relay.cashier.renewals).toHaveLength(1);
    expect(relay.cashier.renewals[0]).toBeGreaterThan(relay.cashier.requests[0]?.amount ?? Infinity);
    expect(relay.cashier.charges[0]).toMatchObject({ modelBilled: 'gpt-4o', channelId: 2 });
  });
});
