import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { quota } from '@ledgate/domain/shared/quota';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { beginStream, chunk, DONE, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';

const CLAUDE = 'claude-3-opus-20240229';
/** Odd spelling on purpose: it must reach the caller as it is. */
const HEAD = '{"id":"c", "x":12345678901234567890,"choices":[{"index":0,"message":{"content":"\\u00e4"}}]';
const USAGE = '{"prompt_tokens":100, "completion_tokens":10,"total_tokens":110}';
const REPORTED = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const MESSAGE =
  '{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"Hello"}],"stop_reason":"end_turn",' +
  '"usage":{"input_tokens":100,"output_tokens":10}}';
const EVENTS = [
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","usage":{"input_tokens":100,"output_tokens":1}}}\n\n',
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":10}}\n\n',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
].join('');
const ASKS = { 'x-ledgate-cost': '1' };
const costOf = (units: number) => ({
  units,
  usd: `0.${String(units * 2).padStart(6, '0')}`,
  stream: 'till-fake',
  revision: 1,
  balance_at_most: 5_000,
});

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.cashier.balance = quota(5_000);
  relay.view.channels = [
    channelView({ id: 1, baseUrl: relay.upstream.url, models: ['gpt-4o', 'text-embedding-ada-002'] }),
    channelView({ id: 2, type: 14, baseUrl: relay.upstream.url, models: [CLAUDE] }),
  ];
  answers(`${HEAD},"usage":${USAGE}}`);
});
afterEach(() => closeSettled(relay));

function answers(body: string): void {
  relay.upstream.play = (response) => sendJson(response, body);
}
function streams(events: string): void {
  relay.upstream.play = (response) => {
    beginStream(response);
    response.end(events);
  };
}
const messages = [{ role: 'user', content: 'one two' }];
const chat = (fields: object = {}, headers: Record<string, string> = ASKS) =>
  relay.call({ headers, body: JSON.stringify({ model: 'gpt-4o', messages, ...fields }) });
const message = (fields: object = {}, headers: Record<string, string> = ASKS) =>
  relay.call({
    path: '/v1/messages',
    headers,
    body: JSON.stringify({ model: CLAUDE, max_tokens: 50, messages, ...fields }),
  });
/** Of the last event that has a usage. */
const usageIn = (stream: string): unknown =>
  stream
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => (JSON.parse(line.slice(6)) as { usage?: unknown }).usage)
    .findLast((usage) => usage !== undefined && usage !== null);

