import type { Recorded } from '@ledgate/domain/events/codec';
import { freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { testMasterKey } from '@ledgate/projections/testing/directory-keys';
import { eventsAfter } from '../crash/ledger-of.ts';
import { CrashWorld } from '../crash/world.ts';
import { EventReader } from '../../src/adapters/event-store/postgres/event-reader.ts';
import { eventually, eventuallyFound } from '../testing/eventually.ts';
import { type Call, Load } from '../testing/load.ts';
import { Product } from '../testing/product.ts';

/** Priced by tokens, so that what the fence charges for the prompt is not what the request costs in the end. */
export const MODEL = 'paused-model';
/** The provider's pace: its streams end at once, or go on until it is told to be quick. */
const AT_ONCE = { delayMaxMs: 0, gapMaxMs: 0, words: 1 };
const ENDLESS = { ...AT_ONCE, gapMaxMs: 40, words: Number.POSITIVE_INFINITY };

const SHORT = 6;

/** What the upstream reports: the serial number as prompt tokens, and one more. The model's ratio is 1. */
export const costOf = ({ serial }: Call): number => serial + 1;

/** Heartbeats and deaths at a tenth: a relay that stands still for a second is fenced by the worker of the other. */
const ENVIRONMENT = { TIME_SCALE: '0.1', MASTER_KEY: testMasterKey() };

/** Two products on one database: one that can be made to stand still under load, and one that stays awake and fences it. */
export class StalledRelay {
  readonly #database: Awaited<ReturnType<typeof freshDatabase>>;
  readonly #ledger: EventReader;
  readonly awake: Product;
  readonly paused: Product;
  #world: CrashWorld | undefined;

  private constructor(
    database: Awaited<ReturnType<typeof freshDatabase>>,
    environment: Readonly<Record<string, string>>,
  ) {
    this.#database = database;
    this.#ledger = new EventReader(database.url);
    this.awake = new Product({ ...ENVIRONMENT, DATABASE_URL: database.url });
    this.paused = new Product({ ...ENVIRONMENT, DATABASE_URL: database.url, ...environment });
  }

  /** With the one that stays awake running. `environment` adds to that of the other. */
  static async open(environment: Readonly<Record<string, string>> = {}): Promise<StalledRelay> {
    const relays = new StalledRelay(await freshDatabase(), environment);
    await relays.awake.start();
    relays.#world = await CrashWorld.open(relays.awake);
    await relays.#world.modelByTokens(MODEL, { ratio: 1, completionRatio: 1 });
    return relays;
  }

  get world(): CrashWorld {
    if (this.#world === undefined) throw new Error('the world has not been opened');
    return this.#world;
  }

  get databaseUrl(): string {
    return this.#database.url;
  }

  async close(): Promise<void> {
    this.#world?.upstream.close();
    await this.#ledger.close();
    await Promise.all([this.awake.discard(), this.paused.discard()]);
    await this.#database.drop();
  }

  events(): Promise<readonly Recorded[]> {
    return eventsAfter(this.#ledger, 0);
  }

  /** The stream of the record that charged a call, as soon as it stands there. */
  async chargedIn({ requestId }: Call): Promise<string | undefined> {
    return (await this.events()).find(
      ({ event }) => event.type === 'ConsumptionRecorded' && event.data.requestId === requestId,
    )?.stream;
  }

  /** A call that a relay serves; it may refuse until it can prove that it is alive. */
  served(product: Product, key: string): Promise<Call> {
    return eventuallyFound('a call is served', async () => {
      const load = new Load(product.url, MODEL);
      const call = await load.one(key, false);
      await load.end();
      return call.complete ? call : undefined;
    });
  }

  /**
   * Makes the relay stand still under streams that do not end: `long` ones that have left a trace in the ledger, and others that have just begun, at least
   * one of them without a trace. Ends when its tills are fenced and closed; `before` was served by it.
   */
  async stall(load: Load, before: Call, long: number): Promise<readonly Promise<Call>[]> {
    this.world.upstream.pace = ENDLESS;
    const earlier = (await this.#traces()).length;
    const running = Array.from({ length: long }, () => load.one(before.key, true));
    await eventually('long requests have left a trace', async () => (await this.#traces()).length === earlier + long);
    await eventually('a request has just begun when the relay stands still', async () => {
      running.push(...Array.from({ length: SHORT }, () => load.one(before.key, true)));
      await eventually('short requests are under way', () =>
        load.calls.every(({ serial }) => this.world.upstream.reached.has(serial)),
      );
      process.kill(this.paused.pid, 'SIGSTOP');
      if ((await this.#traces()).length < earlier + running.length) return true;
      process.kill(this.paused.pid, 'SIGCONT');
      return false;
    });
    const tills = new Set([await this.chargedIn(before), ...(await this.#traces()).map(({ stream }) => stream)]);
    await eventually('its tills are fenced and closed', async () => {
      const closed = new Set(
        (await this.events()).filter(({ event }) => event.type === 'TillClosed').map(({ stream }) => stream),
      );
      return [...tills].every((till) => till !== undefined && closed.has(till));
    });
    return running;
  }

  /** Goes on, with a provider that comes to the end of its streams. */
  goOn(): void {
    process.kill(this.paused.pid, 'SIGCONT');
    this.world.upstream.pace = AT_ONCE;
  }

  async #traces(): Promise<readonly Recorded[]> {
    return (await this.events()).filter(({ event }) => event.type === 'ConsumptionStarted');
  }
}
