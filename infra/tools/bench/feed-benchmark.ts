import type { Position } from '@ledgate/domain/ports/event-store';
import { whyNoLocalKafka } from '../../src/local/kafka/jars.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import type { FeedRun } from './feed-run.ts';
import { FeedWorld } from './feed-world.ts';
import { atLeast, type Figure, figure, rate, shown } from './figure.ts';
import { cpuOfEach, cpuText, type NamedCpu } from './named-cpu.ts';
import { interleaved, ratios, type Spread, spreadOf } from './statistics.ts';

export const feedThroughput: Benchmark = {
  title: 'Through Kafka: publisher and projectors',
  run: benchFeed,
  missing: whyNoLocalKafka,
  how:
    'A ledger of charges of a hundred users is brought from the event store through a topic of 12 partitions into ' +
    'empty read models with all their indexes: publisher and projector at once, in a process each; the publisher ' +
    'alone; one projector and two of them alone on the full topic, joining the group included. Kafka and ' +
    'Postgres are real; the ledger is read from the protocol double of EventStoreDB, which works on the same two ' +
    'cores.',
};

const FILL_BATCH_EVENTS = 400;
const GOAL_PER_SECOND = 8_000;

/** A rebuild through Kafka: goal 8,000 events/s on two cores; its parts; one projector against two. */
async function benchFeed(resources: BenchResources): Promise<readonly Figure[]> {
  const { feedEvents, feedRounds } = resources.effort;
  return FeedWorld.with(resources, async (world) => {
    await world.ledger.openAccounts();
    for (let filled = 0; filled < feedEvents; filled += FILL_BATCH_EVENTS) await world.ledger.charge(FILL_BATCH_EVENTS);
    const runs = new FeedRuns(world, await world.head());
    const topicPrefix = await runs.fullTopic();
    const [together = [], publishing = [], one = [], two = []] = await interleaved(
      [
        () => runs.together(),
        () => runs.publisher(),
        () => runs.projectors(1, topicPrefix),
        () => runs.projectors(2, topicPrefix),
      ],
      feedRounds,
    );
    const rebuilt = spreadOf(together);
    const gained = ratios(two, one);
    return [
      figure('Rebuild through Kafka, publisher and one projector at once', rate(rebuilt.median, 'events/s'), {
        spread: rebuilt,
        goal: atLeast(rebuilt.median, GOAL_PER_SECOND, '8,000/s'),
      }),
      figure('- CPU an event', cpuText(runs.cpu)),
      alone('- publisher alone', spreadOf(publishing)),
      alone('- one projector alone', spreadOf(one)),
      alone('- two projectors alone', spreadOf(two)),
      figure('Two projectors, share of the events/s of one', shown(gained.median), { spread: gained }),
      figure('- events in the ledger', shown(world.ledger.events)),
    ];
  });
}

const alone = (name: string, spread: Spread): Figure => figure(name, rate(spread.median, 'events/s'), { spread });

/** Each brings the whole ledger its way and answers events per second. */
class FeedRuns {
  readonly #world: FeedWorld;
  readonly #head: Position;
  /** Of publisher and projector at once, an event, milliseconds; of the last run. */
  cpu: readonly NamedCpu[] = [];

  constructor(world: FeedWorld, head: Position) {
    this.#world = world;
    this.#head = head;
  }

  /** Publishes everything once; answers the prefix of the topic. */
  async fullTopic(): Promise<string> {
    const run = await this.#world.run();
    await this.#publish(run);
    await run.end();
    return run.place.topicPrefix;
  }

  async together(): Promise<number> {
    const run = await this.#world.run();
    await Promise.all([run.addPublisher(), run.addProjectors(1)]);
    await run.beginProjecting();
    await run.untilDivided();
    const before = await run.cpu();
    const perSecond = await this.#committed(run, await run.beginPublishing());
    this.cpu = cpuOfEach(before, await run.cpu(), this.#world.ledger.events);
    await run.end();
    await this.#world.verify(run);
    return perSecond;
  }

  async publisher(): Promise<number> {
    const run = await this.#world.run();
    const perSecond = await this.#publish(run);
    await run.end();
    return perSecond;
  }

  async projectors(count: number, topicPrefix: string): Promise<number> {
    const run = await this.#world.run({ topicPrefix });
    await run.addProjectors(count);
    const perSecond = await this.#committed(run, await run.beginProjecting());
    await run.end();
    return perSecond;
  }

  async #publish(run: FeedRun): Promise<number> {
    await run.addPublisher();
    const beganMs = await run.beginPublishing();
    return this.#perSecond(beganMs, await run.untilPublished(this.#head));
  }

  async #committed(run: FeedRun, beganMs: number): Promise<number> {
    const commits = await run.untilCommitted(this.#world.ledger.events);
    let lastMs = beganMs;
    for (const atMs of commits.values()) lastMs = Math.max(lastMs, atMs);
    return this.#perSecond(beganMs, lastMs);
  }

  #perSecond(beganMs: number, endedMs: number): number {
    return (this.#world.ledger.events / (endedMs - beganMs)) * 1_000;
  }
}
