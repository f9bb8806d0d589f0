import { accountStream } from '@ledgate/domain/account/events';
import { requestsOf } from './bench-load.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atLeast, atMost, type Figure, figure, ms, rate, shown } from './figure.ts';
import { callsOf, cpuMsOf, measureLoad, perSecondOf } from './measure-load.ts';
import { interleaved, median, ratios } from './statistics.ts';

/** As many as users, so that in both cases as many requests run at once. */
const CONNECTIONS = 100;

export const oneUser: Benchmark = {
  title: 'One user against a hundred',
  run: benchOneUser,
  how:
    '100 connections with one key, against 100 connections with a key each, on the whole product. Appends are ' +
    'counted at the event store, conflicts over all streams.',
};

/** One user at full load against a hundred: goal 0.95 of the throughput, at most one append to his account stream per 100 requests, no conflicts. */
async function benchOneUser(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const world = await resources.world();
  const [user] = world.users;
  if (user === undefined) throw new Error('the world has no users');
  const stream = accountStream(user.userId);
  let appends = 0;
  const asOne = async () => {
    const before = (await world.product.appends()).byStream.get(stream) ?? 0;
    const measured = await measureLoad(world.product, requestsOf('whole', [user.key]), {
      seconds: effort.secondsPerRun,
      connections: CONNECTIONS,
    });
    appends += ((await world.product.appends()).byStream.get(stream) ?? 0) - before;
    return measured;
  };
  const asHundred = () =>
    measureLoad(world.product, requestsOf('whole', world.keys), {
      seconds: effort.secondsPerRun,
      connections: CONNECTIONS,
    });
  await asHundred();
  await asOne();
  appends = 0;
  const conflictsBefore = (await world.product.appends()).conflicts;
  const [hundred = [], one = []] = await interleaved([asHundred, asOne], effort.rounds);
  const conflicts = (await world.product.appends()).conflicts - conflictsBefore;
  const share = ratios(perSecondOf(one), perSecondOf(hundred));
  const perHundred = (appends / callsOf(one)) * 100;
  return [
    figure("One user at full load, share of a hundred users' requests/s", shown(share.median), {
      spread: share,
      goal: atLeast(share.median, 0.95),
    }),
    figure("Appends to the one user's account stream per 100 requests", shown(perHundred), {
      goal: atMost(perHundred, 1),
    }),
    figure('Conflict retries, one user and a hundred', String(conflicts), { goal: atMost(conflicts, 0) }),
    figure('- a hundred users', `${rate(median(perSecondOf(hundred)))}, ${ms(median(cpuMsOf(hundred)))} CPU a request`),
    figure('- one user', `${rate(median(perSecondOf(one)))}, ${ms(median(cpuMsOf(one)))} CPU a request`),
  ];
}
