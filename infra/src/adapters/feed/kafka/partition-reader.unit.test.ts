import { beforeEach, describe, expect, it } from '@jest/globals';
import { partitionOf } from '@ledgate/domain/events/partition-of';
import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { NO_STREAM, type Position, START, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { eventIdOf } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { FeedMessage } from './message.ts';
import { PartitionReader } from './partition-reader.ts';

const PARTITIONS = 2;

describe('the reader of a partition', () => {
  let store: MemoryEventStore;
  /** As they should come in partition 0: joined to each other. */
  let messages: FeedMessage[];
  beforeEach(async () => {
    store = new MemoryEventStore();
    for (let account = 0; account < 40; account += 1) {
      await store.append(`account-${account}`, NO_STREAM, [
        { id: eventIdOf('reader', account), type: 'Tried', data: '{}', metadata: {} },
      ]);
    }
    let previous = START;
    messages = (await store.readAll(START, 100))
      .filter((event) => partitionOf(event, PARTITIONS) === 0)
      .map((event) => {
        const message = { position: event.position, previous, event };
        previous = event.position;
        return message;
      });
  });

  const readerAfter = (after: number, batchEventsMax = 100): PartitionReader =>
    new PartitionReader({ partition: 0, partitions: PARTITIONS, after: after as Position, store, batchEventsMax });
  const batches = async (reader: PartitionReader, given: readonly FeedMessage[]): Promise<FeedBatch[]> => {
    const made: FeedBatch[] = [];
    for await (const batch of reader.read(given, false)) made.push(batch);
    return made;
  };
  const positions = (made: readonly FeedBatch[]): number[] =>
    made.flatMap(({ events }) => events.map(({ position }) => position));
  const all = (): number[] => messages.map(({ position }) => position);
  /** Each batch begins where the one before ended. */
  const expectJoined = (made: readonly FeedBatch[], after: number): void => {
    let through: number | undefined = after;
    for (const batch of made) {
      expect(batch.previous).toBe(through);
      through = batch.through;
    }
  };

  it('gives joined messages out in batches of at most so many, saying what stands behind', async () => {
    const made = await batches(readerAfter(0, 8), messages);
    expect(positions(made)).toEqual(all());
    expect(made.map(({ events }) => events.length)).toEqual(
      [...Array.from({ length: Math.floor(messages.length / 8) }, () => 8), messages.length % 8].filter(
        (length) => length > 0,
      ),
    );
    expect(made.map(({ more }) => more)).toEqual(made.map((_, index) => index < made.length - 1));
    expectJoined(made, 0);
  });

  it('drops what comes again', async () => {
    const reader = readerAfter(0);
    expect(positions(await batches(reader, [...messages.slice(0, 5), ...messages.slice(2, 5)]))).toEqual(
      all().slice(0, 5),
    );
    expect(await batches(reader, messages.slice(0, 5))).toEqual([]);
  });

  it('reads from the store what was left out, in order', async () => {
    const made = await batches(readerAfter(0), [...messages.slice(0, 3), ...messages.slice(9)]);
    expect(positions(made)).toEqual(all());
    expectJoined(made, 0);
  });

  it('passes over a watermark that was left out: batches join all the same', async () => {
    const reader = readerAfter(0);
    await batches(reader, messages.slice(0, 3));
    const through = messages[2]?.position ?? START;
    const next = messages[3];
    if (next === undefined) throw new Error('there are too few messages');
    const watermark = next.position - 1;
    expect(watermark).toBeGreaterThan(through);
    expectJoined(await batches(reader, [{ ...next, previous: watermark as Position }]), through);
  });

  it('sets messages in order that came in another one', async () => {
    const made = await batches(readerAfter(0), [
      ...messages.slice(0, 3),
      ...messages.slice(6, 9),
      ...messages.slice(3, 6),
      ...messages.slice(9),
    ]);
    expect(positions(made)).toEqual(all());
    expectJoined(made, 0);
  });

  it('begins in the middle without taking what stands before for left out', async () => {
    const after = messages[4]?.position ?? START;
    expect(positions(await batches(readerAfter(after), messages.slice(2)))).toEqual(all().slice(5));
    // Nothing of this partition stands between the fifth message and the position after it.
    expect(positions(await batches(readerAfter((messages[5]?.position ?? 1) - 1), messages.slice(5)))).toEqual(
      all().slice(5),
    );
  });

  it('tells by a watermark how far a silent partition is', async () => {
    const reader = readerAfter(0);
    await batches(reader, messages);
    const last = messages.at(-1)?.position ?? START;
    const made = await batches(reader, [{ position: 90 as Position, previous: last, event: undefined }]);
    expect(made).toEqual([{ partition: 0, events: [], previous: last, through: 90, more: false }]);
  });

  it('gives nothing out behind a gap that cannot be filled, and fills it the next time', async () => {
    let away = true;
    const flaky = {
      readAll: async (after: Position, limit: number) => {
        if (away) throw new StoreUnavailable('away');
        return store.readAll(after, limit);
      },
    };
    const reader = new PartitionReader({
      partition: 0,
      partitions: PARTITIONS,
      after: START,
      store: flaky,
      batchEventsMax: 100,
    });
    const given = [...messages.slice(0, 3), ...messages.slice(9)];
    const made: FeedBatch[] = [];
    await expect(
      (async () => {
        for await (const batch of reader.read(given, false)) made.push(batch);
      })(),
    ).rejects.toThrow(StoreUnavailable);
    expect(positions(made)).toEqual(all().slice(0, 3));
    away = false;
    expect(positions(await batches(reader, given))).toEqual(all().slice(3));
  });

  it('does not believe Kafka what the store does not have', async () => {
    await expect(
      batches(readerAfter(0), [{ position: 99 as Position, previous: 98 as Position, event: undefined }]),
    ).rejects.toThrow('the event store ends at 40');
  });
});
