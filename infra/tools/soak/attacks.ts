import { once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  CHUNKED_CONNECTIONS,
  HOSTILE_CONNECTIONS,
  PACKED_CONNECTIONS,
  PENNILESS_CONNECTIONS,
  PIPELINING_CONNECTIONS,
  SILENT_CONNECTIONS,
  SLOW_CONNECTIONS,
} from './limits.ts';

/** Whom the attackers know: the product, keys of users without balance and of one who pays, and a model that streams without end. */
export type Targets = {
  readonly port: number;
  readonly penniless: readonly string[];
  readonly paying: string;
  readonly endlessModel: string;
};

/**
 * How a connection ended for its attacker: the status of the first answer; closed by the product without one; left by the attacker without one; never
 * made. Those that are open when the attack ends have no outcome.
 */
export type Outcome = `${number}` | 'closed' | 'left' | 'unreachable';

/** What one connection does until it is closed; `pauseMs` before the next. */
export type Attack = {
  readonly name: string;
  /** At a time. */
  readonly connections: number;
  readonly pauseMs: number;
  /** How its connections may end, and of how many a minute that is asked for after `afterSeconds` (ATTACK_SETTLED_S): others do not hold. */
  readonly outcomes: Readonly<Record<string, PerMinute>>;
  readonly play: (socket: Socket, targets: Targets, index: number) => Promise<void>;
};

type PerMinute = { readonly perMinute: number; readonly afterSeconds?: number };
/** May be, and need not. */
const MAY_BE: PerMinute = { perMinute: 0 };
/** The attacker who pays has filled his own share of memory with his uploads. */
const HIS_SHARE_IS_FULL = { '503': MAY_BE };

const MB = 1024 * 1024;
const head = (key: string, framing: string): string =>
  'POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n' +
  `Authorization: Bearer ${key}\r\n${framing}\r\n\r\n`;
const whole = (key: string, body: string): string =>
  `${head(key, `Content-Length: ${Buffer.byteLength(body)}`)}${body}`;
const chat = (model: string, fields: object = {}): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content: 'Say hello.' }], ...fields });
const keyOf = ({ penniless }: Targets, index: number): string => penniless[index % penniless.length] ?? '';
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const PIECE = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
const PIECE_EVERY_MS = 100;
const BOMB = gzipSync(JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'a'.repeat(40 * MB) }] }));
const HOSTILE = [
  `{"model":"gpt-4o","messages":[${'{},'.repeat(300_000)}{}]}`,
  `{"model":"gpt-4o","messages":[{"role":"user","content":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
  `{"model":"gpt-4o","messages":"${'\\u0000'.repeat(100_000)}"}`,
  `{"model":"gpt-4o",${'"a":0,'.repeat(100_000)}"messages":[{"role":"user"}]}`,
  '"'.repeat(900_000),
];

/** Everything that attackers do. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'silent stated lengths',
    connections: SILENT_CONNECTIONS,
    pauseMs: 200,
    outcomes: { '403': { perMinute: 10 }, '408': { perMinute: 10 }, '503': MAY_BE },
    play: async (socket, targets, index) => {
      socket.write(head(index % 2 === 0 ? keyOf(targets, index) : targets.paying, `Content-Length: ${32 * MB}`));
      await closed(socket);
    },
  },
  {
    name: 'chunked uploads',
    connections: CHUNKED_CONNECTIONS,
    pauseMs: 1_000,
    outcomes: {
      '403': { perMinute: 5 },
      '503': { perMinute: 5, afterSeconds: 40 },
      '413': MAY_BE,
      left: MAY_BE,
      closed: MAY_BE,
    },
    play: async (socket, targets, index) => {
      const key = index % 5 === 0 ? keyOf(targets, index) : targets.paying;
      socket.write(head(key, 'Transfer-Encoding: chunked'));
      while (!socket.destroyed) {
        if (!socket.write(PIECE)) await Promise.race([once(socket, 'drain'), closed(socket)]);
        await pause(PIECE_EVERY_MS);
      }
    },
  },
  {
    name: 'packed bodies',
    connections: PACKED_CONNECTIONS,
    pauseMs: 10_000,
    outcomes: { '403': { perMinute: 10 }, '503': { perMinute: 5 }, '413': MAY_BE, closed: MAY_BE, left: MAY_BE },
    play: async (socket, targets, index) => {
      const key = index % 2 === 0 ? keyOf(targets, index) : targets.paying;
      socket.write(head(key, `Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}`));
      socket.write(BOMB);
      await answered(socket);
    },
  },
  {
    name: 'slow uploads',
    connections: SLOW_CONNECTIONS,
    pauseMs: 200,
    outcomes: { '408': { perMinute: 2, afterSeconds: 45 }, left: MAY_BE, closed: MAY_BE },
    play: async (socket, targets, index) => {
      // Every fourth does not even end its head.
      const text = head(keyOf(targets, index), 'Content-Length: 500000');
      socket.write(index % 4 === 0 ? text.slice(0, 40) : text);
      while (!socket.destroyed) {
        socket.write('x');
        await pause(1_000);
      }
    },
  },
  {
    name: 'pipelined streams that leave',
    connections: PIPELINING_CONNECTIONS,
    pauseMs: 500,
    outcomes: { '200': { perMinute: 5 }, '429': MAY_BE, left: MAY_BE, ...HIS_SHARE_IS_FULL },
    play: async (socket, { paying, endlessModel }) => {
      socket.write(whole(paying, chat(endlessModel, { stream: true, max_tokens: 50 })).repeat(16));
      await pause(400);
    },
  },
  {
    name: 'pipelined calls',
    connections: PIPELINING_CONNECTIONS,
    pauseMs: 500,
    outcomes: { closed: { perMinute: 10 }, left: { perMinute: 10 }, '429': MAY_BE, ...HIS_SHARE_IS_FULL },
    play: async (socket, { paying, endlessModel }, index) => {
      socket.write(whole(paying, chat(endlessModel)).repeat(index % 2 === 0 ? 17 : 100));
      await pause(400);
    },
  },
  {
    name: 'hostile JSON',
    connections: HOSTILE_CONNECTIONS,
    pauseMs: 1_000,
    outcomes: { '400': { perMinute: 10 }, '403': MAY_BE, left: MAY_BE },
    play: async (socket, targets, index) => {
      socket.write(whole(keyOf(targets, index), HOSTILE[Math.floor(Math.random() * HOSTILE.length)] ?? ''));
      await answered(socket);
    },
  },
  {
    name: 'users without balance',
    connections: PENNILESS_CONNECTIONS,
    pauseMs: 500,
    outcomes: { '403': { perMinute: 60 }, left: MAY_BE },
    play: async (socket, targets, index) => {
      socket.write(whole(keyOf(targets, index), chat('gpt-4o')));
      await answered(socket);
    },
  },
];

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close').catch(() => undefined);
}

/** To the first bytes of an answer. */
const answered = (socket: Socket): Promise<unknown> => Promise.race([once(socket, 'data'), closed(socket)]);
