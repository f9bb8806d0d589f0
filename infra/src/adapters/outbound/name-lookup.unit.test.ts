import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { lookUpAt } from './name-lookup.ts';

const HEAD_BYTES = 12;
const NO_ERROR = 0;
const SERVER_FAILED = 2;
const NO_SUCH_NAME = 3;
const IPV4 = 1;
const IPV6 = 28;

/** What a name server says of a name to who asks for one kind of record; undefined: nothing at all. */
type Say = (type: number) => { readonly code: number; readonly data: readonly Buffer[] } | undefined;

const found = (...data: readonly Buffer[]) => ({ code: NO_ERROR, data });
const failed = (code: number) => ({ code, data: [] });

let server: Socket | undefined;
afterEach(() => void server?.close());

/** A name server for one name (RFC 1035), and how often it was asked. */
async function nameServer(say: Say): Promise<{ readonly servers: readonly string[]; readonly asked: () => number }> {
  let asked = 0;
  const socket = createSocket('udp4');
  server = socket;
  socket.on('message', (question, { port, address }) => {
    asked += 1;
    const nameEnd = question.indexOf(0, HEAD_BYTES) + 1;
    const type = question.readUInt16BE(nameEnd);
    const said = say(type);
    if (said === undefined) return;
    const head = Buffer.from(question.subarray(0, HEAD_BYTES));
    head.writeUInt16BE(0x8180 | said.code, 2);
    head.writeUInt16BE(said.data.length, 6);
    head.writeUInt16BE(0, 8);
    head.writeUInt16BE(0, 10);
    const answers = said.data.map((data) => {
      const record = Buffer.alloc(HEAD_BYTES);
      record.writeUInt16BE(0xc000 | HEAD_BYTES, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(data.length, 10);
      return Buffer.concat([record, data]);
    });
    socket.send(Buffer.concat([head, question.subarray(HEAD_BYTES, nameEnd + 4), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { servers: [`127.0.0.1:${socket.address().port}`], asked: () => asked };
}

const lookedUp = (servers: readonly string[], signal = new AbortController().signal): Promise<readonly string[]> =>
  lookUpAt(servers, 'pictures.example', signal);

const ONE = Buffer.from([192, 0, 2, 1]);
const TWO = Buffer.from([192, 0, 2, 2]);
const LONG = Buffer.from('20010db8000000000000000000000001', 'hex');

describe('a name that is looked up', () => {
  it('has all addresses of both versions', async () => {
    const { servers, asked } = await nameServer((type) => (type === IPV4 ? found(ONE, TWO) : found(LONG)));
    expect(await lookedUp(servers)).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    expect(asked()).toBe(2);
  });

  it('has those of the one version that it has', async () => {
    const { servers } = await nameServer((type) => (type === IPV6 ? found(LONG) : found()));
    expect(await lookedUp(servers)).toEqual(['2001:db8::1']);
  });

  it('has none where there is no such name', async () => {
    const { servers } = await nameServer(() => failed(NO_SUCH_NAME));
    expect(await lookedUp(servers)).toEqual([]);
  });

  it('is unknown where nobody can say', async () => {
    const { servers } = await nameServer(() => failed(SERVER_FAILED));
    await expect(lookedUp(servers)).rejects.toThrow();
  });

  it('is waited for no longer than its caller waits', async () => {
    const { servers, asked } = await nameServer(() => undefined);
    const caller = new AbortController();
    const waiting = lookedUp(servers, caller.signal);
    while (asked() === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    caller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'ECANCELLED' });
    await expect(lookedUp(servers, caller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
