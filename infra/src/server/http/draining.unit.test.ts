import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { Draining } from './draining.ts';

let server: Server | undefined;
let isOver: () => void = () => {};
afterEach(() => {
  isOver();
  server?.close();
});

async function served(): Promise<{ url: string; draining: Draining }> {
  const draining = new Draining();
  const app = express();
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.locals['requestId'] = 'r-1';
    next();
  }, draining.gate);
  app.use((_request: Request, response: Response) => void response.json({}));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, draining };
}

describe('a server that drains', () => {
  it("answers what comes now with 503 in its protocol's shape, and closes the connection", async () => {
    const { url, draining } = await served();
    expect((await fetch(`${url}/v1/chat/completions`)).status).toBe(200);
    if (server !== undefined) void draining.end(server, new Promise<void>((resolve) => (isOver = resolve)));
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: 'x' });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('connection')).toBe('close');
    expect(await answer.json()).toEqual({
      error: {
        message: 'The service is stopping; try again (request id: r-1)',
        type: 'service_unavailable',
        param: null,
        code: 'stopping',
      },
    });
  });
});
