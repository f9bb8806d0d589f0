import { afterAll, beforeAll } from '@jest/globals';
import { CALL_PRICE, CrashWorld, type Spender } from '../crash/world.ts';
import type { Call } from '../testing/load.ts';
import { buildProduct } from '../testing/product.ts';
import { FaultCluster } from './fault-cluster.ts';
import { SteadyTraffic } from './steady-traffic.ts';
import { expectTrueBooks } from './true-books.ts';

const LIMIT_MS = 180_000;
const PEOPLE = 3;
const CREDITS = 1_000_000 * CALL_PRICE;
/** Before a fault is made, and after it is over, so many calls are served. */
const FLOWS_AT_CALLS = 12;

type Opened = { readonly cluster: FaultCluster; readonly world: CrashWorld; readonly spenders: readonly Spender[] };

/** A cluster that the cases of a suite share, the people who use it, and all that they ever did. */
export class FaultyWorld {
  readonly #calls: Call[] = [];
  readonly #opened: Opened;

  private constructor(opened: Opened) {
    this.#opened = opened;
  }

  static async open(): Promise<FaultyWorld> {
    const cluster = await FaultCluster.start();
    const world = await CrashWorld.open(cluster.product);
    const spenders: Spender[] = [];
    for (let person = 0; person < PEOPLE; person += 1) spenders.push(await world.spender(CREDITS));
    return new FaultyWorld({ cluster, world, spenders });
  }

  get cluster(): FaultCluster {
    return this.#opened.cluster;
  }

  get world(): CrashWorld {
    return this.#opened.world;
  }

  get spenders(): readonly Spender[] {
    return this.#opened.spenders;
  }

  /** `fault` is made and mended while people call through the reverse proxy, who are served before and again after it; then the books are true. */
  async underLoad(fault: (traffic: SteadyTraffic) => Promise<void>): Promise<void> {
    const { cluster, world, spenders } = this.#opened;
    const traffic = new SteadyTraffic(cluster.product.url, world.model, spenders.map(({ key }) => key));
    try {
      await traffic.servesOn(FLOWS_AT_CALLS);
      await fault(traffic);
      await traffic.servesOn(FLOWS_AT_CALLS);
    } finally {
      await traffic.end();
      this.#calls.push(...traffic.calls);
    }
    await expectTrueBooks({ cluster, world, spenders, calls: this.#calls });
  }

  async close(): Promise<void> {
    this.#opened.world.upstream.close();
    await this.#opened.cluster.close();
  }
}

/** One for all cases of a suite: opened before the first, closed after the last. */
export function faultyWorld(): () => FaultyWorld {
  let opened: FaultyWorld | undefined;
  beforeAll(async () => {
    buildProduct();
    opened = await FaultyWorld.open();
  }, LIMIT_MS);
  afterAll(() => opened?.close(), LIMIT_MS);
  return () => {
    if (opened === undefined) throw new Error('the cluster has not been started');
    return opened;
  };
}