describe('the cost in an answer', () => {
  it('stands in its usage for who asks, and no other byte changes', async () => {
    const { text } = await chat();
    const told = JSON.stringify(costOf(175));
    expect(text).toBe(
      `{"id":"c","x":12345678901234567890,"choices":[{"index":0,"message":{"content":"\\u00e4"}}],` +
        `"usage":{"prompt_tokens":100,"completion_tokens":10,"total_tokens":110,"cost":${told}}}`,
    );
    expect(relay.cashier.charges[0]?.amount).toBe(175);
    expect((await chat({}, {})).text).toBe(`${HEAD},"usage":${USAGE}}`);
  });

  it('stands there for everybody with the option', async () => {
    relay.view.setOptions({ CostInAnswers: true });
    expect(JSON.parse((await chat({}, {})).text)).toMatchObject({ usage: { cost: costOf(175) } });
  });

  it('brings the usage that was counted where the upstream gave none', async () => {
    answers(`${HEAD}}`);
    expect(JSON.parse((await chat()).text)).toMatchObject({
      usage: { total_tokens: expect.any(Number), cost: { units: relay.cashier.charges[0]?.amount } },
    });
  });

  it('is that of vectors too', async () => {
    answers('{"data":[{"embedding":[0]}],"usage":{"prompt_tokens":1000,"total_tokens":1000}}');
    const answer = await relay.call({
      path: '/v1/embeddings',
      headers: ASKS,
      body: JSON.stringify({ model: 'text-embedding-ada-002', input: 'one' }),
    });
    expect(JSON.parse(answer.text)).toMatchObject({ usage: { cost: costOf(50) } });
  });

  it('is null in what is not known', async () => {
    relay.cashier.balance = undefined;
    expect(JSON.parse((await chat()).text)).toMatchObject({ usage: { cost: { balance_at_most: null } } });
  });

  it('waits in a stream until the charge is durable, and brings the chunk that it stands in', async () => {
    streams(`${chunk('a')}${usageChunk(REPORTED)}${DONE}`);
    let durable = (): void => undefined;
    let seen = '';
    relay.cashier.recording = async () => {
      seen = await new Promise<string>((resolve) => {
        durable = () => resolve(textSoFar);
        setTimeout(durable, 100);
      });
    };
    let textSoFar = '';
    const { text } = await relay.call({
      headers: ASKS,
      body: JSON.stringify({ model: 'gpt-4o', messages, stream: true }),
      onText: (soFar) => {
        textSoFar = soFar;
      },
    });
    expect(seen).toBe(chunk('a'));
    expect(usageIn(text)).toMatchObject({ total_tokens: 110, cost: costOf(175) });
    expect(text.endsWith(DONE)).toBe(true);
  });

  it('stands by the option in the usage of streams alone whose callers asked for it', async () => {
    relay.view.setOptions({ CostInAnswers: true });
    streams(`${chunk('a')}${usageChunk(REPORTED)}${DONE}`);
    expect((await chat({ stream: true }, {})).text).toBe(`${chunk('a')}${DONE}`);
    const { text } = await chat({ stream: true, stream_options: { include_usage: true } }, {});
    expect(usageIn(text)).toMatchObject({ cost: { units: 175 } });
  });

  it('stands in messages of Anthropic, whole and streamed, and of others', async () => {
    answers(MESSAGE);
    expect(JSON.parse((await message()).text)).toMatchObject({ usage: { input_tokens: 100, cost: costOf(1_125) } });
    streams(EVENTS);
    const { text } = await message({ stream: true });
    expect(usageIn(text)).toMatchObject({ output_tokens: 10, cost: { units: 1_125, revision: 2 } });
    expect(text.match(/^event: message_delta$/gm)).toHaveLength(1);
    expect((await message({ stream: true }, {})).text).toBe(EVENTS);
    answers(`${HEAD},"usage":${USAGE}}`);
    expect(JSON.parse((await message({ model: 'gpt-4o' })).text)).toMatchObject({ usage: { cost: { units: 175 } } });
    streams(`${chunk('a')}${usageChunk(REPORTED)}${DONE}`);
    expect(usageIn((await message({ model: 'gpt-4o', stream: true })).text)).toMatchObject({ cost: { units: 175 } });
  });

  it('stands in chats that Anthropic answers, whole and streamed', async () => {
    answers(MESSAGE);
    expect(JSON.parse((await chat({ model: CLAUDE })).text)).toMatchObject({ usage: { cost: costOf(1_125) } });
    streams(EVENTS);
    expect(usageIn((await chat({ model: CLAUDE, stream: true })).text)).toMatchObject({ cost: { units: 1_125 } });
  });

  it('stands in a stream that was made of a whole answer', async () => {
    expect(usageIn((await chat({ stream: true })).text)).toMatchObject({ total_tokens: 110, cost: costOf(175) });
    answers(MESSAGE);
    expect(usageIn((await message({ stream: true })).text)).toMatchObject({ cost: { units: 1_125 } });
  });

  it('is not told of a charge that is not durable', async () => {
    relay.cashier.recordError = new Error('away');
    streams(`${chunk('a')}${usageChunk(REPORTED)}${DONE}`);
    const { text } = await chat({ stream: true });
    expect(text).not.toContain('cost');
    expect(text).not.toContain('total_tokens');
  });
});
