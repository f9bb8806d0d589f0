import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { lastElections } from '@ledgate/projections/directory/leadership/leaderships';
import { ADVISORY_LOCKS } from '@ledgate/projections/shared/advisory-locks';
import type { Pool } from 'pg';
import { z } from 'zod';
import { describeWithKafka } from '../kafka/test-kafka.ts';
import { inFull } from '../testing/in-full.ts';
import { eventually } from '../testing/eventually.ts';
import { faultyWorld } from './faulty-world.ts';
import { ENDLESS, USUAL } from './paces.ts';
import { scaledMs, TIME_SCALE } from './plan.ts';
import { eventsOf } from './true-books.ts';

const LIMIT_MS = 300_000;
/** Clocks as in production: nobody is fenced on a busy machine, and a store that is away is known by its silence long before heartbeats are too old. */
const CLOCKS = 1;
/** 6 s in the test run: longer than it takes to be known, and shorter than a heartbeat may be old. */
const OUTAGE_MS = Math.min(3 * TIME_SCALE, 1) * 20_000;
const STREAMS = 4;
const REFUSALS = 5;
/** 2 s in the test run: connections are known as dead later than that. Production: 20 s, in which every relay has stopped reserving. */
const AWAY_MS = scaledMs(20_000);
/** From when Postgres answers new connections. */
const HEALED_WITHIN_MS = 15_000;
/** Of workers and publishers. */
const LEADERSHIPS_MIN = 4;

const readiness = z.object({ checks: z.array(z.object({ part: z.string(), reason: z.string().optional() })) });

/** Why a relay would reserve nothing. */
async function reasonOf(url: string): Promise<string | undefined> {
  const { checks } = readiness.parse(await (await fetch(`${url}/readyz`)).json());
  return checks.find(({ part }) => part === 'relay')?.reason;
}

async function saysReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`);
  if (!answer.ok) throw new Error(await answer.text());
  return true;
}

/** By whoever was elected later than `before`, by the fences of that time, and has the lock now. */
async function areHeldAnew(pool: Pool, before: ReadonlyMap<string, number>): Promise<boolean> {
  const elections = await lastElections(pool);
  const { rows } = await pool.query<{ held: number }>(
    `select count(*)::int as held from directory.leaderships l join pg_locks k on k.objid = hashtext(l.office)::oid
     where k.locktype = 'advisory' and k.classid = ${ADVISORY_LOCKS.leaderships} and k.granted`,
  );
  const missing = elections.filter(({ leadership, fence }) => fence <= (before.get(leadership) ?? 0));
  if (missing.length > 0)
    throw new Error(`not elected anew: ${missing.map(({ leadership }) => leadership).join(', ')}`);
  return rows[0]?.held === elections.length;
}

inFull(describeWithKafka)('a cluster under load', () => {
  const opened = faultyWorld({ timeScale: CLOCKS });

  it(
    'whose Postgres is restarted: no till is fenced, no stream is cut',
    async () => {
      const faulty = opened();
      const { cluster, world, spenders } = faulty;
      const fences = async () => (await eventsOf(cluster.ledger)).filter(({ event }) => event.type === 'TillFenced');
      const fencedBefore = await fences();
      const calls = await faulty.underLoad(async (traffic) => {
        // Streams that run from before the restart until after it.
        world.upstream.pace = ENDLESS;
        const running = Array.from({ length: STREAMS }, (_, index) =>
          traffic.one(spenders[index % spenders.length]?.key ?? '', true),
        );
        const streams = traffic.calls.slice(-STREAMS);
        await eventually('the streams have left their traces', async () => {
          const started = new Set<string>(
            (await eventsOf(cluster.ledger)).flatMap(({ event }) =>
              event.type === 'ConsumptionStarted' ? event.data.requestId : [],
            ),
          );
          return streams.every(({ requestId }) => started.has(requestId));
        });
        await cluster.stopPostgres();
        await cluster.startPostgres();
        for (const name of cluster.namesOf('relay')) await cluster.untilReady(name);
        world.upstream.pace = USUAL;
        expect((await Promise.all(running)).map(({ status, complete }) => ({ status, complete }))).toEqual(
          running.map(() => ({ status: 200, complete: true })),
        );
      });
      // Refused they may be: what has begun goes on.
      expect(calls.filter(({ status, complete }) => status === 200 && !complete)).toEqual([]);
      expect(await fences()).toEqual(fencedBefore);
    },
    LIMIT_MS,
  );

  it.each(['refused', 'silent'] as const)(
    'whose event store is cut off (%s): its relays answer 503 at once, and recover by themselves',
    async (how) => {
      const faulty = opened();
      const { cluster, world, spenders } = faulty;
      const relays = cluster.namesOf('relay');
      const pids = relays.map((name) => cluster.pidOf(name));
      await faulty.underLoad(async (traffic) => {
        for (const gate of cluster.gates) gate.cut(how);
        const isCutForMs = sleep(OUTAGE_MS);
        for (const name of relays) {
          const url = cluster.urlOf(name);
          await eventually(
            `${name} knows that the store is away`,
            async () => (await reasonOf(url))?.startsWith('the event store has not answered') === true,
          );
          const load = faulty.loadOn(name);
          for (let call = 0; call < REFUSALS; call += 1)
            expect(await load.one(spenders[0]?.key ?? '', call % 2 === 1)).toMatchObject({
              status: 503,
              complete: false,
            });
          // At once: none of them waited for the store after it had gone upstream.
          expect(load.calls.filter(({ serial }) => world.upstream.reached.has(serial))).toEqual([]);
        }
        await isCutForMs;
        for (const gate of cluster.gates) gate.open();
        for (const name of relays) await cluster.untilReady(name);
        await traffic.servesOn(1);
        expect(relays.map((name) => cluster.pidOf(name))).toEqual(pids);
      });
    },
    LIMIT_MS,
  );

  it(
    'whose Postgres goes away and fails over, and resets nothing: serving again, with every leadership held anew, within 15 s',
    async () => {
      const faulty = opened();
      const { cluster, spenders } = faulty;
      const pids = cluster.names.map((name) => cluster.pidOf(name));
      await faulty.underLoad(async (traffic) => {
        const before = new Map((await lastElections(cluster.pool)).map(({ leadership, fence }) => [leadership, fence]));
        expect(before.size).toBeGreaterThanOrEqual(LEADERSHIPS_MIN);
        cluster.wayToPostgres.goAway();
        await sleep(AWAY_MS);
        cluster.wayToPostgres.takeOver();
        const healed = performance.now() + HEALED_WITHIN_MS;
        const rest = (): number => Math.max(0, healed - performance.now());
        await Promise.all([
          ...[...cluster.namesOf('relay'), ...cluster.namesOf('api')].map((name) =>
            eventually(`${name} is ready`, () => saysReady(cluster.urlOf(name)), rest()),
          ),
          ...cluster.namesOf('relay').map((name) => {
            const load = faulty.loadOn(name);
            const serves = async () => (await load.one(spenders[0]?.key ?? '', false)).complete;
            return eventually(`${name} serves`, serves, rest());
          }),
          eventually('every leadership is held anew', () => areHeldAnew(cluster.pool, before), rest()),
        ]);
        for (const name of cluster.names) await cluster.untilReady(name);
        await traffic.servesOn(1);
      });
      expect(cluster.names.map((name) => cluster.pidOf(name))).toEqual(pids);
    },
    LIMIT_MS,
  );
});
