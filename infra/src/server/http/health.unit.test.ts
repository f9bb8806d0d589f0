import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express from 'express';
import { createHealthRouter } from './health.ts';
import type { HealthCheck } from './readiness.ts';

describe('health', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  const serve = async (
    checks: readonly HealthCheck[],
  ): Promise<(path: string) => Promise<{ status: number; body: unknown }>> => {
    const server = createServer(express().use(createHealthRouter(checks, { keptMs: 0 }))).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    return async (path) => {
      const answer = await fetch(
        `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}${path}`,
        { headers: { connection: 'close' } },
      );
      return { status: answer.status, body: await answer.json() };
    };
  };

  it('is well while no part has anything to say', async () => {
    const ask = await serve([{ part: 'api', unready: () => undefined }]);
    expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await ask('/readyz')).toEqual({
      status: 200,
      body: { status: 'ready', checks: [{ part: 'api', ok: true, durationMs: expect.any(Number) }] },
    });
  });

  it('names each part that must not be asked and why; the process lives all the same', async () => {
    const ask = await serve([
      { part: 'relay', unready: () => 'the database does not answer' },
      { part: 'api', unready: () => undefined },
      { part: 'projector', unready: () => 'it stands at position 7' },
    ]);
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      body: { status: 'not ready', reason: 'relay: the database does not answer; projector: it stands at position 7' },
    });
    expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
  });
});
