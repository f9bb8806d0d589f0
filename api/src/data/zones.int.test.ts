import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { decode, encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { NO_STREAM, type Revision, START } from '@ledgate/domain/ports/event-store';
import { postings } from '@ledgate/domain/postings/postings';
import type { LeaseId, RequestId, SourceId, TillId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { consumptionOf } from '@ledgate/projections/ledger/charge-of';
import { PartitionedFeed } from '@ledgate/projections/testing/partitioned-feed';
import { build } from 'esbuild';
import type { Bucket } from '../contract/data.ts';
import type { logRoutes } from '../contract/log.ts';
import type { DataOf } from '../contract/route.ts';
import type { TrialBalance } from '../contract/ledger.ts';
import type { Statement } from '../contract/statement.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

jest.setTimeout(180_000);

/** Two with half hours and a quarter, three whose clocks change in October or November, one of them by half an hour. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const NOW_S = Date.UTC(2026, 10, 3, 9, 20, 30) / 1_000;
const BEGAN_S = Date.UTC(2026, 8, 28) / 1_000;
const HOUR_MS = 3_600_000;
const EVENTS_MAX = 100_000;

type Asked = {
  readonly preset: string;
  readonly calls: readonly { start_timestamp: number; end_timestamp: number; step: number }[];
  readonly statement: { readonly start: number; readonly end: number };
};
type Shown = { readonly total: number; readonly bars: readonly (readonly [at: number, total: number])[] };

type LogStat = DataOf<typeof logRoutes.stat>;

let folder: string;
let world: ConsoleWorld;
let store: MemoryEventStore;
let person: ConsoleClient;
let charges: readonly Posted[];
/** What the store's clock says: the true time. */
let nowMs = BEGAN_S * 1_000;

/** The console's own reckoning, in a process whose zone is that of a person. */
async function inZone<Answer>(zone: string, call: string, ...values: readonly unknown[]): Promise<Answer> {
  const child = spawn(process.execPath, [join(folder, 'run.mjs'), call], {
    env: { ...process.env, TZ: zone },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(values));
  return JSON.parse(await text(child.stdout)) as Answer;
}

async function append(stream: string, event: LedgerEvent, skewMs: number): Promise<void> {
  const [last] = await store.readStreamBackwards(stream, 1);
  const revision = last?.revision ?? NO_STREAM;
  const context = {
    commandId: `${stream}/${revision}`,
    correlationId: 'test',
    occurredAtMs: nowMs + skewMs,
    actor: 'relay-1',
  };
  const outcome = await store.append(stream, revision as Revision, encode([event], context));
  if (outcome.outcome !== 'appended') throw new Error(`conflict on ${stream}`);
}

/** A charge every 67 minutes, and at every quarter of an hour where a day may begin some of writers whose clocks are an hour off, either way. */
async function writeCharges(): Promise<void> {
  const tillId = 'till-zones' as TillId;
  const stream = `till-${tillId}`;
  const userId = person.userId;
  await append(stream, { type: 'TillOpened', data: { tillId, relayId: 'relay-1', openedAtMs: nowMs } }, 0);
  let requests = 0;
  const charge = async (amount: number, skewMs: number): Promise<void> => {
    requests += 1;
    const charged = exampleCharge({
      accountId: userId as never,
      leaseId: 'lease-zones' as LeaseId,
      requestId: `r${requests}` as RequestId,
      amount: quota(amount),
      modelBilled: requests % 3 === 0 ? 'o3' : 'gpt-4o',
    });
    const [data, source] = [charged, `s${requests}` as SourceId];
    if (requests % 41 === 0)
      await append(
        accountStream(charged.accountId),
        { type: 'LateConsumptionRecorded', data: { source, charge: data } },
        skewMs,
      );
    else await append(stream, { type: 'ConsumptionRecorded', data: { ...data, interrupted: false } }, skewMs);
    if (requests % 53 === 0)
      await append(
        accountStream(charged.accountId),
        { type: 'ConsumptionCorrected', data: { source, charge: data, delta: quota(-3) } },
        skewMs,
      );
  };
  const borders = [3.25, 4, 5, 13, 13.5, 18.25, 18.5, 22, 23].map((hours) => hours * HOUR_MS);
  for (let dayMs = BEGAN_S * 1_000; dayMs < NOW_S * 1_000; dayMs += 24 * HOUR_MS) {
    const regular = Array.from({ length: 21 }, (_, index) => index * 67 * 60_000 + 4_321);
    const steps = [...regular, ...borders.flatMap((border) => [border - 1, border, border + 2_000])];
    for (const [index, step] of steps.toSorted((one, other) => one - other).entries()) {
      if (dayMs + step >= NOW_S * 1_000) break;
      nowMs = dayMs + step;
      await charge(1_000 + index * 7, 0);
      if (borders.some((border) => Math.abs(step - border) < 5_000))
        for (const skewMs of [-HOUR_MS, HOUR_MS, -1_500]) await charge(100_003 + index, skewMs);
    }
  }
  nowMs = NOW_S * 1_000;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledgate-zones-'));
  const entry = fileURLToPath(new URL('../../../web/src/testing/zone-figures.ts', import.meta.url));
  const outfile = join(folder, 'figures.mjs');
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  await writeFile(
    join(folder, 'run.mjs'),
    `import { text } from 'node:stream/consumers';
     import * as figures from '${pathToFileURL(outfile).href}';
     process.stdout.write(JSON.stringify(figures[process.argv[2]](...JSON.parse(await text(process.stdin)))));`,
  );
  store = new MemoryEventStore(() => nowMs);
  world = await openConsoleWorld(
    { store },
    { feed: (ledger) => new PartitionedFeed(ledger, { partitions: 3, batchEvents: 500 }) },
  );
  person = await world.person('traveller');
  await writeCharges();
  charges = await postedInAll();
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const EARNED: ReadonlySet<string> = new Set(['revenue', 'suspense']);

type Posted = { readonly latestMs: number; readonly amount: number };

/** What charges, late records and corrections post to revenue and suspense, one by one, by the rule for ranges as it is written. */
async function postedInAll(): Promise<readonly Posted[]> {
  let latestMs = 0;
  const each: Posted[] = [];
  for (const stored of await store.readAll(START, EVENTS_MAX)) {
    const recorded = decode(stored);
    const lines = postings(recorded);
    if (lines.length > 0) latestMs = Math.max(latestMs, Math.min(recorded.occurredAtMs, recorded.recordedAtMs));
    if (consumptionOf(recorded) === undefined) continue;
    const amount = lines.filter(({ account }) => EARNED.has(account)).reduce((sum, line) => sum + line.amount, 0);
    each.push({ latestMs, amount });
  }
  return each;
}

const postedEach = (start: number, end: number): readonly number[] =>
  charges.filter(({ latestMs }) => latestMs >= start * 1_000 && latestMs < end * 1_000).map(({ amount }) => amount);

const posted = (start: number, end: number): number => postedEach(start, end).reduce((sum, amount) => sum + amount, 0);

const total = (buckets: readonly Bucket[]): number => buckets.reduce((sum, bucket) => sum + bucket.quota, 0);

describe('the figures of a person', () => {
  it.each(ZONES)(
    'are equal on the dashboard, the statement, in the log and in the books for every preset, in %s',
    async (zone) => {
      for (const { preset, calls, statement } of await inZone<Asked[]>(zone, 'askedAt', NOW_S)) {
        const { start, end } = statement;
        const expected = posted(start, end);
        if (preset !== 'today') expect(expected).toBeGreaterThan(100_000);
        const asked = async (path: string): Promise<Bucket[]> => {
          const answers = [];
          for (const call of calls)
            answers.push(
              await (path === 'self' ? person : world.root).done<Bucket[]>(
                'GET',
                `/api/data/${path}?${new URLSearchParams(Object.entries(call).map(([name, value]) => [name, String(value)]))}`,
              ),
            );
          return answers.flat();
        };
        const own = await asked('self');
        expect([preset, total(own)]).toEqual([preset, expected]);
        expect([preset, total(await asked(''))]).toEqual([preset, expected]);
        const { charges: stated } = await person.done<Statement>(
          'GET',
          `/api/statement/self?start=${start}&end=${end}&limit=1`,
        );
        expect([preset, -stated]).toEqual([preset, expected]);
        const books = await world.root.done<TrialBalance>('GET', `/api/ledger/trial_balance?start=${start}&end=${end}`);
        const earned = books.accounts.filter(({ account }) => EARNED.has(account));
        const moved = earned.reduce((sum, { credits, debits }) => sum + Number(credits) + Number(debits), 0);
        expect([preset, moved]).toEqual([preset, expected]);
        const logRange = new URLSearchParams({ start_timestamp: String(start), end_timestamp: String(end - 1) });
        for (const [reader, path] of [
          [person, 'self/'],
          [world.root, ''],
        ] as const) {
          const stat = await reader.done<LogStat>('GET', `/api/log/${path}stat?${logRange}`);
          expect([preset, stat.quota, stat.charged, stat.complete]).toEqual([preset, expected, expected, true]);
          const rows = await reader.done<{ total: number }>('GET', `/api/log/${path}?type=2&${logRange}`);
          expect([preset, rows.total]).toEqual([preset, postedEach(start, end).length]);
        }

        const shown = await inZone<Shown>(zone, 'shownOf', NOW_S, preset, own);
        expect([preset, shown.total]).toEqual([preset, expected]);
        for (const [index, [at, bar]] of shown.bars.entries()) {
          const next = shown.bars[index + 1]?.[0] ?? end;
          expect([preset, at, bar]).toEqual([preset, at, posted(at, next)]);
        }
      }
    },
  );

  it('are those of an older console, too, which knows neither quarters of an hour nor parts that adjoin', async () => {
    const [start, end] = [NOW_S - 7 * 86_400 - 1_111, NOW_S + 3_600];
    const buckets = await person.done<Bucket[]>(
      'GET',
      `/api/data/self?start_timestamp=${start}&end_timestamp=${end}&default_time=day`,
    );
    expect(total(buckets)).toBe(posted(start, end + 1));
    expect(buckets.every(({ created_at }) => created_at % 3_600 === 0)).toBe(true);
  });
});
