import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { RequestId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { Charge } from '@ledgate/domain/till/charge';
import { balanceAt, cutAt } from '../queries/balance-at.ts';
import { usageTotals } from '../queries/data.ts';
import { statementOf } from '../queries/statements.ts';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { TillWriter } from '../testing/till-writer.ts';
import { LAYOUTS } from './layouts.ts';
import type { ExportOrder } from './order.ts';
import { exportedBytes, type ExportedRow, orderOf } from './testing/exported.ts';
import { midnights, NaiveJournal } from './testing/naive-journal.ts';

jest.setTimeout(4 * 3_600_000);
/** How many random histories are tried, each of some 500 events. */
const HISTORIES = Number(process.env['JOURNAL_HISTORIES'] ?? 1);
const EVENTS = 500;
const USERS = [2, 3, 4, 5] as UserId[];
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** Clocks change in Berlin and on Lord Howe Island in the days that follow. */
const START_S = Date.UTC(2026, 2, 27, 7) / 1_000;
const DAYS = 12;
const ZONES = ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'Europe/Berlin', 'Asia/Tokyo'];

/** Mulberry32: numbers from 0 (inclusive) to 1 by a seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Three writers: one up to two days behind, one up to two ahead, one a year ahead. What they write comes hours later, or at once. */
async function historyOf(seed: number): Promise<MemoryEventStore> {
  const random = randomOf(seed);
  const upTo = (most: number): number => Math.floor(random() * most);
  let trueMs = START_S * 1_000;
  const store = new MemoryEventStore(() => trueMs, seed % 2 === 0 ? 1 : 7);
  const writer = new LedgerWriter(store);
  const skewsMs = [-random() * 2 * DAY_S, random() * 2 * DAY_S, 365 * DAY_S].map((seconds) =>
    Math.round(seconds * 1_000),
  );
  const tills = skewsMs.map((_, index) => new TillWriter(writer, `till-${index}`));
  for (const till of tills) await till.open(trueMs);
  for (const user of USERS) {
    await writer.append(accountStream(user), trueMs, { type: 'AccountOpened', data: { userId: user } });
    for (const till of tills) await till.lease(user, 1_000_000, trueMs);
  }
  const charges: Charge[] = [];
  for (let index = 0; index < EVENTS; index += 1) {
    trueMs += Math.round((random() < 0.2 ? random() * 4 * HOUR_S : random() * 1_600) * 1_000);
    const at = upTo(tills.length);
    const user = USERS[upTo(USERS.length)] as UserId;
    const till = tills[at] as TillWriter;
    const atMs = trueMs + (skewsMs[at] ?? 0) - (random() < 0.1 ? Math.round(random() * 3 * DAY_S) * 1_000 : 0);
    const append = (type: string, data: object) =>
      writer.append(accountStream(user), atMs, { type, data } as unknown as LedgerEvent);
    const amount = quota(random() < 0.1 ? 0 : upTo(10_000));
    const source = random() < 0.8 ? 'provider' : 'counted';
    const usage = { ...exampleCharge().usage, source } as Charge['usage'];
    const charge = till.chargeOf(user, { requestId: `r${index}` as RequestId, amount, usage });
    const earlier = charges.findLast(({ accountId }) => accountId === user);
    const what = random();
    if (what < 0.6) {
      await till.record(charge, atMs);
      charges.push(charge);
    } else if (what < 0.68) {
      await append('LateConsumptionRecorded', { source: charge.requestId, charge });
      charges.push(charge);
    } else if (what < 0.74 && earlier !== undefined) {
      await append('ConsumptionCorrected', { source: `c${index}`, charge: earlier, delta: upTo(200) - 100 });
    } else if (what < 0.8 && earlier !== undefined) {
      const { requestId, tokenId } = earlier;
      await append('ConsumptionRefunded', { amount, source: `f${index}`, tokenId, requestId });
    } else if (what < 0.9) {
      const order = { tradeNo: `T${index}`, provider: 'epay', moneyMinor: 1, currency: 'USD', amount };
      await append('QuotaToppedUp', { ...order, source: `topup-T${index}` });
    } else if (what < 0.95) {
      await append('QuotaGranted', { amount, grant: 'new_user', source: `g${index}` });
    } else {
      await append('QuotaAdjusted', { delta: upTo(2_000) - 1_000, actorId: 1, reason: '', absolute: null });
    }
  }
  return store;
}

