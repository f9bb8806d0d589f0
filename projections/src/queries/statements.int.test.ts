import { describe, expect, it, jest } from '@jest/globals';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { START } from '@ledgate/domain/ports/event-store';
import { postings } from '@ledgate/domain/postings/postings';
import { periodIn } from '@ledgate/domain/shared/periods';
import type { UserId } from '@ledgate/domain/shared/ids';
import fc from 'fast-check';
import { storedText } from '../shared/stored-text.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { beginning, ledgerOf, USERS, within, write } from '../testing/skewed-ledger.ts';
import { statementOf, statementPageOf, type StatementScope } from './statements.ts';
import { trialBalance } from './trial-balance.ts';

jest.setTimeout(300_000);
const EVENTS_MAX = 10_000;
const NOW_MS = 4_000_000_000_000;
/** Two off the full hour, and four whose clocks change, some weeks after the border or by half an hour. */
const ZONES = ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'Europe/Zurich', 'Pacific/Apia'];

/** What an event moves, said again without anything of the read models. */
type Moved = {
  readonly recorded: Recorded;
  readonly user: number;
  readonly amount: number;
  readonly kind: 'credit' | 'charge' | 'refund' | 'adjustment';
  readonly requests: number;
  readonly token?: number;
  readonly channel?: number;
  readonly group?: string;
  readonly model?: string;
  readonly prompt: number;
  readonly about: readonly Recorded[];
};

function movedBy(events: readonly Recorded[]): readonly Moved[] {
  const charges = new Map<string, Moved>();
  const moved: Moved[] = [];
  for (const recorded of events) {
    const line = postings(recorded).find(({ account }) => account.endsWith(':wallet'));
    const { event, stream } = recorded;
    const charge =
      event.type === 'ConsumptionRecorded'
        ? event.data
        : event.type === 'LateConsumptionRecorded' || event.type === 'ConsumptionCorrected'
          ? event.data.charge
          : undefined;
    const user = charge?.accountId ?? Number(/^account-(\d+)$/u.exec(stream)?.[1]);
    const one = { recorded, user, amount: line?.amount ?? 0, requests: 0, prompt: 0, about: [recorded] };
    if (charge !== undefined) {
      const isFirst = event.type !== 'ConsumptionCorrected';
      const before = charges.get(charge.requestId);
      const told: Moved = {
        ...one,
        kind: 'charge',
        requests: isFirst ? 1 : 0,
        prompt: isFirst ? charge.usage.prompt : 0,
        token: charge.tokenId,
        channel: charge.channelId,
        group: charge.group,
        model: charge.modelBilled,
        about: before === undefined ? [recorded] : [recorded, before.recorded],
      };
      if (isFirst) charges.set(charge.requestId, told);
      moved.push(told);
    } else if (event.type === 'ConsumptionRefunded') {
      const { requestId = '', tokenId } = event.data;
      const { channel, group, recorded: about } = charges.get(requestId) ?? {};
      moved.push({
        ...one,
        kind: 'refund',
        token: tokenId,
        ...(channel === undefined ? {} : { channel }),
        ...(group === undefined ? {} : { group }),
        about: about === undefined ? [recorded] : [recorded, about],
      });
    } else if (event.type === 'QuotaGranted') moved.push({ ...one, kind: 'credit' });
  }
  return moved;
}

const time = ({ occurredAtMs, recordedAtMs }: Recorded): number => Math.min(occurredAtMs, recordedAtMs);

/** At which an event counts: the largest of all that make times begin, up to its position; NaN before them all. */
function countedMs(events: readonly Recorded[], { position }: Recorded): number {
  const times = events.flatMap((each) => {
    if (each.event.type === 'PeriodEnded') return [{ position: each.position, atMs: each.event.data.end * 1_000 }];
    return postings(each).length > 0 ? [{ position: each.position, atMs: time(each) }] : [];
  });
  const before = times.filter((each) => each.position <= position).map(({ atMs }) => atMs);
  return before.length > 0 ? Math.max(...before) : Number.NaN;
}

