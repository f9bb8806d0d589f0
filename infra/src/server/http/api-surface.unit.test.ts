import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { ApiSurface } from './api-surface.ts';

describe("the way to the console's calls", () => {
  const readModels = { isReadable: true };
  let surface: ApiSurface;
  let server: Server;

  beforeEach(async () => {
    readModels.isReadable = true;
    surface = new ApiSurface(readModels);
    server = createServer(
      express().use((_request, response, next) => {
        response.locals['requestId'] = 'req-1';
        next();
      }, surface.router),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const call = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/status`, { headers });

  const open = (): void =>
    surface.open(express.Router().get('/api/status', (_request, response) => void response.json({ success: true })));

  it('leads there once they are given', async () => {
    open();
    const answer = await call();
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
  });

  it.each([
    ['before they are given', () => undefined],
    [
      'while the read models cannot be read',
      () => {
        open();
        readModels.isReadable = false;
      },
    ],
  ])('is closed %s: 503, to try again, with the request id, in the language of who asks', async (_when, arrange) => {
    arrange();
    const answer = await call();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      success: false,
      message:
        'The figures are being brought up to date for another release; try again in a moment (request id: req-1)',
    });
    expect(await (await call({ 'Accept-Language': 'zh-CN' })).json()).toEqual({
      success: false,
      message: '正在为另一版本更新数据，请稍后重试（请求编号：req-1）',
    });
  });
});
