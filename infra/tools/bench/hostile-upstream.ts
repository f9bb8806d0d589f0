import { createServer, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

const MIB = 1024 * 1024;
const PIECE = 'x'.repeat(MIB / 16);
const LONG_LINE_BYTES = 50 * MIB;
const UNREAD_BYTES = 300 * MIB;
const SHORT_PAUSE_MS = 50;
/** What waits for a caller, or an upstream's connection, to go away gives up after so long. */
const WAITED_MS_MAX = 30_000;

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const BEGUN = chunk({ content: 'Hello' });
const GOOD = `${BEGUN}${chunk({}, 'stop')}data: [DONE]\n\n`;
const withUsage = (usage: object): string =>
  GOOD.replace('data: [DONE]', `data: ${JSON.stringify({ id: 'x', choices: [], usage })}\n\ndata: [DONE]`);

type Play = (response: ServerResponse) => void | Promise<void>;

const stream = (response: ServerResponse, headers: object = {}): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
const all =
  (text: string | Buffer, headers: object = {}): Play =>
  (response) =>
    void stream(response, headers).end(text);

/** What an upstream may do to a caller and to what stands between, by name. */
const PLAYS: Readonly<Record<string, Play>> = {
  'a-line-of-50-MB': async (response) => {
    stream(response).write('data: ');
    await written(response, LONG_LINE_BYTES);
    response.end();
  },
  'a-line-without-an-end': (response) => {
    stream(response).write('data: {"choices":[');
    return written(response, Infinity);
  },
  'a-byte-at-a-time': async (response) => {
    stream(response);
    for (const byte of Buffer.from(GOOD)) {
      response.write(Buffer.from([byte]));
      await pause(2);
    }
    response.end();
  },
  'a-silent-middle': (response) => void stream(response).write(BEGUN),
  'a-cut': async (response) => {
    stream(response).write(BEGUN);
    await pause(SHORT_PAUSE_MS);
    response.destroy();
  },
  'a-cut-after-the-head': async (response) => {
    stream(response).flushHeaders();
    await pause(SHORT_PAUSE_MS);
    response.destroy();
  },
  'a-wrong-length': async (response) => {
    stream(response, { 'content-length': '100000' }).write(GOOD);
    await pause(SHORT_PAUSE_MS);
    response.destroy();
  },
  'a-wrong-content-type': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  'a-redirect': (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  gzip: all(gzipSync(GOOD), { 'content-encoding': 'gzip' }),
  'gzip-that-is-none': all(GOOD, { 'content-encoding': 'gzip' }),
  'gzip-of-much': (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(LONG_LINE_BYTES, 'x'))),
  'json-of-many-values': (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"choices":[${'{},'.repeat(LONG_LINE_BYTES / 3)}{}]}`),
  'usage-of-nonsense': all(withUsage({ prompt_tokens: -5, completion_tokens: 'many', total_tokens: 1e308 })),
  'usage-beyond-any-prompt': all(withUsage({ prompt_tokens: 1e12, completion_tokens: 1, total_tokens: 1e12 })),
  'an-error-inside-a-200': all(`data: {"error":{"message":"overloaded","type":"server_error"}}\n\n`),
  'an-error-in-the-middle': all(`${BEGUN}data: {"error":{"message":"overloaded","type":"server_error"}}\n\n`),
  'data-after-the-end': all(`${GOOD}${BEGUN}`),
  'nothing-after-the-end': (response) => void stream(response).write(GOOD),
  'an-error-of-much': (response) =>
    void response.writeHead(500, { 'content-type': 'text/html' }).end('<html>'.repeat(100_000)),
};

export const HOSTILE_PLAYS: readonly string[] = Object.keys(PLAYS);
/** Of a stream that its caller does not read. */
export const UNREAD_PLAY = 'more-than-is-read';
/** By these words in its prompt a request chooses what becomes of it. */
export const playing = (play: string): string => `play ${play}.`;

/** A provider that does what its caller names; served well where he names nothing. */
export function hostileUpstream(): Server {
  return createServer((request, response) => {
    let text = '';
    response.on('error', () => undefined);
    request.setEncoding('latin1').on('data', (part: string) => {
      if (text.length < MIB) text += part;
    });
    request.on('end', () => {
      const named = /play ([\w-]+)\./.exec(text)?.[1] ?? '';
      const play = named === UNREAD_PLAY ? muchMore : (PLAYS[named] ?? all(GOOD));
      void Promise.resolve(play(response)).catch(() => response.destroy());
    });
  });
}

async function muchMore(response: ServerResponse): Promise<void> {
  stream(response);
  const event = chunk({ content: 'x'.repeat(MIB / 32) });
  await written(response, UNREAD_BYTES, event);
  response.end();
}

/** At the pace at which it is taken, until the connection is gone. */
async function written(response: ServerResponse, bytes: number, piece = PIECE): Promise<void> {
  for (let sent = 0; sent < bytes && !response.destroyed; sent += piece.length)
    if (!response.write(piece)) await drained(response);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(done, WAITED_MS_MAX);
    function done(): void {
      clearTimeout(limit);
      response.off('drain', done);
      response.off('close', done);
      resolve();
    }
    response.once('drain', done);
    response.once('close', done);
  });
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