/** Rows as the layout makes them, without a file. */
async function rowsOf({ pool, store }: RunnerWorld, order: ExportOrder): Promise<readonly ExportedRow[]> {
  const { columns, rowsOf: made } = LAYOUTS[order.layout];
  const found: ExportedRow[] = [];
  for await (const { rows } of made({ db: pool, store }, order, 0, new AbortController().signal))
    found.push(...rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]))));
  return found;
}

async function expectAsTold(world: RunnerWorld, journal: NaiveJournal): Promise<void> {
  const { pool, store } = world;
  const position = await store.head();
  const charges = await rowsOf(world, orderOf({ layout: 'charges', position }));
  for (const zone of ZONES) {
    const borders = midnights(zone, START_S - 3 * DAY_S, DAYS + 6);
    const seen: number[] = [];
    for (const [index, fromS] of borders.entries()) {
      const range = { fromS, toS: borders[index + 1] ?? fromS + DAY_S };
      const told = journal.positions(range);
      seen.push(...told);
      const charged = await usageTotals(pool, undefined, range);
      const { sums } = await statementOf(pool, { ...range, scope: { kind: 'all' }, zone, nowMs: 0, limit: 1 });
      const exported = charges.filter((row) => row['kind'] !== 'refund' && told.includes(Number(row['position'])));
      expect([zone, range, charged.amount, 0 - sums.charges, unitsOf(exported)]).toEqual([
        zone,
        range,
        ...Array.from({ length: 3 }, () => journal.charged(range)),
      ]);
      const cut = await cutAt(pool, store, { basis: 'event', atMs: fromS * 1_000 - 1 });
      for (const accountId of USERS)
        expect([zone, fromS, (await balanceAt(pool, { accountId, position: cut.position })).balance]).toEqual([
          zone,
          fromS,
          journal.balance(accountId, fromS),
        ]);
      const trial = await rowsOf(world, orderOf({ layout: 'trial_balance', position, range }));
      expect([zone, range, Object.fromEntries(trial.map(trialBalanceOf))]).toEqual([
        zone,
        range,
        journal.trialBalance(range),
      ]);
      const statements = await rowsOf(world, orderOf({ layout: 'statements', position, range }));
      expect([zone, range, Object.fromEntries(statements.map(figuresOf))]).toEqual([
        zone,
        range,
        journal.statements(range),
      ]);
    }
    // Adjoining ranges share no event and miss none.
    const whole = journal.positions({ fromS: borders[0] ?? 0, toS: (borders.at(-1) ?? 0) + DAY_S });
    expect(seen).toEqual(whole);
  }
}

const unitsOf = (rows: readonly ExportedRow[]): number => rows.reduce((sum, { units }) => sum + Number(units), 0);

const trialBalanceOf = (row: ExportedRow) =>
  [
    row['account'],
    {
      opening: row['opening_units'],
      debit: row['debit_units'],
      credit: row['credit_units'],
      closing: row['closing_units'],
    },
  ] as const;

const CREDITS = ['top_up', 'redemption', 'grant', 'invite', 'commission', 'expiry', 'reversal'];
const figuresOf = (row: ExportedRow) =>
  [
    row['user_id'],
    {
      opening: row['opening_units'],
      credits: CREDITS.reduce((sum, name) => sum + Number(row[`${name}_units`]), 0),
      adjustments: row['adjustment_units'],
      charges: row['charge_units'],
      corrections: row['correction_units'],
      refunds: row['refund_units'],
      closing: row['closing_units'],
    },
  ] as const;

describe('a program that reads journal.jsonl alone', () => {
  it.each(Array.from({ length: HISTORIES }, (_, index) => index + 1))(
    'comes to the statements, balances, trial balances and charges of history %s, at every border of six zones',
    async (seed) => {
      const world = await runnerWorld(3, await historyOf(seed));
      const folder = mkdtempSync(join(tmpdir(), 'journal-'));
      try {
        await world.caughtUp(world.start(new PartitionedFeed(world.store, { partitions: 3, batchEvents: 20 })));
        const path = join(folder, 'journal.jsonl');
        const order = orderOf({ layout: 'journal', position: await world.store.head() });
        writeFileSync(path, await exportedBytes({ db: world.pool, store: world.store }, order));
        await expectAsTold(world, new NaiveJournal(path));
      } finally {
        rmSync(folder, { recursive: true, force: true });
        await world.close();
      }
    },
  );

  it('imports nothing of this project', () => {
    const text = readFileSync(new URL('testing/naive-journal.ts', import.meta.url), 'utf8');
    const imported = [...text.matchAll(/from '([^']+)'/gu)].map(([, name]) => name);
    expect(imported).toEqual(['node:fs']);
  });
});
