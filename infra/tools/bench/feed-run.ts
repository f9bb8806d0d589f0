import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { BenchProcess } from './bench-process.ts';
import type { BenchResources } from './bench-resources.ts';
import type { BenchServer } from './bench-servers.ts';
import type { FeedPlace } from './feed-place.ts';
import { machineMs } from './machine-time.ts';
import { type NamedCpu, processCpu, serverCpu } from './named-cpu.ts';

const POLL_MS = 20;
const WITHIN_MS = 120_000;

/** When each event was committed, `machineMs`, by its position. */
export type Commits = ReadonlyMap<number, number>;

export type FeedServers = {
  readonly eventStore: BenchServer;
  readonly kafka: BenchServer;
  readonly postgres: BenchServer;
};

/** One way through Kafka: a publisher and any number of projectors, each in a process of its own, that have begun nothing before they are told. */
export class FeedRun {
  readonly place: FeedPlace;
  readonly #resources: BenchResources;
  readonly #servers: FeedServers;
  readonly #processes: BenchProcess[] = [];
  #publisher: BenchProcess | undefined;
  readonly #projectors: BenchProcess[] = [];

  constructor(resources: BenchResources, servers: FeedServers, place: FeedPlace) {
    this.place = place;
    this.#servers = servers;
    this.#resources = resources;
  }

  async addPublisher(): Promise<void> {
    this.#publisher = await this.#start('publisher', 'publisher');
  }

  async addProjectors(count: number): Promise<void> {
    const started = await Promise.all(
      Array.from({ length: count }, (_, index) => this.#start('projector', `projector-${index + 1}-of-${count}`)),
    );
    this.#projectors.push(...started);
  }

  /** Answers when that was. */
  async beginPublishing(): Promise<number> {
    const atMs = machineMs();
    await this.#publisher?.ask('begin');
    return atMs;
  }

  /** Answers when that was. */
  async beginProjecting(): Promise<number> {
    const atMs = machineMs();
    await Promise.all(this.#projectors.map((projector) => projector.ask('begin')));
    return atMs;
  }

  /** Until every projector has partitions to read, and together they have all. */
  untilDivided(): Promise<void> {
    return this.#until('the projectors share all partitions', async () => {
      const partitions = (await this.#progress()).map((progress) => progress.partitions);
      return partitions.every((count) => count > 0) && sum(partitions) === this.place.partitions;
    });
  }

  /** Answers when the publisher was seen to be so far. */
  async untilPublished(position: Position): Promise<number> {
    let seen: { readonly position: number; readonly atMs: number } | undefined;
    await this.#until(`position ${position} is published`, async () => {
      seen = (await this.#publisher?.ask('published'))?.published;
      return seen !== undefined && seen.position >= position;
    });
    return seen?.atMs ?? machineMs();
  }

  /** When so many events are committed. */
  async untilCommitted(events: number): Promise<Commits> {
    await this.#until(
      `${events} events are committed`,
      async () => sum((await this.#progress()).map((progress) => progress.events)) >= events,
    );
    const answers = await Promise.all(this.#projectors.map((projector) => projector.ask('applied')));
    const commits = new Map<number, number>();
    for (const { applied } of answers)
      applied?.positions.forEach((position, index) => commits.set(position, applied.atMs[index] ?? 0));
    return commits;
  }

  /** Of the publisher, each projector and the servers, always in the same order. */
  async cpu(): Promise<readonly NamedCpu[]> {
    const { eventStore, kafka, postgres } = this.#servers;
    return Promise.all([
      ...(this.#publisher === undefined ? [] : [processCpu('publisher', this.#publisher)]),
      ...this.#projectors.map((projector) => processCpu('projector', projector)),
      serverCpu("EventStoreDB's double", eventStore),
      serverCpu('Kafka', kafka),
      serverCpu('Postgres', postgres),
    ]);
  }

  async end(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.stop()));
  }

  async #progress(): Promise<readonly { readonly events: number; readonly partitions: number }[]> {
    const answers = await Promise.all(this.#projectors.map((projector) => projector.ask('progress')));
    return answers.map(({ progress }) => progress ?? { events: 0, partitions: 0 });
  }

  async #start(role: 'publisher' | 'projector', name: string): Promise<BenchProcess> {
    const started = await this.#resources.process(role, JSON.stringify(this.place), { name: `feed-${name}` });
    this.#processes.push(started);
    return started;
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const startedMs = machineMs();
    while (!(await isSo())) {
      if (machineMs() - startedMs > WITHIN_MS)
        throw new Error(`after ${WITHIN_MS / 1_000} s it was not yet so that ${what}`);
      await sleep(POLL_MS);
    }
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
