import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createGzip } from 'node:zlib';
import { BODIES_BYTES_MAX } from '@ledgate/relay/limits';
import { z } from 'zod';
import { ALL } from '../../server/config/roles.ts';
import { CALL_PRICE, CrashWorld } from '../../../test/crash/world.ts';
import { HoldingProvider } from '../../../test/testing/holding-provider.ts';
import { inFull } from '../../../test/testing/in-full.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { buildProduct, type Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;
const MB = 1024 * 1024;
const USERS = 4;
const UPLOADS_OF_USER = 8;
const BODY_MB = 31;
/** What the process may take beside the bodies, and above what it takes when it is idle. */
const BESIDE_MB = 200;
const MODEL = 'held';
const LOOK_MS = 250;
const STILL_LOOKS = 6;
const LOOKS_MAX = 160;

// One character that needs two bytes makes a text of two bytes a character of everything.
const HEAD = Buffer.from(`{"model":"${MODEL}","max_tokens":1,"messages":[{"role":"user","content":"中`);
const PIECE = Buffer.alloc(64 * 1024, 'a');
const TAIL = Buffer.from('"}]}');
const PIECES = (BODY_MB * MB) / PIECE.length;

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
const chunkOf = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const headOf = (key: string, framing: string): string =>
  'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
  `Authorization: Bearer ${key}\r\n${framing}\r\n\r\n`;

/** Writes a body in chunks as fast as it is taken; its end too, unless it is to stand half-way. */
async function writeChunked(socket: Socket, key: string, isWhole: boolean): Promise<void> {
  socket.write(headOf(key, 'Transfer-Encoding: chunked'));
  socket.write(chunkOf(HEAD));
  const chunk = chunkOf(PIECE);
  for (let piece = 0; piece < PIECES && socket.writable; piece += 1)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  if (isWhole && socket.writable) socket.write(Buffer.concat([chunkOf(TAIL), Buffer.from('0\r\n\r\n')]));
}

async function packedBody(): Promise<Buffer> {
  const packer = createGzip();
  const parts: Buffer[] = [];
  packer.on('data', (part: Buffer) => parts.push(part));
  packer.write(HEAD);
  for (let piece = 0; piece < PIECES; piece += 1) packer.write(PIECE);
  packer.end(TAIL);
  await once(packer, 'end');
  return Buffer.concat(parts);
}

const residentMb = ({ pid }: Product): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

inFull(describe)('what request bodies take of a relay process’s memory', () => {
  let installation: Installation;
  let product: Product;
  let world: CrashWorld;
  const provider = new HoldingProvider();
  const sockets: Socket[] = [];
  let statuses: string[] = [];
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    world.upstream.close();
    provider.close();
    await installation.close();
  }, LIMIT_MS);

  async function payingUsers(): Promise<readonly string[]> {
    installation = await Installation.open();
    product = await installation.start([ALL]);
    world = await CrashWorld.open(product);
    const root = await world.root();
    const channel = {
      type: 1,
      name: MODEL,
      key: 'k',
      base_url: await provider.open(),
      models: MODEL,
      group: 'default',
    };
    await root.post('/api/channel/', z.unknown(), { ...channel, groups: ['default'], auto_ban: 0 });
    await root.put('/api/option/', z.unknown(), { key: 'ModelPrice', value: JSON.stringify({ [MODEL]: 0.001 }) });
    const keys: string[] = [];
    for (let user = 0; user < USERS; user += 1) keys.push((await world.spender(1_000 * CALL_PRICE)).key);
    return keys;
  }

  /** One connection; the status of its answer is noted. */
  function upload(write: (socket: Socket) => unknown): void {
    const socket = connect(product.port, '127.0.0.1', () => void write(socket));
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', (bytes: Buffer) => {
      statuses.push(bytes.toString('latin1', 'HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      socket.destroy();
    });
  }

  /** Until nothing has changed for a while. */
  async function settled(): Promise<void> {
    let before = '';
    for (let look = 0, still = 0; look < LOOKS_MAX && still < STILL_LOOKS; look += 1) {
      await pause(LOOK_MS);
      const metrics = await (await fetch(`${product.url}/metrics`)).text();
      const now = `${provider.held} ${statuses.length} ${/^ledgate_bodies_bytes (\d+)/m.exec(metrics)?.[1]}`;
      still = now === before ? still + 1 : 0;
      before = now;
    }
  }

  it(
    'stays within the limit of all bodies and 200 MB, whatever several who pay send at a time',
    async () => {
      const keys = await payingUsers();
      const packed = await packedBody();
      const many = keys.flatMap((key) => Array.from({ length: UPLOADS_OF_USER }, () => key));
      const idleMb = residentMb(product);
      let peakMb = 0;
      const watch = setInterval(() => (peakMb = Math.max(peakMb, residentMb(product))), 50);
      const peaks: string[] = [];
      const attack = async (what: string, write: (socket: Socket, key: string) => unknown): Promise<void> => {
        statuses = [];
        for (const key of many) upload((socket) => write(socket, key));
        await settled();
        expect([what, statuses.includes('503')]).toEqual([what, true]);
        provider.release();
        await settled();
        peaks.push(`${what}: ${Math.round(peakMb - idleMb)} MB above idle`);
        expect([what, [...new Set(statuses)].filter((status) => status !== '200' && status !== '503')]).toEqual([
          what,
          [],
        ]);
      };
      await attack('whole, in chunks', (socket, key) => writeChunked(socket, key, true));
      expect(statuses).toContain('200');
      await attack('whole, packed', (socket, key) => {
        socket.write(headOf(key, `Content-Encoding: gzip\r\nContent-Length: ${packed.length}`));
        socket.write(packed);
      });
      await attack('half-way, in chunks', (socket, key) => writeChunked(socket, key, false));
      clearInterval(watch);
      const isWithin = peakMb - idleMb < BODIES_BYTES_MAX / MB + BESIDE_MB;
      expect([isWithin, ...peaks]).toEqual([true, ...peaks]);
    },
    LIMIT_MS,
  );
});
