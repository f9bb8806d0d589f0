import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { answered } from '../testing/fake-outbound.ts';
import { completion, sendJson } from '../testing/fake-upstream.ts';
import { type Answer, errorOf, RelayFixture } from '../testing/relay-fixture.ts';

const CLAUDE = 'claude-3-7-sonnet-20250219';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
const ADDRESS = 'https://pictures.example/a.png';
const FIELD = 'messages[0].content[1].image_url';
const MESSAGE =
  '{"id":"msg_1","type":"message","role":"assistant","model":"claude","content":[{"type":"text","text":"A cat"}],' +
  '"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":10,"output_tokens":5}}';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels = [channelView({ id: 2, type: 14, models: [CLAUDE], baseUrl: relay.upstream.url })];
  relay.upstream.play = (response, { path }) => sendJson(response, path === '/v1/messages' ? MESSAGE : completion());
  relay.outside.at.set(ADDRESS, () => answered(PNG));
});
afterEach(() => closeSettled(relay));

const asking = (url: string): object => ({
  model: CLAUDE,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'what is this' },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ],
});
const ask = (url = ADDRESS): Promise<Answer> => relay.chat(asking(url));
const contentSent = (place = 0): unknown =>
  (JSON.parse(relay.upstream.received[place]?.text ?? '') as { messages: { content: unknown }[] }).messages[0]?.content;

describe('a picture by address, by a channel that takes bytes alone', () => {
  it('goes up as its bytes', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(contentSent()).toEqual([
      { type: 'text', text: 'what is this' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG.toString('base64') } },
    ]);
    expect(relay.cashier.charges).toHaveLength(1);
  });

  it.each([
    ['gemini', 'AIza-key', PNG.toString('base64')],
    ['ollama', 'key', `data:image/png;base64,${PNG.toString('base64')}`],
    ['zhipuV4', 'id.secret', PNG.toString('base64')],
  ] as const)('goes up as its bytes by %s too', async (key, channelKey, sent) => {
    const { code } = channelTypeNamed(key);
    relay.view.channels = [
      channelView({ id: 2, type: code, key: channelKey, models: [CLAUDE], baseUrl: relay.upstream.url }),
    ];
    await ask();
    expect(relay.upstream.received[0]?.text).toContain(JSON.stringify(sent));
    expect(relay.upstream.received[0]?.text).not.toContain(ADDRESS);
  });

  it('takes room beside the body until its request ends', async () => {
    let held = 0;
    relay.upstream.play = (response) => {
      held = relay.bodies.bytes;
      sendJson(response, MESSAGE);
    };
    relay.outside.at.set(ADDRESS, () => answered(Buffer.concat([PNG, Buffer.alloc(100_000)])));
    await ask();
    expect(held).toBeGreaterThan(600_000);
    await relay.until(() => relay.bodies.bytes === 0);
  });

  it('is fetched once, though a channel fails and another is asked', async () => {
    relay.view.setOptions({ RetryTimes: 1 });
    let asked = 0;
    relay.upstream.play = (response) => {
      asked += 1;
      if (asked === 1) response.writeHead(500).end('{}');
      else sendJson(response, MESSAGE);
    };
    expect((await ask()).status).toBe(200);
    expect(contentSent(0)).toEqual(contentSent(1));
    expect(relay.outside.asked).toHaveLength(1);
  });

  it('that cannot be had is refused by its field, and costs nobody anything', async () => {
    relay.outside.at.set(ADDRESS, () => 'private');
    const answer = await ask();
    expectRefused(answer, 400, { param: FIELD, code: 'invalid_text_request' });
    expect(errorOf(answer).message).toContain(`${FIELD}: ${ADDRESS} is at no public address`);
    expect(relay.upstream.received).toEqual([]);
    await relay.settled();
    expect(relay.cashier.charges).toEqual([]);
    expect(relay.refused.map(([, reason]) => reason)).toEqual(['request']);
  });

  it.each(['http://127.0.0.1:22/x.png', 'file:///etc/passwd'])(
    'is asked of the guard, whatever it is: %s',
    async (url) => {
      relay.outside.at.set(url, () => 'url');
      expectRefused(await ask(url), 400, { param: FIELD });
      expect(relay.outside.asked.map((call) => call.url)).toEqual([url]);
    },
  );

  it('that cannot be had is a matter for a channel of another type that has the model', async () => {
    relay.outside.at.set(ADDRESS, () => 'unreachable');
    relay.view.channels.push(channelView({ id: 1, models: [CLAUDE], baseUrl: relay.upstream.url, priority: -1 }));
    expect((await ask()).status).toBe(200);
    expect(contentSent()).toEqual((asking(ADDRESS) as { messages: { content: unknown }[] }).messages[0]?.content);
    expect(relay.cashier.charges[0]).toMatchObject({ channelId: 1 });
  });

  it('is left when its caller leaves, and nothing is sent', async () => {
    let isLeft = false;
    relay.outside.at.set(
      ADDRESS,
      ({ signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => {
            isLeft = true;
            resolve('ended');
          });
        }),
    );
    void ask();
    await relay.until(() => relay.outside.asked.length === 1);
    await relay.hangUpAll();
    await relay.until(() => isLeft);
    await relay.settled();
    expect(relay.upstream.received).toEqual([]);
    expect(relay.cashier.charges).toEqual([]);
  });
});

describe('a picture by address is not fetched', () => {
  afterEach(() => expect(relay.outside.asked).toEqual([]));

  it('for an unknown key', async () => expectRefused(await relay.chat(asking(ADDRESS), { key: 'other' }), 401));

  it('for a model that nobody has', async () =>
    expectRefused(await relay.chat({ ...asking(ADDRESS), model: 'unknown' }), 503));

  it('for a model without a price', async () => {
    const model = 'claude-of-tomorrow';
    relay.view.channels = [channelView({ id: 2, type: 14, models: [model], baseUrl: relay.upstream.url })];
    relay.view.setOptions({ UnpricedModels: 'refuse' });
    expectRefused(await relay.chat({ ...asking(ADDRESS), model }), 400, { code: 'model_price_missing' });
  });

  it('for who has no balance, also where the model is free', async () => {
    relay.view.book = { ...defaultPriceBook(), modelPrice: { [CLAUDE]: '0' } };
    relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 1 };
    const answer = await ask();
    expectRefused(answer, 403, { code: 'insufficient_user_quota' });
    expect(errorOf(answer).message).toContain('pictures are fetched only for who has a balance');
    expect(relay.cashier.requests.map(({ amount }) => amount)).toEqual([1]);
  });

  it('for an upstream that fetches it itself', async () => {
    relay.view.channels = [channelView({ id: 1, models: [CLAUDE], baseUrl: relay.upstream.url })];
    expect((await ask()).status).toBe(200);
    expect(relay.upstream.received[0]?.text).toContain(ADDRESS);
  });

  it('for a caller who speaks as his upstream does', async () => {
    const source = { type: 'url', url: ADDRESS };
    const body = { model: CLAUDE, max_tokens: 5, messages: [{ role: 'user', content: [{ type: 'image', source }] }] };
    const answer = await relay.call({ path: '/v1/messages', body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    expect(contentSent()).toEqual([{ type: 'image', source }]);
  });

  it('where it is data', async () => {
    expect((await ask(`data:image/png;base64,${PNG.toString('base64')}`)).status).toBe(200);
  });
});
