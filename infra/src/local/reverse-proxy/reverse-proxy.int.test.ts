import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PATHS_OF_PROGRAMS } from '@ledgate/domain/catalogue/paths-of-programs';
import { freePort } from '../../embedded/free-port.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { Backends } from './backends.ts';
import { createReverseProxy, type ReverseProxy } from './reverse-proxy.ts';

/** More than the buffers between two ends of a connection hold. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Callers keep their connections, as SDKs do. */
let agent: Agent;
const servers: Server[] = [];
const backends: Backends[] = [];
let proxy: ReverseProxy;
let proxyPort: number;
let relayPorts: (number | undefined)[];
let listeners: RequestListener[];
let isReady: boolean[];
let api: RequestListener;

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return portOf(server);
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
}

function behind(ports: () => readonly (number | undefined)[]): Backends {
  const made = new Backends(ports().map((_, index) => ({ name: String(index), port: () => ports()[index] })));
  backends.push(made);
  return made;
}

type Answer = { readonly status: number; readonly text: string; readonly headers: IncomingMessage['headers'] };

async function call(path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Answer> {
  const sent = request({
    port: proxyPort,
    host: '127.0.0.1',
    path,
    headers,
    method: body === undefined ? 'GET' : 'POST',
    agent,
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer) text += String(part);
  return { status: answer.statusCode ?? 0, text, headers: answer.headers };
}

/** A relay that says who it is, or not, on /readyz. */
const relay =
  (index: number): RequestListener =>
  (incoming, response) => {
    if (incoming.url === '/readyz') response.writeHead(isReady[index] === true ? 200 : 503).end();
    else listeners[index]?.(incoming, response);
  };

beforeEach(async () => {
  agent = new Agent({ keepAlive: true });
  isReady = [true, true];
  listeners = [
    (_, response) => {
      response.end('relay 0');
    },
    (_, response) => {
      response.end('relay 1');
    },
  ];
  api = (_, response) => {
    response.end('api');
  };
  relayPorts = [await listening(relay(0)), await listening(relay(1))];
  const apiPort = await listening((incoming, response) => api(incoming, response));
  proxy = createReverseProxy({ relays: behind(() => relayPorts), api: behind(() => [apiPort]) });
  servers.push(proxy.server);
  await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
  proxyPort = portOf(proxy.server);
});

afterEach(() => {
  agent.destroy();
  for (const each of backends.splice(0)) each.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('where requests go', () => {
  it.each(PATHS_OF_PROGRAMS.flatMap((path) => [path, `${path}?x=1`, `${path}/models`]))(
    '%s goes to the relays in turn',
    async (path) => {
      const texts = [await call(path), await call(path)].map(({ text }) => text);
      expect(texts.toSorted()).toEqual(['relay 0', 'relay 1']);
    },
  );

  it.each(['/', '/api/status', '/v1x', '/assets/v1/a.js', '/healthz'])('%s goes to the api', async (path) => {
    expect(await call(path)).toMatchObject({ status: 200, text: 'api' });
  });

  it('a relay that says it is not ready is spared', async () => {
    isReady = [true, false];
    await backends[0]?.look();
    expect(new Set([await call('/v1/a'), await call('/v1/a'), await call('/v1/a')].map(({ text }) => text))).toEqual(
      new Set(['relay 0']),
    );
  });

  it('where no relay is ready, one answers for itself', async () => {
    isReady = [false, false];
    listeners = listeners.map(() => (_, response) => {
      response.writeHead(503, { 'Retry-After': '1' }).end('cut off');
    });
    await backends[0]?.look();
    expect(await call('/v1/a')).toMatchObject({ status: 503, text: 'cut off', headers: { 'retry-after': '1' } });
  });
});

describe('when a relay is down', () => {
  it('every request is answered by the other, its body whole', async () => {
    relayPorts = [await freePort(), relayPorts[1]];
    listeners[1] = (incoming, response) => {
      let bytes = 0;
      incoming.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      incoming.on('end', () => response.end(String(bytes)));
    };
    for (let round = 0; round < 4; round += 1)
      expect(await call('/v1/chat/completions', {}, Buffer.alloc(LARGE_BYTES))).toMatchObject({
        status: 200,
        text: String(LARGE_BYTES),
      });
  });

  it('a request that it had received is not given to the other, and the caller sees the connection break', async () => {
    let received = 0;
    listeners = listeners.map(() => (incoming) => {
      received += 1;
      incoming.socket.destroy();
    });
    await expect(call('/v1/chat/completions', {}, Buffer.from('{}'))).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(received).toBe(1);
  });

  it('and the other too, callers are answered 503 in the shape that they know', async () => {
    relayPorts = [await freePort(), undefined];
    const answer = await call('/v1/chat/completions', {}, Buffer.from('{}'));
    expect({ status: answer.status, body: JSON.parse(answer.text) as unknown }).toEqual({
      status: 503,
      body: { error: { message: expect.any(String), type: 'service_unavailable', param: null, code: 'no_process' } },
    });
  });
});

describe('what passes through', () => {
  it('answers in the moment they are written', async () => {
    let finish = (): void => undefined;
    listeners = listeners.map(() => (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
      finish = () => response.end('data: [DONE]\n\n');
    });
    const sent = request({
      port: proxyPort,
      host: '127.0.0.1',
      path: '/v1/chat/completions',
      method: 'POST',
      agent: false,
    }).end('{}');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(String(first)).toBe('data: 1\n\n');
    finish();
    const [last] = (await once(answer, 'data')) as [Buffer];
    expect(String(last)).toBe('data: [DONE]\n\n');
  });

  it('requests in the moment they are written', async () => {
    let heard = '';
    listeners = listeners.map(() => (incoming, response) => {
      incoming.on('data', (part) => {
        heard += String(part);
      });
      incoming.on('end', () => response.end('whole'));
    });
    const sent = request({ port: proxyPort, host: '127.0.0.1', path: '/v1/files', method: 'POST', agent: false });
    sent.write('first');
    await eventually('the relay hears the first part', () => heard === 'first');
    sent.end(' last');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect({ status: answer.statusCode, heard }).toEqual({ status: 200, heard: 'first last' });
    answer.resume();
  });

  it('a caller who hangs up: the relay sees it', async () => {
    let closed = false;
    listeners = listeners.map(() => (incoming, response) => {
      incoming.socket.once('close', () => {
        closed = true;
      });
      response.writeHead(200).write('begun');
    });
    const sent = request({ port: proxyPort, host: '127.0.0.1', path: '/v1/chat/completions', agent: false }).end();
    sent.on('error', () => undefined);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await once(answer, 'data');
    sent.destroy();
    await eventually('the connection to the relay ends', () => closed);
  });

  it('a caller who hangs up before the answer has begun: the relay sees it', async () => {
    let [received, closed] = [false, false];
    listeners = listeners.map(() => (incoming) => {
      received = true;
      incoming.socket.once('close', () => {
        closed = true;
      });
    });
    const sent = request({ port: proxyPort, host: '127.0.0.1', path: '/v1/chat/completions', agent: false }).end();
    sent.on('error', () => undefined);
    await eventually('the relay has the request', () => received);
    sent.destroy();
    await eventually('the connection to the relay ends', () => closed);
  });

  it('a relay that breaks off in the middle: the caller sees no whole answer', async () => {
    listeners = listeners.map(() => (incoming, response) => {
      response.writeHead(200).write('begun', () => incoming.socket.destroy());
    });
    await expect(call('/v1/chat/completions')).rejects.toThrow(/aborted/);
  });

  it('a refusal of a WebSocket, for which the relay and not the proxy speaks', async () => {
    const keys: unknown[] = [];
    listeners = listeners.map(() => ({ headers }, response) => {
      keys.push(headers['sec-websocket-key']);
      response.writeHead(426, { Upgrade: 'HTTP/1.1', Connection: 'upgrade, close' }).end('by HTTP');
    });
    const sent = request({
      port: proxyPort,
      host: '127.0.0.1',
      path: '/v1/responses',
      agent: false,
      headers: { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'a key' },
    }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of answer) text += String(part);
    expect([answer.statusCode, text, keys]).toEqual([426, 'by HTTP', ['a key']]);
    await eventually('the connection ends', () => answer.socket.destroyed);
  });

  it('an answer that comes before the request has ended', async () => {
    listeners = listeners.map(() => (incoming, response) => {
      response.writeHead(413).end('too large');
      incoming.resume();
    });
    expect(await call('/v1/chat/completions', {}, Buffer.alloc(LARGE_BYTES))).toMatchObject({
      status: 413,
      text: 'too large',
    });
  });
});

describe('what the backends are told of the caller', () => {
  it('is what the proxy sees, not what the caller claims', async () => {
    api = (incoming, response) => {
      response.end(JSON.stringify(incoming.headers));
    };
    const { text } = await call('/api/status', {
      'X-Forwarded-For': '8.8.8.8',
      Forwarded: 'for=8.8.8.8',
      'X-Real-IP': '8.8.8.8',
      'X-Forwarded-Host': 'evil',
    });
    const told = JSON.parse(text) as Record<string, string>;
    expect(told['x-forwarded-for']).toBe('127.0.0.1');
    expect(text).not.toMatch(/8\.8\.8\.8|evil/);
  });
});

describe('a proxy that refuses', () => {
  it('answers what comes now 503, and lets what is under way end whole', async () => {
    let finish: (() => void) | undefined;
    listeners = listeners.map(() => (_, response) => {
      finish = () => response.end('whole');
    });
    const under = call('/v1/chat/completions');
    await eventually('the relay has the request', () => finish !== undefined);
    proxy.refuse();
    expect(await call('/v1/models')).toMatchObject({ status: 503, headers: { connection: 'close' } });
    expect(JSON.parse((await call('/api/status')).text)).toEqual({ success: false, message: expect.any(String) });
    finish?.();
    expect(await under).toMatchObject({ status: 200, text: 'whole' });
  });
});
