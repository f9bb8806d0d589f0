import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { describeWithKafka } from '../feed/kafka/testing/test-kafka.ts';
import { eventually } from '../testing/eventually.ts';
import { Load } from '../testing/load.ts';
import { faultyWorld } from './faulty-world.ts';
import { scaledMs } from './plan.ts';
import { eventsOf } from './true-books.ts';

const LIMIT_MS = 300_000;
const OUTAGE_MS = 20_000;
const STREAMS = 4;
const REFUSALS = 5;
const USUAL = { delayMaxMs: 60, gapMaxMs: 15 };

describeWithKafka('a cluster under load', () => {
  const opened = faultyWorld();

  it('whose Postgres is restarted: no till is fenced, no stream is cut', async () => {
    const faulty = opened();
    const { cluster, world, spenders } = faulty;
    await faulty.underLoad(async (traffic) => {
      // Streams that run from before the restart until after it.
      world.upstream.pace = { delayMaxMs: 0, gapMaxMs: 40, words: Number.POSITIVE_INFINITY };
      const running = Array.from({ length: STREAMS }, (_, index) => traffic.one(spenders[index % spenders.length]?.key ?? '', true));
      await eventually('the streams have left their traces', async () => {
        const started = new Set((await eventsOf(cluster.ledger)).flatMap(({ event }) => (event.type === 'ConsumptionStarted' ? event.data.requestId : [])));
        return started.size >= STREAMS;
      });
      await cluster.stopPostgres();
      await cluster.startPostgres();
      for (const name of cluster.namesOf('relay')) await cluster.untilReady(name);
      world.upstream.pace = { ...USUAL, words: 1 };
      expect((await Promise.all(running)).map(({ status, complete }) => ({ status, complete }))).toEqual(running.map(() => ({ status: 200, complete: true })));
      world.upstream.pace = USUAL;
    });
    expect((await eventsOf(cluster.ledger)).filter(({ event }) => event.type === 'TillFenced')).toEqual([]);
  }, LIMIT_MS);

  it.each(['refused', 'silent'] as const)('whose event store is cut off (%s): its relays answer 503 meanwhile, and recover by themselves', async (how) => {
    const faulty = opened();
    const { cluster, world, spenders } = faulty;
    const relays = cluster.namesOf('relay');
    const pids = relays.map((name) => cluster.pidOf(name));
    await faulty.underLoad(async (traffic) => {
      for (const gate of cluster.gates) gate.cut(how);
      const isCutForMs = sleep(scaledMs(OUTAGE_MS));
      await eventually('no relay is ready', async () => (await Promise.all(relays.map((name) => cluster.isReady(name)))).every((isReady) => !isReady));
      for (const name of relays) {
        const load = new Load(cluster.urlOf(name), world.model);
        for (let call = 0; call < REFUSALS; call += 1) expect(await load.one(spenders[0]?.key ?? '', call % 2 === 1)).toMatchObject({ status: 503, complete: false });
        await load.end();
      }
      await isCutForMs;
      for (const gate of cluster.gates) gate.open();
      for (const name of relays) await cluster.untilReady(name);
      await traffic.servesOn(1);
    });
    expect(relays.map((name) => cluster.pidOf(name))).toEqual(pids);
  }, LIMIT_MS);
});
