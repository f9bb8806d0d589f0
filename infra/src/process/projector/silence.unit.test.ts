import { beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Position } from '@ledgate/domain/ports/event-store';
import express from 'express';
import { createHealthRouter } from '../../server/http/health.ts';
import { PROJECTOR_THREAD_SILENT_MAX_MS } from '../../limits.ts';
import { ProjectorThread } from './projector-thread.ts';
import type { ProjectorState, FromProjector } from './messages.ts';

const stoodStill: ProjectorState = {
  partitions: [{ partition: 0, position: 3 as Position, lagMs: 0, alarm: undefined }],
  lagMs: 0,
  alarms: [],
};

describe("a projector's thread that says nothing", () => {
  let nowMs: number;
  let say: (message: FromProjector) => void;
  let projectorThread: ProjectorThread;
  beforeEach(async () => {
    nowMs = 1_000;
    const port = {
      postMessage: () => undefined,
      on: (_event: 'message', handle: (message: FromProjector) => void) => {
        say = handle;
      },
    };
    projectorThread = new ProjectorThread(port, Promise.resolve(), { monotonicMs: () => nowMs });
    const opened = projectorThread.open('postgresql://nowhere');
    say({ kind: 'opened' });
    await opened;
  });

  it('makes the process unready at /readyz, until it says something again', async () => {
    const server = express()
      .use(createHealthRouter([{ part: 'projector', unready: () => projectorThread.unready() }], { keptMs: 0 }))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const readyz = async () => {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`);
      return { status: answer.status, body: await answer.json() };
    };
    try {
      nowMs += PROJECTOR_THREAD_SILENT_MAX_MS;
      expect((await readyz()).status).toBe(200);
      nowMs += 1_000;
      expect(await readyz()).toMatchObject({
        status: 503,
        body: { reason: `projector: its thread has said nothing for ${PROJECTOR_THREAD_SILENT_MAX_MS / 1_000 + 1} s` },
      });
      say({ kind: 'state', state: stoodStill });
      expect((await readyz()).status).toBe(200);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('takes every message for a sign of life', async () => {
    for (const message of [
      { kind: 'woken' },
      { kind: 'reached', id: 1, reached: true },
      { kind: 'state', state: stoodStill },
    ] satisfies FromProjector[]) {
      nowMs += PROJECTOR_THREAD_SILENT_MAX_MS + 1_000;
      say(message);
      expect(await projectorThread.unready()).toBeUndefined();
    }
  });

  it('is heard before it is called silent: this thread may have been the busy one', async () => {
    nowMs += PROJECTOR_THREAD_SILENT_MAX_MS + 1_000;
    const unready = projectorThread.unready();
    say({ kind: 'woken' });
    expect(await unready).toBeUndefined();
  });
});
