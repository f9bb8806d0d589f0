import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Recorded } from '@ledgate/domain/events/codec';
import { freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { eventsAfter } from '../crash/ledger-of.ts';
import { expectNoLeasesIn } from '../crash/leases.ts';
import { CrashWorld, type Spender } from '../crash/world.ts';
import { EventReader } from '../event-store/postgres/event-reader.ts';
import { amountOf, chargesOf } from '../testing/charges.ts';
import { type Call, Load } from '../testing/load.ts';
import { buildProduct, Product } from '../testing/product.ts';

const LIMIT_MS = 120_000;
const WITHIN_MS = 30_000;
const POLL_MS = 50;
/** Priced by tokens, so that what the fence charges for the prompt is not what the request costs in the end. */
const MODEL = 'paused-model';
const CREDITS = 1_000_000_000;
const LONG = 6;
const SHORT = 6;
const AT_ONCE = { delayMaxMs: 0, gapMaxMs: 0, words: 1 };

/** What the upstream reports: the serial number as prompt tokens, and one more. The model's ratio is 1. */
const costOf = ({ serial }: Call): number => serial + 1;

/** Heartbeats and deaths at a tenth: a relay that stands still for a second is fenced by the worker of the other. */
const ENVIRONMENT = { TIME_SCALE: '0.1' };

describe('a relay that stands still until another process has fenced it', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let ledger: EventReader;
  let awake: Product;
  let paused: Product;
  let world: CrashWorld;
  let spender: Spender;

  beforeAll(async () => {
    buildProduct();
    database = await freshDatabase();
    ledger = new EventReader(database.url);
    [awake, paused] = [new Product({ ...ENVIRONMENT, DATABASE_URL: database.url }), new Product({ ...ENVIRONMENT, DATABASE_URL: database.url })];
    await awake.start();
    await paused.start();
    world = await CrashWorld.open(awake);
    await world.modelByTokens(MODEL, { ratio: 1, completionRatio: 1 });
    spender = await world.spender(CREDITS);
  }, LIMIT_MS);

  afterAll(async () => {
    world.upstream.close();
    await ledger.close();
    await Promise.all([awake.discard(), paused.discard()]);
    await database.drop();
  }, LIMIT_MS);

  const events = (): Promise<readonly Recorded[]> => eventsAfter(ledger, 0);

  async function until<Value>(what: string, look: () => Promise<Value | undefined | false>): Promise<Value> {
    for (const deadline = performance.now() + WITHIN_MS; performance.now() < deadline;) {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      await new Promise((resolve) => { setTimeout(resolve, POLL_MS); });
    }
    throw new Error(`${what}: not within ${WITHIN_MS} ms`);
  }

  /** The stream of the record that charged a call, as soon as it stands there. */
  async function chargedIn({ requestId }: Call): Promise<string | undefined> {
    return (await events()).find(({ event }) => event.type === 'ConsumptionRecorded' && event.data.requestId === requestId)?.stream;
  }

  /** A call that a relay serves; it may refuse until it can prove that it is alive. */
  const served = (product: Product) => until('a call is served', async () => {
    const load = new Load(product.url, MODEL);
    const call = await load.one(spender.key, false);
    await load.end();
    return call.complete && call;
  });

  it('ends what ran in it with one charge each, and serves new requests under a new till', async () => {
    const before = await served(paused);
    world.upstream.pace = { ...AT_ONCE, gapMaxMs: 40, words: Number.POSITIVE_INFINITY };
    const load = new Load(paused.url, MODEL);
    const running = Array.from({ length: LONG }, () => load.one(spender.key, true));
    const started = async () => (await events()).filter(({ event }) => event.type === 'ConsumptionStarted');
    await until('long requests have left a trace', async () => (await started()).length >= LONG);
    running.push(...Array.from({ length: SHORT }, () => load.one(spender.key, true)));
    await until('short requests are under way', async () => load.calls.every(({ serial }) => world.upstream.reached.has(serial)));

    process.kill(paused.pid, 'SIGSTOP');
    const tillsOfPaused = new Set([await chargedIn(before), ...(await started()).map(({ stream }) => stream)]);
    await until('its tills are fenced and closed', async () => {
      const closed = new Set((await events()).filter(({ event }) => event.type === 'TillClosed').map(({ stream }) => stream));
      return [...tillsOfPaused].every((till) => till !== undefined && closed.has(till));
    });
    const meanwhile = await served(awake);
    process.kill(paused.pid, 'SIGCONT');
    world.upstream.pace = AT_ONCE;
    await Promise.all(running);
    const after = await served(paused);
    await load.end();
    expect(load.calls.map(({ status, complete }) => ({ status, complete }))).toEqual(load.calls.map(() => ({ status: 200, complete: true })));

    const ledgerEvents = await events();
    const fenced = new Set(ledgerEvents.filter(({ event }) => event.type === 'TillFenced').map(({ stream }) => stream));
    expect(fenced.has(await chargedIn(before) ?? '')).toBe(true);
    expect(fenced.has(await chargedIn(after) ?? '')).toBe(false);
    const calls = [before, ...load.calls, meanwhile, after];
    expect(chargesOf(calls, ledgerEvents)).toEqual(calls.map((call) => ({ records: 1, amount: costOf(call) })));
    // The fence had charged the long ones by their traces; of the short ones it knew only those that had left one by then.
    const late = ledgerEvents.filter(({ event }) => event.type === 'ConsumptionCorrected' || event.type === 'LateConsumptionRecorded');
    expect(late).toHaveLength(load.calls.length);
    expect(ledgerEvents.filter(({ event }) => event.type === 'ConsumptionCorrected').length).toBeGreaterThanOrEqual(LONG);
  }, LIMIT_MS);

  it('leaves no lease open and true books', async () => {
    await expectNoLeasesIn(database.url);
    const { code, output } = await awake.run('verify');
    expect(output).toContain('The books are true');
    expect(code).toBe(0);
    const charged = (await events()).reduce((sum, { event }) => sum + amountOf(event), 0);
    await until('the balance follows', async () => (await world.account(spender)).used === charged);
    expect(await world.account(spender)).toEqual({ used: charged, quota: CREDITS - charged });
  }, LIMIT_MS);
});
