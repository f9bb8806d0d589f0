import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { partitionKeyOf, partitionOf } from '../events/partition-of.ts';
import type { EventFeed, FeedBatch, FeedOptions } from '../ports/event-feed.ts';
import {
  type EventStore,
  type EventToAppend,
  type Position,
  type RecordedEvent,
  NO_STREAM,
  START,
  StoreUnavailable,
} from '../ports/event-store.ts';
import { eventIdOf } from '../shared/ids.ts';

export type OpenedFeed = {
  /** An empty one, that the feed brings. */
  readonly store: EventStore;
  readonly feed: EventFeed;
  readonly partitions: number;
  close(): Promise<void>;
};

/** Far above what any adapter needs. */
const WAIT_MS = 45_000;
const ACCOUNTS = 9;
/** Some 300 KB, which an adapter may send in another form than small ones. */
const LARGE = Array.from({ length: 25_000 }, (_, index) => `${index * index}é`).join(' ');

/** What every adapter of the event feed port must do. Each test opens a feed of its own. */
export function eventFeedContract(name: string, open: () => Promise<OpenedFeed>): void {
  describe(`event feed contract: ${name}`, () => {
    let opened: OpenedFeed;
    let written = 0;
    const ended: AbortController[] = [];
    beforeEach(async () => {
      opened = await open();
      written = 0;
    });
    afterEach(async () => {
      for (const each of ended.splice(0)) each.abort();
      await opened.close();
    });

    /** Events of accounts, of a till that carry accounts, and of a stream without one, in turn. */
    const write = async (count: number, text = ''): Promise<void> => {
      for (let index = 0; index < count; index += 1, written += 1) {
        const account = written % ACCOUNTS;
        const stream = [`account-${account}`, 'till-a', 'pricebook'][Math.floor(written / ACCOUNTS) % 3] ?? '';
        const { 0: last } = await opened.store.readStreamBackwards(stream, 1);
        const event: EventToAppend = {
          id: eventIdOf('feed', written),
          type: 'Tried',
          data: `{"number": ${written}, "text":"ü\\u0000 \\"é\\"${text}"}`,
          metadata: stream === 'till-a' ? { accountId: String(account), actor: 'ü' } : {},
        };
        expect(await opened.store.append(stream, last?.revision ?? NO_STREAM, [event])).toMatchObject({
          outcome: 'appended',
        });
      }
    };
    const stored = (after: Position = START): Promise<readonly RecordedEvent[]> => opened.store.readAll(after, 10_000);

    /** Reads until `enough`, checking of each batch what holds for all. */
    const read = async (
      after: Position,
      enough: (reader: Reader) => boolean,
      options: Partial<FeedOptions> = {},
      between = async (): Promise<void> => undefined,
    ): Promise<Reader> => {
      const end = new AbortController();
      ended.push(end);
      const reader = new Reader(opened.partitions, after);
      const timer = setTimeout(() => end.abort(new Error('time is up')), WAIT_MS);
      try {
        for (let done = false; !done && !end.signal.aborted;) {
          try {
            for await (const batch of opened.feed.batches(after, {
              batchEventsMax: 7,
              signal: end.signal,
              ...options,
            })) {
              reader.take(batch, options.batchEventsMax ?? 7);
              done = enough(reader);
              if (done) break;
              await between();
            }
          } catch (error) {
            // The source may be away, and the caller begins again; what comes again is dropped.
            if (!(error instanceof StoreUnavailable)) throw error;
          }
        }
      } finally {
        clearTimeout(timer);
      }
      return reader;
    };
    const has =
      (count: number) =>
      (reader: Reader): boolean =>
        reader.events.length >= count;

    it('gives every event as the store has it, and the events of one account in order', async () => {
      await write(60);
      const { events } = await read(START, has(60));
      const byPosition = events.toSorted((one, other) => one.position - other.position);
      expect(byPosition).toEqual(await stored());
      for (const key of new Set(events.map(partitionKeyOf))) {
        const order = events.filter((event) => partitionKeyOf(event) === key).map(({ position }) => position);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }
    });

    it('gives large events as the store has them', async () => {
      await write(6, LARGE);
      const { events } = await read(START, has(6));
      expect(events.toSorted((one, other) => one.position - other.position)).toEqual(await stored());
    });

    it('leaves nothing out before an event without saying so: batches join at `previous`', async () => {
      await write(60);
      const { gaps } = await read(START, has(60));
      expect(gaps).toEqual([]);
    });

    it('goes on after a position', async () => {
      await write(60);
      const after = (await stored())[24]?.position ?? START;
      const { events } = await read(after, has(35));
      expect(events.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(
        (await stored(after)).map(({ position }) => position),
      );
    });

    it("goes on after each partition's own position", async () => {
      // A feed of one partition has but one position, which it may take from either.
      if (opened.partitions === 1) return;
      await write(60);
      const all = await stored();
      const positions = Array.from(
        { length: opened.partitions },
        (_, partition) => all[(partition * 17 + 5) % 50]?.position ?? START,
      );
      const wanted = all.filter(
        (event) => event.position > (positions[partitionOf(event, opened.partitions)] ?? START),
      );
      const { events } = await read(START, has(wanted.length), {
        positionOf: async (partition) => positions[partition] ?? START,
      });
      expect(events.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(
        wanted.map(({ position }) => position),
      );
    });

    it('brings what is appended while somebody reads', async () => {
      await write(5);
      const { events } = await read(START, has(20), {}, async () => {
        if (written < 20) await write(Math.min(5, 20 - written));
      });
      expect(events).toHaveLength(20);
    });

    it('wakes when the first event comes after a silence', async () => {
      const reading = read(START, has(1));
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      await write(1);
      expect((await reading).events).toHaveLength(1);
    });

    it('lets nobody wait on silence: every partition comes to the head, also one without events', async () => {
      await write(1);
      const head = await opened.store.head();
      const reader = await read(START, ({ through }) => Math.min(...through) >= head);
      expect(Math.min(...reader.through)).toBeGreaterThanOrEqual(head);
    });

    it('keeps to the size of batches that it is asked for', async () => {
      await write(30);
      const { sizes } = await read(START, has(30), { batchEventsMax: 4 });
      expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
    });

    it('ends when its signal is given, also in silence, and can be read again', async () => {
      const end = new AbortController();
      const reading = (async () => {
        for await (const batch of opened.feed.batches(START, { batchEventsMax: 7, signal: end.signal }))
          expect(batch.events).toEqual([]);
      })();
      setTimeout(() => end.abort(), 100);
      await reading;
      await write(3);
      expect((await read(START, has(3))).events).toHaveLength(3);
    });
  });
}

/** Takes batches as a projection does: what comes again is dropped. */
class Reader {
  readonly events: RecordedEvent[] = [];
  readonly sizes: number[] = [];
  /** What would have been left out. */
  readonly gaps: string[] = [];
  /** By partition: up to where everything was delivered. */
  readonly through: Position[];

  constructor(partitions: number, after: Position) {
    this.through = Array.from({ length: partitions }, () => after);
  }

  take({ partition, events, previous, through }: FeedBatch, max: number): void {
    const delivered = this.through[partition] ?? START;
    if (previous !== undefined && previous > delivered)
      this.gaps.push(`partition ${partition}: ${delivered} to ${previous}`);
    expect(events.length).toBeLessThanOrEqual(max);
    expect(events.length > 0 || through !== undefined).toBe(true);
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
    this.sizes.push(events.length);
    for (const event of events) {
      expect(partitionOf(event, this.through.length)).toBe(partition);
      if (event.position > delivered) this.events.push(event);
    }
    this.through[partition] = Math.max(delivered, through ?? events.at(-1)?.position ?? START) as Position;
  }
}