const dayIn = (zone: string, atMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(atMs);

const isOf = ({ kind, id }: StatementScope, moved: Moved): boolean =>
  kind === 'all' || { user: moved.user, token: moved.token, channel: moved.channel, group: moved.group }[kind] === id;

const sum = (some: readonly Moved[], value: (moved: Moved) => number = ({ amount }) => amount): number =>
  some.reduce((total, moved) => total + value(moved), 0);

function grouped<Key>(some: readonly Moved[], key: (moved: Moved) => Key): Map<Key, readonly Moved[]> {
  const groups = new Map<Key, Moved[]>();
  for (const moved of some) groups.set(key(moved), [...(groups.get(key(moved)) ?? []), moved]);
  return groups;
}

const sorted = <Value>(values: readonly Value[]): readonly string[] =>
  values.map((value) => JSON.stringify(value)).sort();

function lateAmong(events: readonly Recorded[], some: readonly Moved[]): readonly unknown[] {
  const closed = events.flatMap(({ event, position }) =>
    event.type === 'PeriodClosed' ? [{ ...event.data, position }] : [],
  );
  return some.flatMap(({ recorded, amount, about }) => {
    const periods = closed.filter(
      ({ start, end, position }) =>
        position < recorded.position && about.some((each) => time(each) >= start * 1_000 && time(each) < end * 1_000),
    );
    const periodEndS = Math.min(...periods.map(({ end }) => end));
    return periods.length === 0 ? [] : [{ position: recorded.position, atMs: recorded.atMs, periodEndS, amount }];
  });
}

async function expectStatements(
  world: RunnerWorld,
  events: readonly Recorded[],
  zone: string,
  timesS: readonly number[],
  scopes: readonly StatementScope[],
): Promise<void> {
  const all = movedBy(events);
  for (const scope of scopes) {
    const ofScope = all.filter((moved) => isOf(scope, moved));
    const shown: number[] = [];
    let before = 0;
    for (const [index, fromS] of [0, ...timesS].entries()) {
      const toS = timesS[index];
      const inRange = new Set(within(events, fromS, toS).map(({ position }) => position));
      const some = ofScope.filter(({ recorded }) => inRange.has(recorded.position));
      const charges = some.filter(({ kind }) => kind === 'charge');
      const of = (kind: Moved['kind']): number => sum(some.filter((moved) => moved.kind === kind));
      const seen = await statementOf(world.pool, { scope, fromS, toS, zone, nowMs: NOW_MS, limit: 1_000 });
      expect(seen).toMatchObject({
        opening: sum(ofScope.filter(({ recorded }) => recorded.position < beginning(events, fromS))),
        sums: { credits: of('credit'), charges: of('charge'), refunds: of('refund'), adjustments: 0 },
        position: events.at(-1)?.position,
        index: events.length - 1,
        quotaPerUnit: '500000',
        late: lateAmong(events, some),
        reopened: [],
      });
      expect(seen.opening).toBe(before);
      before = seen.closing;
      expect(sorted(seen.byModel)).toEqual(
        sorted(
          [...grouped(charges, ({ model }) => storedText(model ?? ''))].map(([model, group]) => ({
            model,
            requests: sum(group, ({ requests }) => requests),
            prompt: sum(group, ({ prompt }) => prompt),
            completion: 0,
            amount: sum(group),
          })),
        ),
      );
      expect(sorted(seen.byToken)).toEqual(
        sorted(
          [...grouped(charges, ({ token }) => token)].map(([tokenId, group]) => ({
            tokenId,
            requests: sum(group, ({ requests }) => requests),
            amount: sum(group),
          })),
        ),
      );
      expect(seen.byDay).toEqual(
        [
          ...grouped(
            charges.filter(({ recorded }) => !Number.isNaN(countedMs(events, recorded))),
            ({ recorded }) => dayIn(zone, countedMs(events, recorded)),
          ),
        ].map(([day, group]) => ({
          day,
          requests: sum(group, ({ requests }) => requests),
          amount: sum(group),
        })),
      );
      const credits = some.filter(({ kind }) => kind === 'credit');
      expect(seen.creditsByKind).toEqual(
        credits.length === 0 ? [] : [{ kind: 'grant', amount: of('credit'), count: credits.length }],
      );
      expect(seen.entries.map(({ day }) => day)).toEqual(
        some.map(({ recorded }) => {
          const atMs = countedMs(events, recorded);
          return Number.isNaN(atMs) ? '' : dayIn(zone, atMs);
        }),
      );
      let balance: number = seen.opening;
      for (const entry of seen.entries) expect(entry.balanceAfter).toBe((balance += entry.amount));
      expect(balance).toBe(seen.closing);
      shown.push(...seen.entries.map(({ position }) => position));
      if (zone === 'UTC') await expectPages(world, { scope, fromS, toS, days: seen.days }, seen.entries);
    }
    expect(shown).toEqual(ofScope.map(({ recorded }) => recorded.position));
  }
}

async function expectPages(
  world: RunnerWorld,
  range: Pick<Parameters<typeof statementPageOf>[1], 'scope' | 'fromS' | 'toS' | 'days'>,
  entries: readonly unknown[],
): Promise<void> {
  const { position } = await trialBalance(world.pool);
  const paged: unknown[] = [];
  for (let next: Awaited<ReturnType<typeof statementPageOf>>['next'] | undefined; next !== null;) {
    const page = await statementPageOf(world.pool, { ...range, position, limit: 7, after: next });
    paged.push(...page.entries);
    next = page.next;
  }
  expect(paged).toEqual(entries);
}

/** Of each zone every third. */
const SCOPES: readonly StatementScope[] = [
  { kind: 'user', id: USERS[0] ?? (2 as UserId) },
  { kind: 'channel', id: 4 },
  { kind: 'all' },
  { kind: 'token', id: 5 },
  { kind: 'group', id: 'vip, "first"' },
  { kind: 'user', id: USERS[1] ?? (3 as UserId) },
];

/** Where the days about the border begin. */
const bordersIn = (zone: string): readonly number[] =>
  ['2026-02-28', '2026-03-01', '2026-03-02', '2026-04'].flatMap((period) => {
    const found = periodIn(period, zone);
    return 'fault' in found ? [] : [found.startS];
  });

describe('statements', () => {
  it('are what a fold of the events makes of them, at every border of six zones, whatever the clocks said', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 20, maxLength: 40 }), async (writes) => {
        const world = await runnerWorld(3, await ledgerOf(writes));
        try {
          await world.caughtUp(world.start(new PartitionedFeed(world.store, { partitions: 3, batchEvents: 4 })));
          const events = (await world.store.readAll(START, EVENTS_MAX)).map((event) => decode(event));
          for (const [index, zone] of ZONES.entries())
            await expectStatements(
              world,
              events,
              zone,
              bordersIn(zone),
              SCOPES.filter((_scope, which) => which % 3 === index % 3),
            );
          expect(await world.findings()).toEqual([]);
        } finally {
          await world.close();
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});
