import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL } from '../../config/roles.ts';
import { CALL_PRICE, CrashWorld } from '../../crash/world.ts';
import { eventually } from '../../testing/eventually.ts';
import { Installation } from '../../testing/installation.ts';
import { Load } from '../../testing/load.ts';
import { buildProduct, type Product } from '../../testing/product.ts';

const LIMIT_MS = 180_000;

/** By name with labels, as it stands in the text. */
async function scraped({ url }: Product): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${url}/metrics`);
  if (answer.status !== 200) throw new Error(`no metrics: ${answer.status}`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

describe('GET /metrics of the built product', () => {
  let installation: Installation;
  let world: CrashWorld | undefined;
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(async () => {
    world?.upstream.close();
    world = undefined;
    await installation.close();
  }, LIMIT_MS);

  it('says what two requests did: counted, timed, charged, appended, projected', async () => {
    installation = await Installation.open();
    const product = await installation.start([ALL]);
    world = await CrashWorld.open(product);
    const spender = await world.spender(10 * CALL_PRICE);
    const before = await scraped(product);
    expect(before.get('ledgate_info{version="0.1.0",roles="api,relay,projector,worker"}')).toBe(1);
    const load = new Load(product.url, world.model);
    expect(await load.one(spender.key, true)).toMatchObject({ status: 200, complete: true });
    expect(await load.one(spender.key, false)).toMatchObject({ status: 200, complete: true });
    expect(await load.one('sk-nobody', false)).toMatchObject({ status: 401 });
    await load.end();
    await eventually('the read models have both', async () => {
      const now = await scraped(product);
      return now.get('ledgate_events_total{type="ConsumptionRecorded"}') === 2 && now.get('ledgate_projection_lag_events{partition="0"}') === 0;
    });

    const after = await scraped(product);
    const model = `model="${world.model}"`;
    const route = 'route="/v1/chat/completions"';
    expect(Object.fromEntries(after)).toMatchObject({
      [`ledgate_http_requests_total{${route},method="POST",status="200"}`]: 2, [`ledgate_http_requests_total{${route},method="POST",status="401"}`]: 1,
      [`ledgate_http_request_duration_seconds_count{${route}}`]: 3, [`ledgate_quota_charged_total{${model}}`]: 2 * CALL_PRICE,
      [`ledgate_first_token_seconds_count{${model}}`]: 2, 'ledgate_requests_running': 0, 'ledgate_tills{status="open"}': 1, 'ledgate_check_ok{check="relay"}': 1,
      'ledgate_projection_lag_seconds{partition="0"}': 0, 'ledgate_projection_alarms': 0, 'ledgate_charges_failed_total': 0, 'ledgate_outbox_rows{status="open"}': 0, 'ledgate_outbox_rows{status="parked"}': 0, 'ledgate_outbox_age_seconds': 0,
      'ledgate_channels{status="enabled"}': 1,
    });
    expect([...after].filter(([name]) => name.startsWith('ledgate_upstream_attempts_total')).map(([, value]) => value)).toEqual([2]);
    expect([...after].filter(([name]) => name.startsWith('ledgate_charges_total')).reduce((sum, [, value]) => sum + value, 0)).toBe(2);
    expect(after.get('ledgate_append_duration_seconds_count')).toBeGreaterThan(before.get('ledgate_append_duration_seconds_count') ?? 0);
    expect(after.get('ledgate_append_duration_seconds_count')).toBe(after.get('ledgate_append_batch_events_count'));
    expect(after.get('ledgate_heartbeat_age_seconds')).toBeLessThan(10);
    expect(after.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  }, LIMIT_MS);

  it('adds up what relay processes behind one port have counted, for this machine alone', async () => {
    installation = await Installation.open();
    const product = await installation.start([ALL], { RELAY_PROCESSES: '2', DATABASE_URL: '', HOST: '127.0.0.1' });
    world = await CrashWorld.open(product);
    const spender = await world.spender(20 * CALL_PRICE);
    // A connection for each call: they are dealt out in turns.
    const calls = await Promise.all(Array.from({ length: 6 }, async () => {
      const load = new Load(product.url, world?.model ?? '');
      const call = await load.one(spender.key, false);
      await load.end();
      return call.status;
    }));
    expect(calls).toEqual(Array.from({ length: 6 }, () => 200));
    const requests = 'ledgate_http_requests_total{route="/v1/chat/completions",method="POST",status="200"}';
    await eventually('all are counted', async () => (await scraped(product)).get(requests) === 6);
    const now = await scraped(product);
    expect(now.get(`ledgate_quota_charged_total{model="${world.model}"}`)).toBe(6 * CALL_PRICE);
    expect(now.get('ledgate_tills{status="open"}')).toBe(2);
    expect(now.get('ledgate_channels{status="enabled"}')).toBe(1);
    expect((await fetch(`${product.url}/metrics`, { headers: { 'X-Forwarded-For': '127.0.0.1' } })).status).toBe(404);
  }, LIMIT_MS);

  it('is for whom METRICS says: this machine without a proxy, everybody, nobody', async () => {
    installation = await Installation.open();
    const statuses = async (access: string): Promise<readonly number[]> => {
      const product = await installation.start(['projector'], access === '' ? {} : { METRICS: access });
      const calls = [{}, { 'X-Forwarded-For': '127.0.0.1' }].map((headers) => fetch(`${product.url}/metrics`, { headers }));
      const found = (await Promise.all(calls)).map(({ status }) => status);
      await product.stop();
      return found;
    };
    expect(await statuses('')).toEqual([200, 404]);
    expect(await statuses('on')).toEqual([200, 200]);
    expect(await statuses('off')).toEqual([404, 404]);
  }, LIMIT_MS);
});
