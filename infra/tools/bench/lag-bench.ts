import { setTimeout as sleep } from 'node:timers/promises';
import { READ_MODELS } from '@ledgate/projections/schema/shape';
import { Client } from 'pg';
import { ProjectorThread } from '../../src/process/projector/projector-thread.ts';
import { readEnvironment } from '../../src/server/config/config.ts';
import { appendAtRate } from './append-at-rate.ts';
import { BenchLedger } from './bench-ledger.ts';
import { machineMs } from './machine-time.ts';
import { withReadModels } from './rebuild-bench.ts';
import { quantile } from './statistics.ts';

/** `url`: an empty database of its own. */
type LagBenchOptions = { readonly url: string; readonly eventsPerSecond: number; readonly seconds: number };

type LagBench = {
  /** From the acknowledgement of an append to the commit of its rows, milliseconds. */
  readonly lagP50Ms: number;
  readonly lagP99Ms: number;
  readonly lagMaxMs: number;
};

/** How exactly a lag is known. */
const LOOK_EVERY_MS = 3;
const CAUGHT_UP_WITHIN_MS = 120_000;

/** How long after its acknowledgement an append can be read, at a fixed rate, where the projector's thread keeps the read models. */
export async function benchProjectionLag({ url, eventsPerSecond, seconds }: LagBenchOptions): Promise<LagBench> {
  return withReadModels(url, async (store) => {
    const ledger = new BenchLedger(store);
    await ledger.openAccounts();
    const projectorThread = ProjectorThread.start(readEnvironment({ LOG_LEVEL: 'warn' }));
    await projectorThread.open(url);
    store.onAppended(projectorThread.appended);
    const checkpoint = await CheckpointWatch.start(url);
    try {
      const acknowledged = await appendAtRate(ledger, { eventsPerSecond, seconds });
      const seen = await checkpoint.until(await store.head());
      const lags = acknowledged.map(({ position, atMs }) =>
        Math.max(0, (seen.find((each) => each.position >= position)?.atMs ?? atMs) - atMs),
      );
      return { lagP50Ms: quantile(lags, 0.5), lagP99Ms: quantile(lags, 0.99), lagMaxMs: quantile(lags, 1) };
    } finally {
      await checkpoint.stop();
      await projectorThread.stop();
    }
  });
}

type Seen = { readonly position: number; readonly atMs: number };

/** Looks at the checkpoint from outside, as a reader would see it: whoever waits for a position hurries the runner, and nobody does here. */
class CheckpointWatch {
  readonly #client: Client;
  readonly #seen: Seen[] = [];
  readonly #looking: Promise<void>;
  #isStopped = false;

  private constructor(client: Client) {
    this.#client = client;
    this.#looking = this.#look();
    // Thrown by `until` and `stop`.
    this.#looking.catch(() => undefined);
  }

  static async start(connectionString: string): Promise<CheckpointWatch> {
    const client = new Client({ connectionString });
    await client.connect();
    return new CheckpointWatch(client);
  }

  /** Everything seen, when the position has been. */
  async until(position: number): Promise<readonly Seen[]> {
    const startedMs = machineMs();
    while ((this.#seen.at(-1)?.position ?? 0) < position) {
      if (this.#isStopped) await this.#looking;
      if (machineMs() - startedMs > CAUGHT_UP_WITHIN_MS)
        throw new Error(`position ${position} could not be read after ${CAUGHT_UP_WITHIN_MS} ms`);
      await sleep(LOOK_EVERY_MS);
    }
    return this.#seen;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looking;
    await this.#client.end();
  }

  async #look(): Promise<void> {
    try {
      while (!this.#isStopped) {
        const { rows } = await this.#client.query<{ position: string }>({
          name: 'checkpoint',
          text: `select min(position) as position from ${READ_MODELS}.checkpoints`,
        });
        const position = Number(rows[0]?.position ?? 0);
        if (position > (this.#seen.at(-1)?.position ?? 0)) this.#seen.push({ position, atMs: machineMs() });
        await sleep(LOOK_EVERY_MS);
      }
    } finally {
      this.#isStopped = true;
    }
  }
}
