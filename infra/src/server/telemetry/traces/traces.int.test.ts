import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ALL, type Role } from '../../config/roles.ts';
import { CALL_PRICE, CrashWorld, type Spender } from '../../../../test/crash/world.ts';
import { describeWithKafka, type TestKafka, testKafka } from '../../../../test/kafka/test-kafka.ts';
import { eventually } from '../../../../test/testing/eventually.ts';
import { Installation } from '../../../../test/testing/installation.ts';
import { Load } from '../../../../test/testing/load.ts';
import { buildProduct, type Product } from '../../../../test/testing/product.ts';
import { type CollectedSpan, Collector } from '../../../../test/doubles/collector.ts';

const LIMIT_MS = 180_000;
const SERVER = 2;
const CLIENT = 3;

describe('traces of the built product', () => {
  let installation: Installation;
  let collector: Collector;
  let world: CrashWorld | undefined;
  beforeAll(() => buildProduct(), LIMIT_MS);
  beforeEach(async () => {
    collector = await Collector.open();
  });
  afterEach(async () => {
    world?.upstream.close();
    await installation.close();
    collector.close();
  }, LIMIT_MS);

  const traced = (environment: Readonly<Record<string, string>> = {}) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...environment,
  });

  /** One request on the second of the processes, or on the only one; answers its id. The first has the role api. */
  async function servedRequest(...roles: readonly (readonly (Role | typeof ALL)[])[]): Promise<string> {
    const processes = await Promise.all(roles.map((each) => installation.start(each)));
    const [api, relay = api] = processes;
    if (api === undefined || relay === undefined) throw new Error('no process');
    world = await CrashWorld.open(api);
    return requestOn(relay, await world.spender(10 * CALL_PRICE), world.model);
  }

  async function requestOn(relay: Product, spender: Spender, model: string): Promise<string> {
    const load = new Load(relay.url, model);
    const call = await load.one(spender.key, true);
    await load.end();
    expect(call).toMatchObject({ status: 200, complete: true });
    return call.requestId;
  }

  /** The trace of the request, from its beginning to what can be read: one id, everything under the request's own span. */
  async function expectWholeTrace(requestId: string): Promise<ReadonlyMap<string, CollectedSpan>> {
    const names = [
      'POST /v1/chat/completions',
      'upstream attempt',
      'append ConsumptionRecorded',
      'project ConsumptionRecorded',
    ];
    await eventually('every span has come', () =>
      names.every((name) => collector.traceOf(requestId).some((span) => span.name === name)),
    );
    const spans = new Map(collector.traceOf(requestId).map((span) => [span.name, span]));
    const root = spans.get('POST /v1/chat/completions');
    expect(root).toMatchObject({ kind: SERVER, service: 'ledgate', spanId: requestId.replaceAll('-', '').slice(16) });
    expect(root?.parentSpanId ?? '').toBe('');
    for (const name of names.slice(1))
      expect(spans.get(name)).toMatchObject({
        parentSpanId: root?.spanId,
        status: expect.not.objectContaining({ code: 2 }),
      });
    expect(spans.get('upstream attempt')).toMatchObject({ kind: CLIENT });
    for (const { startTimeUnixNano, endTimeUnixNano } of spans.values())
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    return spans;
  }

  it(
    'join request, attempt, append and projection of one process under the id of the request',
    async () => {
      installation = await Installation.open({
        environment: traced({ OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=some%20one' }),
      });
      const spans = await expectWholeTrace(await servedRequest([ALL]));
      expect(collector.headers[0]).toMatchObject({ 'x-tenant': 'some one' });
      expect(new Set([...spans.values()].map(({ instance }) => instance)).size).toBe(1);
    },
    LIMIT_MS,
  );

  it(
    'join them across processes, which tell each other nothing',
    async () => {
      installation = await Installation.open({
        eventStore: true,
        environment: traced({ OTEL_TRACES_SAMPLER_ARG: '1' }),
      });
      const spans = await expectWholeTrace(await servedRequest(['api', 'worker'], ['relay'], ['projector']));
      const instanceOf = (name: string) => spans.get(name)?.instance;
      expect(instanceOf('append ConsumptionRecorded')).toBe(instanceOf('POST /v1/chat/completions'));
      expect(instanceOf('project ConsumptionRecorded')).not.toBe(instanceOf('POST /v1/chat/completions'));
    },
    LIMIT_MS,
  );

  it(
    'cost no request anything when nobody takes them, and are not taken at a share of 0',
    async () => {
      const url = collector.url;
      collector.close();
      collector = await Collector.open();
      installation = await Installation.open({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
      await servedRequest([ALL]);
      world?.upstream.close();
      await installation.close();
      installation = await Installation.open({ environment: traced({ OTEL_TRACES_SAMPLER_ARG: '0' }) });
      await servedRequest([ALL]);
      expect(collector.headers).toEqual([]);
    },
    LIMIT_MS,
  );

  describeWithKafka('with Kafka', () => {
    let kafka: TestKafka;
    beforeAll(async () => {
      kafka = await testKafka();
    }, LIMIT_MS);
    afterAll(() => kafka.close(), LIMIT_MS);

    it(
      'end at the append while nobody publishes, and go on to the read models through who publishes then',
      async () => {
        installation = await Installation.open({ eventStore: true, brokers: kafka.brokers(), environment: traced() });
        const [api, relay, publisher] = await Promise.all([
          installation.start(['api', 'worker']),
          installation.start(['relay']),
          installation.start(['publisher']),
          installation.start(['projector']),
        ]);
        world = await CrashWorld.open(api);
        const spender = await world.spender(10 * CALL_PRICE);
        expect(await publisher.stop()).toBe(0);
        const requestId = await requestOn(relay, spender, world.model);
        const told = (name: string): boolean => collector.traceOf(requestId).some((span) => span.name === name);
        await eventually('the append is told', () => told('append ConsumptionRecorded'));
        expect([told('publish ConsumptionRecorded'), told('project ConsumptionRecorded')]).toEqual([false, false]);
        await installation.start(['publisher']);
        const spans = await expectWholeTrace(requestId);
        await eventually('the publication is told', () => told('publish ConsumptionRecorded'));
        const published = collector.traceOf(requestId).find(({ name }) => name === 'publish ConsumptionRecorded');
        expect(published?.parentSpanId).toBe(spans.get('POST /v1/chat/completions')?.spanId);
        const instances = [
          spans.get('append ConsumptionRecorded'),
          published,
          spans.get('project ConsumptionRecorded'),
        ].map((span) => span?.instance);
        expect(new Set(instances).size).toBe(3);
      },
      LIMIT_MS,
    );
  });
});
