import { it } from '@jest/globals';
import { describeWithKafka } from '../kafka/test-kafka.ts';
import { inFull } from '../testing/in-full.ts';
import { faultyWorld } from './faulty-world.ts';
import { kills, ROUNDS_A_ROLE } from './plan.ts';

const ROUND_LIMIT_MS = 300_000;

inFull(describeWithKafka)('a cluster whose processes are killed under load', () => {
  const opened = faultyWorld({ withConsole: true });

  it.each(kills(ROUNDS_A_ROLE).map((name, round) => ({ round: round + 1, name })))(
    'round $round, kill -9 of $name: each complete answer is charged once, each command done once, no lease is left, the books are true',
    async ({ name }) => {
      const faulty = opened();
      await faulty.underLoad(async () => {
        const before = faulty.cluster.pidOf(name);
        faulty.cluster.signal(name, 'SIGKILL');
        await faulty.cluster.untilReady(name, before);
      });
    },
    ROUND_LIMIT_MS,
  );
});
