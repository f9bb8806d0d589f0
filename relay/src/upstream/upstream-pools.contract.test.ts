import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { FakeProxy } from '../testing/network/fake-proxy.ts';
import { completion, FakeUpstream, sendJson } from '../testing/fake-upstream.ts';
import { UpstreamAttempt } from './upstream-attempt.ts';
import { UpstreamBusy } from './upstream-busy.ts';
import { Upstreams } from './upstreams.ts';

const SILENCE_MS = 60_000;

describe('connections of one origin more than are kept', () => {
  let upstreams: Upstreams;
  let one: FakeUpstream;
  let other: FakeUpstream;
  let proxy: FakeProxy;
  /** Requests to `one`, which answers when a test says so. */
  let held: ServerResponse[];
  beforeEach(async () => {
    upstreams = new Upstreams({ poolsMax: 1, requestsMax: 1 });
    [one, other, proxy] = await Promise.all([FakeUpstream.open(), FakeUpstream.open(), FakeProxy.open()]);
    held = [];
    one.play = (response) => void held.push(response);
  });
  afterEach(async () => {
    await upstreams.close(0);
    await Promise.all([one.close(), other.close()]);
    proxy.close();
  });

  const send = (upstream: FakeUpstream, way: string): UpstreamAttempt => {
    const attempt = new UpstreamAttempt(() => {}, undefined);
    const request = { origin: upstream.url, path: '/v1/x', headers: [], body: Buffer.from('{}') };
    upstreams.send(request, way === 'direct' ? '' : proxy.url(), { headMs: SILENCE_MS, bytesMs: SILENCE_MS }, attempt);
    return attempt;
  };
  /** A request that runs at `one`, and whose connections were then given up for those to `other`. */
  const givenUp = async (way: string): Promise<UpstreamAttempt> => {
    const attempt = send(one, way);
    await until(() => held.length > 0);
    await send(other, way).outcome;
    return attempt;
  };
  const answer = (): void => held.splice(0).forEach((response) => sendJson(response, completion()));

  it.each(['direct', 'proxied'])('close at once where nothing runs, %s', async (way) => {
    one.play = (response) => sendJson(response, completion());
    await send(one, way).outcome;
    await send(other, way).outcome;
    await until(async () => (await one.connections()) === 0);
    expect(await other.connections()).toBe(1);
  });

  it.each(['direct', 'proxied'])('close when their last request has ended, whole, %s', async (way) => {
    const attempt = await givenUp(way);
    expect(await one.connections()).toBe(1);
    answer();
    expect(await attempt.outcome).toMatchObject({ kind: 'whole', head: { status: 200 } });
    await until(async () => (await one.connections()) === 0);
  });

  it.each(['direct', 'proxied'])('are taken again before that: what runs there counts, %s', async (way) => {
    const attempt = await givenUp(way);
    expect(() => send(one, way)).toThrow(UpstreamBusy);
    answer();
    await attempt.outcome;
    const next = send(one, way);
    await until(() => held.length > 0);
    answer();
    expect(await next.outcome).toMatchObject({ kind: 'whole' });
    expect(await one.connections()).toBe(1);
  });

  it.each(['direct', 'proxied'])('are cut when the relay closes, %s', async (way) => {
    const attempt = await givenUp(way);
    await upstreams.close(0);
    expect(await attempt.outcome).toMatchObject({ kind: 'failed', head: undefined });
    await until(async () => (await one.connections()) + (await other.connections()) === 0);
  });
});

/** Ends when `holds` does; the test's time-out ends it otherwise, well before idle connections would close by themselves. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds()))
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
}
