import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { playing, UNREAD_PLAY } from './hostile-upstream.ts';

/** A call ends by itself within so long, whatever its upstream does. */
const ENDED_WITHIN_MS = 60_000;
const UNREAD_MS = 4_000;
const IDLE_SOCKETS = 50;
const IDLE_MS = 3_000;
const DEPTH = 5_000;
const MANY = 100_000;

/** Whom the callers know. */
export type Known = { readonly url: string; readonly key: string; readonly model: string };

const chat = (model: string, content: string, fields: object = {}): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content }], ...fields });

/** A call whose upstream does that, whole or as a stream. Throws where it does not end. */
export const askedFor = (known: Known, play: string, stream: boolean): Promise<void> =>
  ended(known, chat(known.model, playing(play), { stream }));

/** What callers may do, by name. */
export const HOSTILE_CALLERS: Readonly<Record<string, (known: Known) => Promise<void>>> = {
  'half requests and idle sockets': async ({ url, key }) => {
    const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}`;
    const halves = [
      head,
      `${head}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"model":`,
      '',
      'NONSENSE\r\n\r\n\0',
    ];
    const sockets = Array.from({ length: IDLE_SOCKETS }, (_, index) =>
      opened(url, halves[index % halves.length] ?? ''),
    );
    await pause(IDLE_MS);
    for (const socket of sockets) socket.destroy();
  },
  'a reader who reads nothing': async (known) => {
    const sent = asked(known, chat(known.model, playing(UNREAD_PLAY), { stream: true }));
    sent.on('response', (response) => response.pause());
    await pause(UNREAD_MS);
    sent.destroy();
  },
  'JSON of 5,000 levels': (known) =>
    ended(
      known,
      `{"model":"${known.model}","messages":[{"role":"user","content":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}]}`,
    ),
  'a key named __proto__': (known) =>
    ended(known, `{"model":"${known.model}","__proto__":{"a":1},"messages":[{"role":"user","content":"x"}]}`),
  'a model named __proto__': (known) =>
    ended(known, '{"model":"__proto__","messages":[{"role":"user","content":"x"}]}'),
  '100,000 messages': (known) => {
    const messages = Array.from({ length: MANY }, () => '{"role":"user","content":"x"}').join(',');
    return ended(known, `{"model":"${known.model}","messages":[${messages}]}`);
  },
};

function opened(url: string, text: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

function asked({ url, key }: Known, body: string): ReturnType<typeof httpRequest> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const sent = httpRequest(`${url}/v1/chat/completions`, { method: 'POST', agent: false, headers });
  sent.on('error', () => undefined);
  sent.end(body);
  return sent;
}

/** Well, with an error, or by a cut. */
function ended(known: Known, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = asked(known, body);
    const limit = setTimeout(() => {
      reject(new Error(`a call had not ended after ${ENDED_WITHIN_MS} ms: ${body.slice(0, 100)}`));
      sent.destroy();
    }, ENDED_WITHIN_MS);
    sent.on('response', (response) => response.on('error', () => undefined).resume());
    sent.once('close', () => {
      clearTimeout(limit);
      resolve();
    });
  });
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
