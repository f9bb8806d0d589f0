import { afterAll, beforeAll } from '@jest/globals';
import { z } from 'zod';
import { makeChannel } from '../../tools/console-client/set-up.ts';
import { CALL_PRICE, CrashWorld, type Spender } from '../crash/world.ts';
import { type Call, Load } from '../testing/load.ts';
import { buildProduct } from '../testing/product.ts';
import { ConsoleWork } from './console-work.ts';
import { FaultCluster } from './fault-cluster.ts';
import { TIME_SCALE } from './plan.ts';
import { caughtUp } from './read-models.ts';
import { SteadyTraffic } from './steady-traffic.ts';
import { expectTrueBooks, type PricedCall } from './true-books.ts';

const LIMIT_MS = 180_000;
const PEOPLE = 3;
const CREDITS = 1_000_000 * CALL_PRICE;
/** Before a fault is made, and after it is over, so many calls are served. */
const FLOWS_AT_CALLS = 12;

export type Pricing = {
  readonly model: string;
  readonly priceOf: (call: Pick<Call, 'serial'>) => number;
  /** The policy for interrupted requests charges the price, too. */
  readonly isAlwaysPrice: boolean;
};

/** At a price for each call. */
const BY_CALL: Pricing = { model: 'crash-model', priceOf: () => CALL_PRICE, isAlwaysPrice: true };

/** So that what a fence charges for the prompt is not what the request costs in the end: the serial number as prompt tokens, and one more, at a ratio of 1. */
export const BY_TOKENS: Pricing = { model: 'by-tokens', priceOf: ({ serial }) => serial + 1, isAlwaysPrice: false };

type Opened = {
  readonly cluster: FaultCluster;
  readonly world: CrashWorld;
  readonly spenders: readonly Spender[];
  readonly console: ConsoleWork | undefined;
};

type FaultyOptions = {
  /** Of the cluster's processes. */
  readonly timeScale?: number;
  /** The first of the people works at the console besides, while there is load. */
  readonly withConsole?: boolean;
};

/** A cluster that the cases of a suite share, the people who use it, and all that they ever did. */
export class FaultyWorld {
  readonly #calls: PricedCall[] = [];
  readonly #loads: { readonly load: Load; readonly pricing: Pricing }[] = [];
  readonly #opened: Opened;

  private constructor(opened: Opened) {
    this.#opened = opened;
  }

  static async open({ timeScale = TIME_SCALE, withConsole = false }: FaultyOptions): Promise<FaultyWorld> {
    const cluster = await FaultCluster.start(timeScale);
    const world = await CrashWorld.open(cluster.product);
    await sellByTokens(world);
    const spenders: Spender[] = [];
    for (let person = 0; person < PEOPLE; person += 1) spenders.push(await world.spender(CREDITS));
    const [first] = spenders;
    return new FaultyWorld({
      cluster,
      world,
      spenders,
      console: withConsole && first !== undefined ? await ConsoleWork.open(world, first) : undefined,
    });
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

  /** For calls directly to one process; they count with those of the traffic. */
  loadOn(name: string, pricing = BY_CALL): Load {
    const load = new Load(this.cluster.urlOf(name), pricing.model);
    this.#loads.push({ load, pricing });
    return load;
  }

  /**
   * `fault` is made and mended while people call through the reverse proxy, who are served before and again after it; then the books are true. Answers
   * their calls.
   */
  async underLoad(fault: (traffic: SteadyTraffic) => Promise<void>): Promise<readonly Call[]> {
    const { cluster, spenders, console } = this.#opened;
    const traffic = new SteadyTraffic(
      cluster.product.url,
      BY_CALL.model,
      spenders.map(({ key }) => key),
    );
    console?.start();
    try {
      await traffic.servesOn(FLOWS_AT_CALLS);
      await fault(traffic);
      await console?.end();
      console?.start();
      await traffic.servesOn(FLOWS_AT_CALLS);
    } finally {
      await console?.end();
      await traffic.end();
      await Promise.all(this.#loads.map(({ load }) => load.end()));
      const made = [{ load: traffic, pricing: BY_CALL }, ...this.#loads.splice(0)];
      this.#calls.push(
        ...made.flatMap(({ load, pricing }) =>
          load.calls.map((call) => ({ call, price: pricing.priceOf(call), isAlwaysPrice: pricing.isAlwaysPrice })),
        ),
      );
    }
    await this.#expectTrueBooks();
    return traffic.calls;
  }

  async #expectTrueBooks(): Promise<void> {
    const {
      cluster,
      world,
      spenders: [first, ...others],
      console,
    } = this.#opened;
    if (first === undefined) throw new Error('nobody uses the cluster');
    await caughtUp(cluster);
    const credits = first.credits + ((await console?.finish()) ?? 0);
    await expectTrueBooks({ cluster, world, spenders: [{ ...first, credits }, ...others], calls: this.#calls });
  }

  async close(): Promise<void> {
    this.#opened.world.upstream.close();
    await this.#opened.cluster.close();
  }
}

async function sellByTokens(world: CrashWorld): Promise<void> {
  const root = await world.root();
  await root.put('/api/option/', z.unknown(), { key: 'ModelRatio', value: JSON.stringify({ [BY_TOKENS.model]: 1 }) });
  await makeChannel(root, { name: 'by tokens', baseUrl: world.upstream.url, models: BY_TOKENS.model });
}

/** One for all cases of a suite: opened before the first, closed after the last. */
export function faultyWorld(options: FaultyOptions = {}): () => FaultyWorld {
  let opened: FaultyWorld | undefined;
  beforeAll(async () => {
    buildProduct();
    opened = await FaultyWorld.open(options);
  }, LIMIT_MS);
  afterAll(() => opened?.close(), LIMIT_MS);
  return () => {
    if (opened === undefined) throw new Error('the cluster has not been started');
    return opened;
  };
}
