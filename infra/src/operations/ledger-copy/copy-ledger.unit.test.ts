import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type EventStore,
  type EventToAppend,
  NO_STREAM,
  type RecordedEvent,
  type Revision,
  START,
  StoreUnavailable,
} from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { compareLedgers } from './compare-ledgers.ts';
import { copyLedger } from './copy-ledger.ts';
import { LedgersDiffer } from './difference.ts';
import { type Ledger, ledgerOf, type MovableEvent, movedEvent } from './ledger.ts';
import { summaryOf } from './ledger-summary.ts';
import { breakingAt, changedLedger, Crash } from '../../../test/doubles/changed-store.ts';

const ALL = 10_000;
const RECORDED_AT_MS = Date.UTC(2026, 10, 3, 10);
const foreign: EventToAppend = {
  id: '6f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11' as EventId,
  type: 'SomebodyElse',
  data: '{}',
  metadata: {},
};

describe('copying a ledger', () => {
  let source: EventStore;
  let ledger: Ledger;
  let events: readonly RecordedEvent[];
  let appendsCount: number;
  beforeAll(async () => {
    source = new MemoryEventStore(() => RECORDED_AT_MS);
    await writeSampleLedger(source);
    events = await source.readAll(START, ALL);
    // In small pages, as a large ledger comes.
    ledger = {
      pages: async function* pages() {
        for (let at = 0; at < events.length; at += 7) yield events.slice(at, at + 7);
      },
    };
    appendsCount = 0;
    const counted = new MemoryEventStore();
    await copyLedger(ledger, {
      readAll: counted.readAll.bind(counted),
      append: (...batch) => {
        appendsCount += 1;
        return counted.append(...batch);
      },
    });
  });

  const differences = async (target: EventStore) =>
    (await compareLedgers(await ledgerOf(source), await ledgerOf(target))).differences;

  it.each([true, false])('keeps order, revisions, ids, metadata and times (in order: %s)', async (inOrder) => {
    const target = new MemoryEventStore();
    expect(await copyLedger(ledger, target, { inOrder })).toEqual({ present: 0, written: events.length });
    expect(await target.readAll(START, ALL)).toEqual(events.map((event) => ({ ...event, ...movedEvent(event) })));
    expect(await differences(target)).toEqual([]);
    expect(appendsCount).toBeLessThan(events.length);
  });

  it('is the same when the ledger moves back', async () => {
    const [there, back] = [new MemoryEventStore(), new MemoryEventStore()];
    await copyLedger(ledger, there);
    await copyLedger(await ledgerOf(there), back);
    expect(await differences(back)).toEqual([]);
    expect(await back.readAll(START, ALL)).toEqual(await there.readAll(START, ALL));
  });

  it.each(['before', 'after'] as const)('goes on after a crash %s any append', async (moment) => {
    for (let nth = 0; nth < appendsCount; nth += 1) {
      const target = new MemoryEventStore();
      await expect(copyLedger(ledger, breakingAt(target, nth, moment))).rejects.toThrow(Crash);
      const { present, written } = await copyLedger(ledger, target);
      expect(present + written).toBe(events.length);
      expect(await differences(target)).toEqual([]);
    }
  });

  // Who writes in order writes nothing behind what he has not written.
  it.each([
    ['before', false],
    ['after', true],
    ['after', false],
  ] as const)('tries again when it is cut off %s any append (in order: %s)', async (moment, inOrder) => {
    for (let nth = 0; nth < appendsCount; nth += 5) {
      const target = new MemoryEventStore();
      const broken = breakingAt(target, nth, moment, new StoreUnavailable('cut off'));
      expect(await copyLedger(ledger, broken, { inOrder })).toEqual({ present: 0, written: events.length });
      expect(await differences(target)).toEqual([]);
    }
  });

  it('gives up when the target stays out of reach', async () => {
    const silent = {
      readAll: async () => [],
      append: async () => {
        throw new StoreUnavailable('gone');
      },
    };
    await expect(copyLedger(ledger, silent, { silenceMaxMs: 150 })).rejects.toThrow(StoreUnavailable);
  });

  it('does nothing where everything is there', async () => {
    const target = new MemoryEventStore();
    await copyLedger(ledger, target);
    expect(await copyLedger(ledger, target)).toEqual({ present: events.length, written: 0 });
  });

  it('only looks when it is told to', async () => {
    const target = new MemoryEventStore();
    expect(await copyLedger(ledger, target, { writes: false })).toEqual({ present: 0, written: 0 });
    expect(await target.head()).toBe(START);
    await copyLedger(
      {
        pages: async function* pages() {
          yield events.slice(0, 20);
        },
      },
      target,
    );
    expect(await copyLedger(ledger, target, { writes: false })).toEqual({ present: 20, written: 0 });
  });

  it('says before it writes first, or that there is nothing to write, but not when it is refused', async () => {
    const begun: number[] = [];
    const target = new MemoryEventStore();
    const beforeWriting = async () => {
      begun.push(await target.head());
    };
    await copyLedger(
      {
        pages: async function* pages() {
          yield events.slice(0, 20);
        },
      },
      target,
      { beforeWriting },
    );
    await copyLedger(ledger, target, { beforeWriting });
    await copyLedger(ledger, target, { beforeWriting });
    await target.append('somebody', NO_STREAM, [foreign]);
    await expect(copyLedger(ledger, target, { beforeWriting })).rejects.toThrow(LedgersDiffer);
    expect(begun).toEqual([0, 20, events.length]);
  });

  describe('into a target that holds something else', () => {
    it('is refused, and names the event', async () => {
      const target = new MemoryEventStore();
      await target.append('somebody', NO_STREAM, [foreign]);
      await expect(copyLedger(ledger, target)).rejects.toThrow(
        new LedgersDiffer(
          'the target holds another ledger: where pricebook@0 (PriceBookPublished) should stand, somebody@0 (SomebodyElse) stands',
        ),
      );
    });

    it('is refused where a beginning is followed by an event of somebody else', async () => {
      const target = new MemoryEventStore();
      await copyLedger(
        {
          pages: async function* pages() {
            yield events.slice(0, 20);
          },
        },
        target,
      );
      await target.append('somebody', NO_STREAM, [foreign]);
      await expect(copyLedger(ledger, target)).rejects.toThrow(
        /the target holds another ledger: where .* should stand, somebody@0 \(SomebodyElse\) stands/,
      );
    });

    it('is refused where the whole ledger is followed by an event of somebody else', async () => {
      const target = new MemoryEventStore();
      await copyLedger(ledger, target);
      await target.append('somebody', NO_STREAM, [foreign]);
      await expect(copyLedger(ledger, target)).rejects.toThrow(
        'the target holds somebody@0 (SomebodyElse), which the ledger does not have',
      );
    });

    it('is refused where somebody writes meanwhile', async () => {
      const target = new MemoryEventStore();
      let appends = 0;
      const shared = {
        readAll: target.readAll.bind(target),
        append: async (...batch: Parameters<EventStore['append']>) => {
          if ((appends += 1) === 5) await target.append(batch[0], batch[1], [foreign]);
          return target.append(...batch);
        },
      };
      await expect(copyLedger(ledger, shared)).rejects.toThrow(
        /type should be .* and is "SomebodyElse"|where .* should stand, .* \(SomebodyElse\) stands/,
      );
    });

    it('is refused where an event was changed', async () => {
      const target = new MemoryEventStore();
      const changed = changedLedger(ledger, (event) =>
        event.revision === (2 as Revision) && event.type === 'TokenLimitSet'
          ? { ...event, data: event.data.replace('9000', '9999') }
          : event,
      );
      await copyLedger(changed, target);
      await expect(copyLedger(ledger, target)).rejects.toThrow(
        'account-2@2 (TokenLimitSet): data should be {"limit":9000,"tokenId":11,"version":1} and is {"limit":9999,"tokenId":11,"version":1}',
      );
    });

    it('gives up when the target refuses and shows no reason', async () => {
      const stubborn = {
        readAll: async () => [],
        append: async () => ({ outcome: 'conflict' as const, actual: 7 as Revision }),
      };
      await expect(copyLedger(ledger, stubborn)).rejects.toThrow(
        'the target refuses pricebook@0 (PriceBookPublished) and shows nothing in its place',
      );
    });
  });
});

