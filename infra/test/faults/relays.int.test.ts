import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import type { Recorded } from '@ledgate/domain/events/codec';
import { tillStream } from '@ledgate/domain/till/events';
import { openLeases } from '@ledgate/projections/queries/leases';
import { describeWithKafka } from '../kafka/test-kafka.ts';
import { inFull } from '../testing/in-full.ts';
import { chargesOf } from '../testing/charges.ts';
import { eventually } from '../testing/eventually.ts';
import type { Call } from '../testing/load.ts';
import { BY_TOKENS, type FaultyWorld, faultyWorld } from './faulty-world.ts';
import { ENDLESS, USUAL } from './paces.ts';
import { scaledMs } from './plan.ts';
import { eventsOf } from './true-books.ts';

const LIMIT_MS = 300_000;
const PAUSE_MS = 30_000;
/** Requests that have left a trace in the till, and some that may not have. */
const LONG = 4;
const SHORT = 4;
const CALLS = 20;
const ONE = 'relay-1';
const OTHER = 'relay-2';

inFull(describeWithKafka)('a cluster under load one of whose relays', () => {
  const opened = faultyWorld();
  let faulty: FaultyWorld;
  beforeEach(() => {
    faulty = opened();
  });

  const events = (): Promise<readonly Recorded[]> => eventsOf(faulty.cluster.ledger);
  const keyOf = (index: number): string => faulty.spenders[index % faulty.spenders.length]?.key ?? '';

  /** Streams in the one relay, which end when the upstream's pace is the usual one again; and the till they are in. */
  async function streamsInOne(): Promise<{
    readonly calls: readonly Call[];
    readonly ended: Promise<readonly Call[]>;
    readonly tills: ReadonlySet<string>;
  }> {
    faulty.world.upstream.pace = ENDLESS;
    const load = faulty.loadOn(ONE, BY_TOKENS);
    const begin = (count: number): readonly Promise<Call>[] =>
      Array.from({ length: count }, (_, index) => load.one(keyOf(index), true));
    const long = begin(LONG);
    let traces: readonly string[] = [];
    await eventually('long ones have left their traces', async () => {
      const requests = new Set(load.calls.map(({ requestId }) => requestId));
      traces = (await events()).flatMap(({ stream, event }) =>
        event.type === 'ConsumptionStarted' && requests.has(event.data.requestId) ? stream : [],
      );
      return traces.length >= LONG;
    });
    const ended = Promise.all([...long, ...begin(SHORT)]);
    await eventually('all are under way', () =>
      load.calls.every(({ serial }) => faulty.world.upstream.reached.has(serial)),
    );
    return { calls: load.calls, ended, tills: new Set(traces) };
  }

  async function areEndedByWorker(tills: ReadonlySet<string>): Promise<void> {
    await eventually('its till is fenced and closed', async () => {
      const ended = await events();
      return [...tills].every((till) =>
        ['TillFenced', 'TillClosed'].every((type) =>
          ended.some(({ stream, event }) => stream === till && event.type === type),
        ),
      );
    });
    await eventually('its leases have returned', async () =>
      (await openLeases(faulty.cluster.pool)).every(({ tillId }) => !tills.has(tillStream(tillId))),
    );
  }

  async function othersGoOn(): Promise<void> {
    const load = faulty.loadOn(OTHER);
    for (let call = 0; call < CALLS; call += 1)
      expect(await load.one(keyOf(call), false)).toMatchObject({ status: 200, complete: true });
  }

  /** It has come to itself: it serves under a new till. */
  async function servesAgain(tills: ReadonlySet<string>): Promise<void> {
    await faulty.cluster.untilReady(ONE);
    const load = faulty.loadOn(ONE);
    await eventually('it serves again', async () => (await load.one(keyOf(0), false)).complete);
    const requestId = load.calls.at(-1)?.requestId;
    const record = (await events()).find(
      ({ event }) => event.type === 'ConsumptionRecorded' && event.data.requestId === requestId,
    );
    expect(record).toBeDefined();
    expect(tills.has(record?.stream ?? '')).toBe(false);
  }

  it.each(['refused', 'silent'] as const)(
    'is cut off from the event store (%s): its till is fenced, its leases return, the others go on',
    async (how) => {
      await faulty.underLoad(async (traffic) => {
        const { calls, ended, tills } = await streamsInOne();
        const pid = faulty.cluster.pidOf(ONE);
        faulty.cluster.gateOf(ONE).cut(how);
        await areEndedByWorker(tills);
        await othersGoOn();
        await traffic.servesOn(CALLS);
        faulty.cluster.gateOf(ONE).open();
        faulty.world.upstream.pace = USUAL;
        await ended;
        expect(chargesOf(calls, await events())).toEqual(calls.map(() => ({ records: 1, amount: expect.any(Number) })));
        await servesAgain(tills);
        expect(faulty.cluster.pidOf(ONE)).toBe(pid);
      });
    },
    LIMIT_MS,
  );

  it(
    'is paused, and goes on when its till has been fenced: its late records land once',
    async () => {
      await faulty.underLoad(async () => {
        const { calls, ended, tills } = await streamsInOne();
        faulty.cluster.signal(ONE, 'SIGSTOP');
        const isPausedForMs = sleep(scaledMs(PAUSE_MS));
        await areEndedByWorker(tills);
        await othersGoOn();
        await isPausedForMs;
        faulty.cluster.signal(ONE, 'SIGCONT');
        faulty.world.upstream.pace = USUAL;
        expect((await ended).map(({ status, complete }) => ({ status, complete }))).toEqual(
          calls.map(() => ({ status: 200, complete: true })),
        );
        const requests = new Set(calls.map(({ requestId }) => requestId));
        const late = (await events()).flatMap(({ event }) =>
          event.type === 'LateConsumptionRecorded' || event.type === 'ConsumptionCorrected'
            ? event.data.charge.requestId
            : [],
        );
        expect(late.filter((request) => requests.has(request)).toSorted()).toEqual([...requests].toSorted());
        await servesAgain(tills);
      });
    },
    LIMIT_MS,
  );
});
