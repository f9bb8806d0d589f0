import { expect, it } from '@jest/globals';
import { type EventStore, NO_STREAM, type Position, type RecordedEvent } from '../../ports/event-store.ts';
import { type StoreOf, idsOf, newEvent, newEvents, newStream, readAllAfter, revision } from './fixture.ts';

const WRITERS = 8;
const APPENDS_EACH = 40;
const PAGE_EVENTS = 50;

export function readingContract(store: StoreOf): void {
  it('reads a stream forwards from a revision, at most the limit', async () => {
    const stream = newStream();
    const events = newEvents(10);
    await store().append(stream, NO_STREAM, events);
    expect(idsOf(await store().readStream(stream, revision(3), 4))).toEqual(idsOf(events.slice(3, 7)));
    expect(idsOf(await store().readStream(stream, revision(8), 4))).toEqual(idsOf(events.slice(8)));
    expect(await store().readStream(stream, revision(10), 4)).toEqual([]);
    expect(await store().readStream(newStream(), revision(0), 4)).toEqual([]);
  });

  it('reads a stream backwards, newest first', async () => {
    const stream = newStream();
    const events = newEvents(10);
    await store().append(stream, NO_STREAM, events);
    expect(idsOf(await store().readStreamBackwards(stream, 3))).toEqual(idsOf(events.slice(7).toReversed()));
    expect(idsOf(await store().readStreamBackwards(stream, 3, revision(5)))).toEqual(
      idsOf(events.slice(3, 6).toReversed()),
    );
    expect(idsOf(await store().readStreamBackwards(stream, 3, revision(1)))).toEqual(
      idsOf(events.slice(0, 2).toReversed()),
    );
    expect(idsOf(await store().readStreamBackwards(stream, 3, revision(99)))).toEqual(
      idsOf(events.slice(7).toReversed()),
    );
    expect(await store().readStreamBackwards(newStream(), 3)).toEqual([]);
  });

  it('reads all streams in one order, after a position', async () => {
    const [one, other] = [newStream(), newStream()];
    const before = await store().head();
    const first = newEvents(2);
    const second = newEvents(3);
    const third = newEvents(1);
    await store().append(one, NO_STREAM, first);
    await store().append(other, NO_STREAM, second);
    await store().append(one, revision(1), third);
    const all = await readAllAfter(store(), before);
    expect(all.map(({ stream, revision: at, id }) => [stream, at, id])).toEqual([
      ...first.map(({ id }, index) => [one, index, id]),
      ...second.map(({ id }, index) => [other, index, id]),
      [one, 2, third[0]?.id],
    ]);
    expectIncreasing(all);
    expect(await store().readAll(all[1]?.position ?? before, 2)).toEqual(all.slice(2, 4));
    expect(await store().readAll(await store().head(), 10)).toEqual([]);
  });

  it('gives an event the same shape however it is read', async () => {
    const stream = newStream();
    const before = await store().head();
    await store().append(stream, NO_STREAM, [newEvent('{"a":1}', { accountId: '7' })]);
    const forwards = await store().readStream(stream, revision(0), 1);
    expect(await store().readStreamBackwards(stream, 1)).toEqual(forwards);
    expect(await store().readAll(before, 1)).toEqual(forwards);
  });

  it('answers an append with the position of its last event, which is then the head', async () => {
    const stream = newStream();
    const before = await store().head();
    const outcome = await store().append(stream, NO_STREAM, newEvents(3));
    const [last] = await store().readStreamBackwards(stream, 1);
    expect(outcome).toEqual({ outcome: 'appended', revision: 2, position: last?.position });
    expect(await store().head()).toBe(last?.position);
    expect(await store().head()).toBeGreaterThan(before);
  });

  it('shows what was acknowledged at once, and never an earlier position later', async () => {
    const before = await store().head();
    let writing = true;
    const following = follow(store(), before, () => writing);
    const written = (await Promise.all(Array.from({ length: WRITERS }, () => writeMany(store())))).flat();
    writing = false;
    const followed = await following;
    expectIncreasing(followed);
    expect(followed).toEqual(await readAllAfter(store(), before));
    expect(idsOf(followed).toSorted()).toEqual(written.toSorted());
  });

  it('wakes listeners after an append until they stop listening', async () => {
    let wakes = 0;
    let stop: () => void = () => {};
    const woken = new Promise<void>((resolve) => {
      stop = store().onAppended(() => {
        wakes += 1;
        resolve();
      });
    });
    await store().append(newStream(), NO_STREAM, newEvents(1));
    await woken;
    stop();
    const seen = wakes;
    const another = new Promise<void>((resolve) => {
      const end = store().onAppended(() => {
        end();
        resolve();
      });
    });
    await store().append(newStream(), NO_STREAM, newEvents(1));
    await another;
    expect(wakes).toBe(seen);
  });
}

/** Appends one by one to a stream of its own and looks for each acknowledged event; answers their ids. */
async function writeMany(store: EventStore): Promise<string[]> {
  const stream = newStream();
  const ids: string[] = [];
  for (let index = 0; index < APPENDS_EACH; index += 1) {
    const events = newEvents(1 + (index % 3));
    await store.append(stream, ids.length === 0 ? NO_STREAM : revision(ids.length - 1), events);
    ids.push(...idsOf(events));
    expect(idsOf(await store.readStreamBackwards(stream, 1))).toEqual(ids.slice(-1));
  }
  return ids;
}

/** Reads on from the last position seen until nobody writes any more and nothing is left. */
async function follow(store: EventStore, from: Position, writing: () => boolean): Promise<RecordedEvent[]> {
  const seen: RecordedEvent[] = [];
  for (;;) {
    const goOn = writing();
    const page = await store.readAll(seen.at(-1)?.position ?? from, PAGE_EVENTS);
    seen.push(...page);
    if (page.length === 0 && !goOn) return seen;
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}

function expectIncreasing(events: readonly RecordedEvent[]): void {
  const positions = events.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
}
