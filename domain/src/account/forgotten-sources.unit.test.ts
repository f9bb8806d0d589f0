import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encode, type EventContext } from '../events/codec.ts';
import type { EventStore, Revision } from '../ports/event-store.ts';
import { codeId, type LeaseId, type RequestId, type SourceId, type TillId, userId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { exampleCharge } from '../testing/example-charge.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { changeAccount, loadAccount } from './account-stream.ts';
import { CHECKPOINT_EVERY_EVENTS, checkpointOf, SOURCES_KEPT_MS } from './checkpoint.ts';
import type { AccountCommand } from './commands.ts';
import { type AccountEvent, accountStream } from './events.ts';
import { CLOCKS_APART_MAX_MS } from './sources.ts';

const ann = userId(2);
const stream = accountStream(ann);
const DAY_MS = 24 * 3_600_000;
/** Of the first event. */
const FIRST_MS = Date.UTC(2026, 0, 1);
/** The most events that a command may read of a stream however long it is. */
const READ_EVENTS_MAX = 5_000;
const HISTORY_EVENTS = 200_000;
const APPENDED_AT_ONCE = 400;

let commands = 0;
const context = (occurredAtMs: number): EventContext => {
  commands += 1;
  return { commandId: `c-${commands}`, correlationId: 'c', occurredAtMs, actor: 'user-1' };
};
const credit = (name: string, bornMs?: number): AccountCommand => ({
  type: 'CreditRedemption',
  amount: quota(10),
  codeId: codeId(1),
  source: name as SourceId,
  ...(bornMs === undefined ? {} : { sourceBornMs: bornMs }),
});
const credited = (name: string): AccountEvent => ({
  type: 'RedemptionCredited',
  data: { amount: quota(10), codeId: codeId(1), source: name as SourceId, use: 1 },
});

/** Counts what is read of it. */
function counted(inner: EventStore): { readonly store: EventStore; readonly read: () => number } {
  let events = 0;
  const counting =
    <Given extends readonly never[]>(read: (...given: Given) => ReturnType<EventStore['readStream']>) =>
    async (...given: Given) => {
      const page = await read(...given);
      events += page.length;
      return page;
    };
  const store: EventStore = Object.assign(Object.create(inner) as EventStore, {
    append: inner.append.bind(inner),
    readStream: counting(inner.readStream.bind(inner) as (...given: readonly never[]) => never),
    readStreamBackwards: counting(inner.readStreamBackwards.bind(inner) as (...given: readonly never[]) => never),
  });
  return { store, read: () => events };
}

async function append(store: EventStore, atMs: number, ...events: AccountEvent[]): Promise<void> {
  const { revision } = (await store.readStreamBackwards(stream, 1))[0] ?? { revision: undefined };
  if (revision === undefined) throw new Error('no account');
  await store.append(stream, revision, encode(events, context(atMs)));
}
const opened = (store: EventStore, atMs: number): Promise<unknown> =>
  changeAccount(store, ann, { type: 'OpenAccount', userId: ann, grants: [] }, context(atMs));
const checkpoint = (store: EventStore, nowMs: number): Promise<unknown> =>
  changeAccount(store, ann, { type: 'CheckpointAccount', nowMs }, context(nowMs));

/** Leases granted and settled for a year; a code in the first week and another after a month. Answers when its last event was written. */
async function oldAccount(store: EventStore): Promise<number> {
  await opened(store, FIRST_MS);
  await append(store, FIRST_MS, credited('redemption-old'));
  await append(store, FIRST_MS + DAY_MS, credited('redemption-old-too'));
  const stepMs = (365 * DAY_MS) / HISTORY_EVENTS;
  let atMs = FIRST_MS + DAY_MS;
  for (let written = 0; written < HISTORY_EVENTS; written += APPENDED_AT_ONCE) {
    atMs += APPENDED_AT_ONCE * stepMs;
    const leases = Array.from({ length: APPENDED_AT_ONCE / 2 }, (_, index) => leaseOf(`l-${written}-${index}`));
    await append(store, atMs, ...leases.flat());
    if (written % (10 * APPENDED_AT_ONCE) === 0) await checkpoint(store, atMs);
  }
  await append(store, atMs, ...Array.from({ length: CHECKPOINT_EVERY_EVENTS - 1 }, () => leaseOf('last')).flat());
  return atMs;
}
const leaseOf = (id: string): [AccountEvent, AccountEvent] => [
  {
    type: 'LeaseGranted',
    data: { leaseId: id as LeaseId, tillId: 't' as TillId, tokenId: null, amount: quota(0) },
  },
  { type: 'LeaseSettled', data: { leaseId: id as LeaseId, consumed: quota(0), byToken: {} } },
];

describe(`an account of ${HISTORY_EVENTS} events`, () => {
  const late = (arrivedAtMs: number): AccountCommand => ({
    type: 'RecordLateConsumption',
    source: 'request-1' as RequestId & SourceId,
    charge: exampleCharge({ requestId: 'request-1' as RequestId, arrivedAtMs }),
  });

  it('is not read whole for a source that is younger than what its checkpoint has left out', async () => {
    const ledger = new MemoryEventStore();
    const nowMs = await oldAccount(ledger);
    expect((await ledger.readStreamBackwards(stream, 1))[0]?.revision).toBeGreaterThan(HISTORY_EVENTS);
    const asked: AccountCommand[] = [
      credit('redemption-new', nowMs),
      {
        type: 'AdjustQuota',
        delta: quota(-1),
        actorId: userId(1),
        reason: 'r',
        source: 's' as SourceId,
        sourceBornMs: nowMs,
      },
      late(nowMs),
    ];
    for (const command of asked) {
      const { store, read } = counted(ledger);
      expect(await changeAccount(store, ann, command, context(nowMs))).toMatchObject({ ok: true, events: [{}] });
      expect(read()).toBeLessThanOrEqual(READ_EVENTS_MAX);
      expect(await changeAccount(store, ann, command, context(nowMs))).toMatchObject({ ok: true, events: [] });
      expect(read()).toBeLessThanOrEqual(2 * READ_EVENTS_MAX);
    }

    // Whose age nobody knows: only the whole stream can tell.
    const { store, read } = counted(ledger);
    expect(await changeAccount(store, ann, credit('redemption-old'), context(nowMs))).toMatchObject({ events: [] });
    expect(read()).toBeGreaterThan(HISTORY_EVENTS);
  });
});

describe('after a flood of late records, more than a checkpoint can name', () => {
  const FLOOD = 1_200;
  const late = (n: number): AccountEvent => ({
    type: 'LateConsumptionRecorded',
    data: { source: nameOf(n), charge: exampleCharge() },
  });
  const nameOf = (n: number): SourceId => `request-${'x'.repeat(400)}-${n}` as SourceId;

  it('a source is looked for where it may stand, and not in the whole stream', async () => {
    const ledger = new MemoryEventStore();
    const atMs = (await oldAccount(ledger)) + DAY_MS / 24;
    for (let first = 0; first < FLOOD; first += APPENDED_AT_ONCE)
      await append(ledger, atMs, ...Array.from({ length: APPENDED_AT_ONCE }, (_, index) => late(first + index)));
    await checkpoint(ledger, atMs);
    expect(await loadAccount(ledger, ann)).toMatchObject({ forgottenUntilMs: atMs });

    for (const name of ['new', 'newer', nameOf(0)]) {
      const { store, read } = counted(ledger);
      const change = await changeAccount(store, ann, credit(name, atMs), context(atMs));
      expect(change).toMatchObject({ ok: true, events: name === nameOf(0) ? [] : [{}] });
      expect(read()).toBeLessThanOrEqual(READ_EVENTS_MAX);
    }
  });
});

describe('a source that a checkpoint has left out', () => {
  const nowMs = FIRST_MS + 3 * SOURCES_KEPT_MS;

  async function forgetful(): Promise<MemoryEventStore> {
    const store = new MemoryEventStore();
    await opened(store, FIRST_MS);
    for (const [name, atMs] of [
      ['first', FIRST_MS],
      ['second', FIRST_MS + 10 * DAY_MS],
    ] as const)
      await append(store, atMs, credited(name));
    await checkpoint(store, nowMs);
    return store;
  }

  it('is known by the youngest of those that are too old, which stays', async () => {
    expect(await loadAccount(await forgetful(), ann)).toMatchObject({
      sources: new Map([['second', FIRST_MS + 10 * DAY_MS]]),
      forgottenUntilMs: FIRST_MS + 10 * DAY_MS,
    });
  });

  it.each([
    ['it was born when it was credited', FIRST_MS],
    [
      'its maker had a clock that was nearly a day ahead of who credited it',
      FIRST_MS + 10 * DAY_MS + CLOCKS_APART_MAX_MS,
    ],
    ['nobody knows when it was born', undefined],
  ])('is found when %s', async (_when, bornMs) => {
    const store = await forgetful();
    expect(await changeAccount(store, ann, credit('first', bornMs), context(nowMs))).toMatchObject({ events: [] });
  });

  it('is found also behind a checkpoint of an earlier release, which names none', async () => {
    const store = await forgetful();
    const account = await loadAccount(store, ann);
    if (account.status === 'missing') throw new Error('missing');
    const {
      leases: _leases,
      tokens: _tokens,
      deletedTokens: _deleted,
      budgets: _budgets,
      numbers: _numbers,
      sources: _sources,
      forgottenUntilMs: _until,
      revision: _revision,
      ...rest
    } = account;
    const data = { ...rest, leases: [], tokens: [], sources: [], sourcesForgotten: true };
    await append(store, nowMs, { type: 'AccountCheckpointed', data });
    expect(await loadAccount(store, ann)).toMatchObject({ sources: new Map(), forgottenUntilMs: nowMs });
    const young = nowMs + CLOCKS_APART_MAX_MS;
    expect(await changeAccount(store, ann, credit('second', young), context(young))).toMatchObject({ events: [] });
    const { store: watched, read } = counted(store);
    await changeAccount(watched, ann, credit('third', young + 1), context(young + 1));
    // One page, and nothing from the beginning.
    expect(read()).toBe((await loadAccount(store, ann)).revision);
  });

  it('is older than every source that the next checkpoint names', async () => {
    const store = await forgetful();
    // Given long ago, and written only now.
    await append(store, FIRST_MS + DAY_MS, credited('third'));
    const account = await loadAccount(store, ann);
    if (account.status === 'missing') throw new Error('missing');
    expect([...account.sources.keys()]).toEqual(['second', 'third']);
    // By a clock that was put back, so that nothing is too old for it.
    expect(checkpointOf(account, FIRST_MS)).toMatchObject({
      sources: [['second', FIRST_MS + 10 * DAY_MS]],
      sourcesForgotten: true,
    });
  });

  it('is credited once in a long stream too, whenever its command comes', async () => {
    const step = fc.record({
      source: fc.nat(5),
      daysPassed: fc.nat(3),
      skewMs: fc.integer({ min: -CLOCKS_APART_MAX_MS / 2, max: CLOCKS_APART_MAX_MS / 2 }),
      /** The command was given when its source was born, and is written only now. */
      comesLate: fc.boolean(),
      checkpointAheadDays: fc.option(fc.integer({ min: -100, max: 100 })),
      pagesBetween: fc.constantFrom(0, 0, 1, 3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        let time = FIRST_MS;
        const store = new MemoryEventStore(() => time);
        await opened(store, FIRST_MS);
        const bornMs = new Map<number, number>();
        for (const { source, daysPassed, skewMs, comesLate, checkpointAheadDays, pagesBetween } of steps) {
          time += daysPassed * DAY_MS;
          const born = bornMs.get(source) ?? time + skewMs;
          bornMs.set(source, born);
          await changeAccount(store, ann, credit(`s-${source}`, born), context(comesLate ? born : time - skewMs));
          if (checkpointAheadDays !== null) await checkpoint(store, time + checkpointAheadDays * DAY_MS);
          for (let page = 0; page < pagesBetween; page += 1)
            await append(store, time, ...Array.from({ length: 130 }, (_, index) => leaseOf(`l-${index}`)).flat());
        }
        const events = await store.readStream(stream, 0 as Revision, 100_000);
        expect(events.filter(({ type }) => type === 'RedemptionCredited')).toHaveLength(bornMs.size);
      }),
      { numRuns: 60 },
    );
  });

  it('is credited once, whatever checkpoints were made in between, by clocks that are apart', async () => {
    const step = fc.record({
      source: fc.nat(3),
      daysPassed: fc.nat(40),
      skewMs: fc.integer({ min: -CLOCKS_APART_MAX_MS / 2, max: CLOCKS_APART_MAX_MS / 2 }),
      /** Of whoever writes a checkpoint; a clock may be quite wrong there. */
      checkpointAheadDays: fc.option(fc.integer({ min: -100, max: 100 })),
      knowsAge: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const store = new MemoryEventStore();
        await opened(store, FIRST_MS);
        const bornMs = new Map<number, number>();
        let time = FIRST_MS;
        for (const { source, daysPassed, skewMs, checkpointAheadDays, knowsAge } of steps) {
          time += daysPassed * DAY_MS;
          if (!bornMs.has(source)) bornMs.set(source, time + skewMs);
          await changeAccount(
            store,
            ann,
            credit(`s-${source}`, knowsAge ? bornMs.get(source) : undefined),
            context(time - skewMs),
          );
          if (checkpointAheadDays !== null) await checkpoint(store, time + checkpointAheadDays * DAY_MS);
        }
        const events = await store.readStream(stream, 0 as Revision, 1_000);
        expect(events.filter(({ type }) => type === 'RedemptionCredited')).toHaveLength(bornMs.size);
      }),
      { numRuns: 300 },
    );
  });
});
