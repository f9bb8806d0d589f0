import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { ALL } from '../../config/roles.ts';
import { CALL_PRICE, CrashWorld } from '../../../../test/crash/world.ts';
import { describeWithKafka, type TestKafka, testKafka } from '../../../../test/kafka/test-kafka.ts';
import { eventually } from '../../../../test/testing/eventually.ts';
import { Installation } from '../../../../test/testing/installation.ts';
import { Load } from '../../../../test/testing/load.ts';
import { buildProduct, type Product } from '../../../../test/testing/product.ts';

const LIMIT_MS = 180_000;

/** By name with labels, as it stands in the text. */
async function scraped({ url }: Product): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${url}/metrics`);
  if (answer.status !== 200) throw new Error(`no metrics: ${answer.status}`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

/** The status of a call of which no more than the head is sent. */
async function statusOfHead({ url }: Product, headers: OutgoingHttpHeaders): Promise<number | undefined> {
  const sent = request(`${url}/v1/chat/completions`, { method: 'POST', headers, agent: false });
  sent.flushHeaders();
  const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
  sent.destroy();
  return statusCode;
}

/** The values of one metric by the rest of its name, which is its labels. */
const labelled = (scrape: ReadonlyMap<string, number>, metric: string): ReadonlyMap<string, number> =>
  new Map(
    [...scrape]
      .filter(([name]) => name.startsWith(`${metric}{`))
      .map(([name, value]) => [name.slice(metric.length), value]),
  );

const summed = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** The provider answers nothing before the returned function is called. */
function held(world: CrashWorld): () => void {
  let release = (): void => undefined;
  world.upstream.pace = {
    ...world.upstream.pace,
    held: new Promise((resolve) => {
      release = () => resolve();
    }),
  };
  return () => release();
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

  it(
    'says what two requests did: counted, timed, charged, appended, projected',
    async () => {
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
      const [stated, spoken] = [String(33 * 1024 * 1024), 'application/json'];
      const headers = { authorization: `Bearer ${spender.key}`, 'content-type': spoken, 'content-length': stated };
      expect(await statusOfHead(product, headers)).toBe(413);
      await eventually('the read models have both', async () => {
        const now = await scraped(product);
        return (
          now.get('ledgate_events_total{type="ConsumptionRecorded"}') === 2 &&
          now.get('ledgate_projection_lag_events{partition="0"}') === 0
        );
      });

      const after = await scraped(product);
      const model = `model="${world.model}"`;
      const route = 'route="/v1/chat/completions"';
      expect(Object.fromEntries(after)).toMatchObject({
        [`ledgate_http_requests_total{${route},method="POST",status="200"}`]: 2,
        [`ledgate_http_requests_total{${route},method="POST",status="401"}`]: 1,
        [`ledgate_http_request_duration_seconds_count{${route}}`]: 4,
        [`ledgate_quota_charged_total{${model}}`]: 2 * CALL_PRICE,
        [`ledgate_first_token_seconds_count{${model}}`]: 2,
        ledgate_requests_running: 0,
        'ledgate_bodies_refused_total{reason="too_large"}': 1,
        'ledgate_bodies_refused_total{reason="full"}': 0,
        'ledgate_bodies{state="coming"}': 0,
        'ledgate_bodies{state="whole"}': 0,
        ledgate_bodies_bytes: 0,
        ledgate_channels_open: 0,
        ledgate_call_limits_alone: 0,
        ledgate_calls_limited_total: 0,
        ledgate_conversations: 0,
        'ledgate_affinity_attempts_total{affinity="kept"}': 0,
        'ledgate_console_bodies_refused_total{reason="full"}': 0,
        'ledgate_console_bodies_refused_total{reason="address_share"}': 0,
        ledgate_console_bodies_bytes: 0,
        'ledgate_tills{status="open"}': 1,
        'ledgate_check_ok{check="relay"}': 1,
        'ledgate_projection_lag_seconds{partition="0"}': 0,
        ledgate_projection_alarms: 0,
        'ledgate_ledger_schema{which="written"}': LEDGER_SCHEMA,
        'ledgate_ledger_schema{which="read"}': LEDGER_SCHEMA,
        ledgate_charges_failed_total: 0,
        'ledgate_outbox_rows{status="open"}': 0,
        'ledgate_outbox_rows{status="parked"}': 0,
        ledgate_outbox_age_seconds: 0,
        ledgate_kept_answers_age_seconds: 0,
        'ledgate_channels{status="enabled"}': 1,
      });
      expect(
        [...after].filter(([name]) => name.startsWith('ledgate_upstream_attempts_total')).map(([, value]) => value),
      ).toEqual([2]);
      expect(
        [...after]
          .filter(([name]) => name.startsWith('ledgate_charges_total'))
          .reduce((sum, [, value]) => sum + value, 0),
      ).toBe(2);
      expect(after.get('ledgate_append_duration_seconds_count')).toBeGreaterThan(
        before.get('ledgate_append_duration_seconds_count') ?? 0,
      );
      expect(after.get('ledgate_append_duration_seconds_count')).toBe(after.get('ledgate_append_batch_events_count'));
      expect(after.get('ledgate_heartbeat_age_seconds')).toBeLessThan(10);
      expect(after.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  it(
    'adds up what relay processes behind one port have counted, for this machine alone',
    async () => {
      installation = await Installation.open();
      const product = await installation.start([ALL], { RELAY_PROCESSES: '2', DATABASE_URL: '', HOST: '127.0.0.1' });
      world = await CrashWorld.open(product);
      const spender = await world.spender(20 * CALL_PRICE);
      // A connection for each call: they are dealt out in turns.
      const calls = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const load = new Load(product.url, world?.model ?? '');
          const call = await load.one(spender.key, false);
          await load.end();
          return call.status;
        }),
      );
      expect(calls).toEqual(Array.from({ length: 6 }, () => 200));
      const requests = 'ledgate_http_requests_total{route="/v1/chat/completions",method="POST",status="200"}';
      await eventually('all are counted', async () => (await scraped(product)).get(requests) === 6);
      const now = await scraped(product);
      expect(now.get(`ledgate_quota_charged_total{model="${world.model}"}`)).toBe(6 * CALL_PRICE);
      expect(now.get('ledgate_tills{status="open"}')).toBe(2);
      expect(now.get('ledgate_channels{status="enabled"}')).toBe(1);
      expect((await fetch(`${product.url}/metrics`, { headers: { 'X-Forwarded-For': '127.0.0.1' } })).status).toBe(404);
    },
    LIMIT_MS,
  );

  it(
    'tells an append whose outcome nobody knows from one that was written',
    async () => {
      installation = await Installation.open({ eventStore: true });
      const product = await installation.start([ALL]);
      world = await CrashWorld.open(product);
      const spender = await world.spender(10 * CALL_PRICE);
      const upstream = world.upstream;
      const release = held(world);
      const load = new Load(product.url, world.model);
      const call = load.one(spender.key, false);
      await eventually('the provider has the call', () => upstream.reached.size === 1);
      const before = labelled(await scraped(product), 'ledgate_appends_total');
      expect(before.get('{outcome="appended"}')).toBeGreaterThan(0);
      expect(before).toEqual(new Map([...before, ['{outcome="unavailable"}', 0], ['{outcome="refused"}', 0]]));
      await installation.double?.kill();
      release();
      await eventually(
        'an append has had no answer',
        async () => (labelled(await scraped(product), 'ledgate_appends_total').get('{outcome="unavailable"}') ?? 0) > 0,
      );
      await installation.double?.start();
      await call;
      await load.end();
      const charge = 'ledgate_events_total{type="ConsumptionRecorded"}';
      await eventually('the charge is written', async () => (await scraped(product)).get(charge) === 1);
      const after = await scraped(product);
      expect(after.get('ledgate_appends_total{outcome="appended"}')).toBeGreaterThan(
        before.get('{outcome="appended"}') ?? 0,
      );
      expect(after.get('ledgate_appends_total{outcome="refused"}')).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'is for whom METRICS says: this machine without a proxy, everybody, nobody',
    async () => {
      installation = await Installation.open();
      const statuses = async (access: string): Promise<readonly number[]> => {
        const product = await installation.start(['projector'], access === '' ? {} : { METRICS: access });
        const calls = [{}, { 'X-Forwarded-For': '127.0.0.1' }].map((headers) =>
          fetch(`${product.url}/metrics`, { headers }),
        );
        const found = (await Promise.all(calls)).map(({ status }) => status);
        await product.stop();
        return found;
      };
      expect(await statuses('')).toEqual([200, 404]);
      expect(await statuses('on')).toEqual([200, 200]);
      expect(await statuses('off')).toEqual([404, 404]);
    },
    LIMIT_MS,
  );

  describeWithKafka('in the processes of a cluster', () => {
    const SPENDERS = 4;
    const PARTITIONS = ['{partition="0"}', '{partition="1"}', '{partition="2"}'];
    let kafka: TestKafka;
    beforeAll(async () => {
      kafka = await testKafka();
    }, LIMIT_MS);
    afterAll(() => kafka.close(), LIMIT_MS);

    it(
      'says how far publisher and each partition are, while Kafka is away too, and what the relay did',
      async () => {
        installation = await Installation.open({ eventStore: true, brokers: kafka.brokers() });
        const start = (...roles: Parameters<Installation['start']>[0]): Promise<Product> => installation.start(roles);
        const [api, relay, publisher, projector] = await Promise.all([
          start('api', 'worker'),
          start('relay'),
          start('publisher'),
          start('projector'),
        ]);
        const opened = await CrashWorld.open(api);
        world = opened;
        const spenders = await Promise.all(Array.from({ length: SPENDERS }, () => opened.spender(10 * CALL_PRICE)));
        const load = new Load(relay.url, opened.model);
        const lags = async (): Promise<ReadonlyMap<string, number>> =>
          labelled(await scraped(projector), 'ledgate_projection_lag_events');
        const nothingWaits = async (): Promise<boolean> => {
          const [published, waiting] = [await scraped(publisher), await lags()];
          return (
            published.get('ledgate_publisher_ok') === 1 &&
            published.get('ledgate_publisher_lag_events') === 0 &&
            waiting.size > 0 &&
            summed(waiting.values()) === 0
          );
        };

        await eventually('Kafka and the read models have everything', nothingWaits);
        expect((await scraped(publisher)).get('ledgate_publisher_lag_seconds')).toBe(0);
        expect([...(await lags()).keys()]).toEqual(PARTITIONS);
        expect(labelled(await scraped(projector), 'ledgate_projection_lag_seconds')).toEqual(
          new Map(PARTITIONS.map((partition) => [partition, 0])),
        );
        expect(labelled(await scraped(projector), 'ledgate_projection_batch_lag_seconds').size).toBeGreaterThan(1);
        for (const process of [api, relay, projector])
          expect([...(await scraped(process)).keys()].filter((name) => name.startsWith('ledgate_publisher_'))).toEqual(
            [],
          );

        await kafka.kill();
        const release = held(opened);
        const calls = spenders.map(({ key }, index) => load.one(key, index % 2 === 1));
        await eventually('the provider has the calls', () => opened.upstream.reached.size === SPENDERS);
        // A scrape of a moment ago may be kept.
        await eventually('the held calls are counted', async () => {
          const now = await scraped(relay);
          return (
            ['ledgate_leases', 'ledgate_requests_running'].every((name) => now.get(name) === SPENDERS) &&
            now.get('ledgate_requests_waiting') === 0
          );
        });
        release();
        expect((await Promise.all(calls)).filter(({ complete }) => !complete)).toEqual([]);
        await load.end();
        await eventually('the publisher has trouble and an age of what waits', async () => {
          const now = await scraped(publisher);
          return (
            now.get('ledgate_publisher_ok') === 0 &&
            (now.get('ledgate_publisher_lag_events') ?? 0) >= SPENDERS &&
            (now.get('ledgate_publisher_lag_seconds') ?? 0) > 0
          );
        });
        const waiting = await lags();
        expect(summed(waiting.values())).toBeGreaterThanOrEqual(SPENDERS);
        expect([...waiting.values()].filter((events) => events > 0).length).toBeGreaterThan(1);
        await kafka.start();
        await eventually('Kafka and the read models have everything again', nothingWaits);

        const model = `model="${opened.model}"`;
        const did = await scraped(relay);
        expect([...labelled(did, 'ledgate_upstream_latency_seconds_count').values()]).toEqual([SPENDERS]);
        expect(summed(labelled(did, 'ledgate_upstream_latency_seconds_sum').values())).toBeGreaterThan(0);
        expect(labelled(did, 'ledgate_tokens_total')).toEqual(
          new Map([
            [`{${model},kind="prompt"}`, summed(load.calls.map(({ serial }) => serial))],
            [`{${model},kind="completion"}`, SPENDERS],
          ]),
        );
        expect(did.get('ledgate_events_total{type="ConsumptionRecorded"}')).toBe(SPENDERS);
        expect(did.get('ledgate_appends_total{outcome="appended"}')).toBe(
          did.get('ledgate_append_duration_seconds_count'),
        );
      },
      LIMIT_MS,
    );
  });
});
