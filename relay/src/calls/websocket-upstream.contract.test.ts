import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { Adapter } from '../providers/provider.ts';
import { Providers } from '../providers/registry.ts';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { fakeChat, FakeStream } from '../testing/fake-provider.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { FakeWebSocket, serverFrame, type Visitor } from '../testing/network/fake-websocket.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';
import { textsIn } from '../wire/json-sequence.ts';

const { code: TYPE } = channelTypeNamed('xunfei');

/** One text up; what comes is lines of the fake provider, each a message. Never another way than a stream. */
const adapter: Adapter<'chat'> = {
  request: ({ channel, request }) => ({
    kind: 'websocket',
    origin: channel.baseUrl,
    path: '/v1/chat?sign=1',
    headers: ['x-app', 'ledgate'],
    messages: [JSON.stringify({ ask: request.model })],
  }),
  readAnswer: (answer, call) =>
    fakeChat.readAnswer({ ...answer, body: Buffer.from(textsIn(answer.body).at(-1) ?? '') }, call),
  streams: () => true,
  openStream: (call) => {
    const stream = new FakeStream(call);
    const push = stream.push.bind(stream);
    return Object.assign(stream, { push: (chunk: Buffer) => push(Buffer.from(textsIn(chunk).join(''))) });
  },
};

let relay: RelayFixture;
let upstream: FakeWebSocket;
beforeEach(async () => {
  upstream = await FakeWebSocket.open();
  relay = await RelayFixture.open({ providers: new Providers({ xunfei: { adapters: { chat: adapter } } }) });
  relay.view.channels = [channelView({ id: 1, type: TYPE, baseUrl: upstream.url })];
});
afterEach(async () => {
  await closeSettled(relay);
  await upstream.close();
});

const say = ({ socket }: Visitor, ...lines: readonly object[]): void => {
  for (const line of lines) socket.write(serverFrame(1, JSON.stringify(line)));
};

describe('an upstream that is a WebSocket', () => {
  it('is told the request when it opens, and its messages are a stream that is charged', async () => {
    upstream.play = (visitor) => say(visitor, { words: 'Hello' }, { words: ' you' }, { tokens: 7 });
    const answer = await relay.chat({ stream: true });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('sec-'))).toEqual([]);
    expect(answer.text).toContain('"content":"Hello"');
    expect(answer.text).toContain('"content":" you"');
    expect(answer.text).toMatch(/data: \[DONE\]\n\n$/);
    expect(relay.cashier.charges[0]).toMatchObject({ stream: true, usage: { completion: 7, source: 'provider' } });
    const [visitor] = upstream.visitors;
    expect(visitor).toMatchObject({ path: '/v1/chat?sign=1', headers: { 'x-app': 'ledgate' } });
    expect(visitor?.frames[0]).toEqual([1, '{"ask":"gpt-4o"}']);
    // 1000: we have all that we wanted, though the upstream has not closed.
    await relay.until(() => visitor?.frames.at(-1)?.[0] === 8);
  });

  it('is gathered for a caller who wants no stream, until it closes', async () => {
    upstream.play = (visitor) => {
      say(visitor, { words: 'Hel' }, { words: 'Hello', tokens: 7 });
      visitor.socket.write(serverFrame(8, Buffer.from([0x03, 0xe8])));
    };
    const answer = await relay.chat();
    expect(JSON.parse(answer.text)).toMatchObject({ choices: [{ message: { content: 'Hello' } }] });
    expect(relay.cashier.charges[0]).toMatchObject({ usage: { completion: 7 } });
  });

  it('is answered when it asks whether somebody is there', async () => {
    upstream.play = (visitor) => void visitor.socket.write(serverFrame(9, 'you?'));
    const answer = relay.chat({ stream: true });
    await relay.until(() => upstream.visitors[0]?.frames.some(([opcode]) => opcode === 10) === true);
    const [visitor] = upstream.visitors;
    expect(visitor?.frames.at(-1)).toEqual([10, 'you?']);
    if (visitor !== undefined) say(visitor, { words: 'Yes' }, { tokens: 1 });
    expect((await answer).text).toContain('Yes');
  });

  it('that refuses to open has answered with its error, and another channel is asked', async () => {
    upstream.refuses = { status: 401, text: '{"error":{"message":"no such app","type":"fake"}}' };
    relay.view.setOptions({ AutomaticDisableChannelEnabled: true });
    expectRefused(await relay.chat({ stream: true }), 401, { type: 'fake' });
    expect(relay.view.disabled).toEqual([1]);
    expect(relay.cashier.charges).toEqual([]);
  });

  it.each([
    ['breaks off', (visitor: Visitor) => visitor.socket.end()],
    ['closes with a code', (visitor: Visitor) => visitor.socket.write(serverFrame(8, Buffer.from([0x03, 0xf3])))],
    ['sends nonsense', (visitor: Visitor) => visitor.socket.write(Buffer.from([0xff, 0xff]))],
  ])('that %s in the middle is charged for what came, and the stream has no end', async (_what, end) => {
    upstream.play = (visitor) => {
      say(visitor, { words: 'one two three' });
      end(visitor);
    };
    const answer = await relay.chat({ stream: true });
    expect(answer.text).toContain('one two three');
    expect(answer.text).not.toContain('[DONE]');
    await relay.settled();
    expect(relay.cashier.charges[0]).toMatchObject({ usage: { completion: 3, source: 'counted' } });
    await relay.until(() => upstream.visitors[0]?.isGone === true);
  });

  it('is cut when its caller has left', async () => {
    upstream.play = (visitor) => say(visitor, { words: 'one two' });
    await relay.chat({ stream: true }, { onText: (text, hangUp) => void (text.includes('two') && hangUp()) });
    await relay.until(() => upstream.visitors[0]?.isGone === true);
    await relay.settled();
    expect(relay.cashier.charges[0]).toMatchObject({ usage: { completion: 2 } });
  });

  it('that says nothing for too long is given up', async () => {
    relay.view.setOptions({ UpstreamTimeoutSeconds: 0.05 });
    expectRefused(await relay.chat(), 504, { code: 'upstream_timeout' });
    await relay.until(() => upstream.visitors[0]?.isGone === true);
  });
});
