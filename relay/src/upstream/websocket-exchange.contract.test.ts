import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeProxy } from '../testing/network/fake-proxy.ts';
import { FakeWebSocket, serverFrame } from '../testing/network/fake-websocket.ts';
import { textsIn } from '../wire/json-sequence.ts';
import { UpstreamAttempt } from './upstream-attempt.ts';
import { UpstreamBusy } from './upstream-busy.ts';
import { Upstreams } from './upstreams.ts';

const LONG_MS = 60_000;
/** A caller's, of four letters: head, mask, letters. */
const PONG_BYTES = 2 + 4 + 4;
const CLOSE = serverFrame(8, Buffer.from([0x03, 0xe8]));

let fake: FakeWebSocket;
let upstreams: Upstreams;
beforeEach(async () => {
  fake = await FakeWebSocket.open();
  upstreams = new Upstreams({ requestsMax: 1 });
});
afterEach(async () => {
  await upstreams.close(0);
  await fake.close();
});

const send = (proxy = '', headMs = LONG_MS, said = 'hi'): UpstreamAttempt => {
  const attempt = new UpstreamAttempt(() => {}, undefined);
  const isLast = (message: string): boolean => message === '"end"';
  const request = { kind: 'websocket', origin: fake.url, path: '/', headers: [], messages: [said], isLast } as const;
  upstreams.send(request, proxy, { headMs, bytesMs: LONG_MS }, attempt);
  return attempt;
};
const opened = async (): Promise<void> => {
  while (fake.visitors.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe('a WebSocket to an upstream', () => {
  it("takes its channel's proxy, and its messages are a JSON text sequence", async () => {
    const proxy = await FakeProxy.open();
    fake.play = ({ socket }) => socket.write(Buffer.concat([serverFrame(1, '1'), serverFrame(1, '[2]'), CLOSE]));
    const outcome = await send(proxy.url('name:password@')).outcome;
    expect(outcome).toMatchObject({
      kind: 'whole',
      head: { status: 200, headers: { 'content-type': 'application/json-seq' } },
    });
    expect(outcome.kind === 'whole' ? textsIn(outcome.body).map((text) => JSON.parse(text)) : []).toEqual([1, [2]]);
    expect(proxy.tunnels).toHaveLength(1);
    proxy.close();
  });

  it('counts among the connections of its origin until it has ended', async () => {
    const attempt = send();
    await opened();
    expect(() => send()).toThrow(UpstreamBusy);
    fake.visitors[0]?.socket.write(CLOSE);
    expect(await attempt.outcome).toMatchObject({ kind: 'whole' });
    fake.play = ({ socket }) => socket.write(CLOSE);
    expect(await send().outcome).toMatchObject({ kind: 'whole' });
  });

  it('has ended with its last message, though the server leaves it open, and is closed', async () => {
    fake.play = ({ socket }) => socket.write(Buffer.concat([serverFrame(1, '1'), serverFrame(1, '"end"')]));
    const outcome = await send().outcome;
    expect(
      outcome.kind === 'whole' ? textsIn(outcome.body).map((text) => JSON.parse(text) as unknown) : outcome,
    ).toEqual([1, 'end']);
    while (fake.visitors[0]?.frames.at(-1)?.[0] !== 8) await new Promise((resolve) => setTimeout(resolve, 2));
  });

  it('is waited for when the relay closes, and then cut', async () => {
    const attempt = send();
    await opened();
    await upstreams.close(10);
    expect(await attempt.outcome).toMatchObject({ kind: 'failed' });
    while (fake.visitors[0]?.isGone !== true) await new Promise((resolve) => setTimeout(resolve, 2));
  });

  it('answers the last of many pings', async () => {
    const attempt = send();
    await opened();
    const [visitor] = fake.visitors;
    visitor?.socket.write(Buffer.concat(Array.from({ length: 1_000 }, (_, at) => serverFrame(9, String(at)))));
    const pongs = (): string[] =>
      (visitor?.frames ?? []).filter(([opcode]) => opcode === 10).map(([, said]) => String(said));
    while (pongs().at(-1) !== '999') await new Promise((resolve) => setTimeout(resolve, 2));
    expect(pongs().length).toBeLessThan(10);
    visitor?.socket.write(CLOSE);
    expect(await attempt.outcome).toMatchObject({ kind: 'whole' });
  });

  it('answers the last of its pings once a server that is sent much has room for the answer', async () => {
    const attempt = send('', LONG_MS, 'x'.repeat(32 * 1024 * 1024));
    await opened();
    const socket = fake.visitors[0]?.socket;
    if (socket === undefined) throw new Error('nobody came');
    socket.removeAllListeners('data').pause();
    for (const ping of ['one', 'last']) {
      socket.write(serverFrame(9, ping));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    let tail = Buffer.alloc(0);
    let pongs = 0;
    socket.on('data', (chunk: Buffer) => {
      tail = Buffer.concat([tail, chunk]).subarray(-PONG_BYTES);
      if (tail[0] === 0x8a && tail[1] === 0x84) pongs += 1;
    });
    socket.resume();
    while (pongs === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    const [mask, said] = [tail.subarray(2, 6), tail.subarray(6)];
    expect(String(said.map((byte, at) => byte ^ (mask[at] ?? 0)))).toBe(String(Buffer.from('last')));
    socket.write(CLOSE);
    expect(await attempt.outcome).toMatchObject({ kind: 'whole' });
  });

  it('that has another answer than its key demands is none', async () => {
    fake.accept = () => 'something else';
    expect(await send().outcome).toMatchObject({ kind: 'failed', head: undefined });
  });

  it('is given up when its first message takes longer than a head may', async () => {
    const attempt = send('', 20);
    expect(await attempt.outcome).toMatchObject({ kind: 'failed', error: { code: 'UND_ERR_BODY_TIMEOUT' } });
  });
});