describe('comparing ledgers', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    const source = new MemoryEventStore(() => RECORDED_AT_MS);
    await writeSampleLedger(source);
    ledger = await ledgerOf(source);
  });
  const compared = async (change: (event: RecordedEvent) => RecordedEvent | undefined) =>
    (await compareLedgers(ledger, changedLedger(ledger, change))).differences;

  it('finds nothing where nothing differs, and sums up what there is', async () => {
    const { differences, summary } = await compareLedgers(ledger, ledger);
    expect([differences, summary.total, summary.digest]).toEqual([[], 0n, (await summaryOf(ledger)).digest]);
    expect(summary.streams.size).toBeGreaterThan(5);
  });

  it('names a changed event, its stream, and the accounts that changed with it', async () => {
    const differences = await compared((event) =>
      event.type === 'QuotaAdjusted' ? { ...event, data: event.data.replace('-50', '-51') } : event,
    );
    expect(differences).toEqual([
      expect.stringMatching(/^account-3@\d+ \(QuotaAdjusted\): data should be .*-50.* and is .*-51.*/),
      expect.stringContaining('stream account-3: digest'),
      expect.stringContaining('trial balance, user:3:wallet: '),
      expect.stringContaining('trial balance, adjustment: '),
      'the events or their order differ',
    ]);
  });

  it('names an event that is missing', async () => {
    const differences = await compared((event) => (event.type === 'TaskFailed' ? undefined : event));
    expect(differences).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^where task-song@0 \(TaskFailed\) should stand/),
        expect.stringMatching(/^\d+ events are expected and \d+ are there$/),
        'stream task-song: 1 events are expected and 0 are there',
      ]),
    );
  });

  it('names what stands at the end of one of them only', async () => {
    const [short, long] = [
      changedLedger(ledger, (event) => (event.stream === 'till-till-c' ? undefined : event)),
      ledger,
    ];
    expect((await compareLedgers(short, long)).differences[0]).toContain('till-till-c@0 (TillOpened)');
  });

  it('sees another order of the same streams', async () => {
    const turned: Ledger = {
      pages: async function* pages() {
        const all: MovableEvent[] = [];
        for await (const page of ledger.pages()) all.push(...page);
        const index = all.findIndex((event, at) => event.stream !== all[at + 1]?.stream);
        yield [...all.slice(0, index), ...all.slice(index, index + 2).toReversed(), ...all.slice(index + 2)];
      },
    };
    expect((await compareLedgers(ledger, turned)).differences).toEqual([
      expect.stringContaining('should stand'),
      'the events or their order differ',
    ]);
  });

  it('names an event that cannot be read', async () => {
    await expect(compared((event) => (event.type === 'TaskFailed' ? { ...event, data: '{' } : event))).rejects.toThrow(
      'task-song@0 (TaskFailed) cannot be read',
    );
  });
});
