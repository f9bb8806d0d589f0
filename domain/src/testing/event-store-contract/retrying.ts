import { expect, it } from '@jest/globals';
import { type EventStore, type EventToAppend, NO_STREAM, WITHOUT_POSITION } from '../../ports/event-store.ts';
import { type StoreOf, idsIn, idsOf, newEvent, newEvents, newStream, revision } from './fixture.ts';

type Written = { stream: string; a: EventToAppend[]; b: EventToAppend[] };

/** A = three events from the beginning, B = two after them. */
async function writeTwoBatches(store: EventStore): Promise<Written> {
  const written = { stream: newStream(), a: newEvents(3), b: newEvents(2) };
  await store.append(written.stream, NO_STREAM, written.a);
  await store.append(written.stream, revision(2), written.b);
  return written;
}

/** Idempotency is id + stated revision (docs/ledger.md#appending, docs/eventstoredb.md#repeated-appends). */
export function retryingContract(store: StoreOf): void {
  it('answers a repeated batch as it did the first time', async () => {
    const stream = newStream();
    const events = newEvents(3);
    const first = await store().append(stream, NO_STREAM, events);
    expect(first).toMatchObject({ outcome: 'appended', revision: 2 });
    expect(await store().append(stream, NO_STREAM, events)).toEqual(first);
    expect(await idsIn(store(), stream)).toEqual(idsOf(events));
  });

  it('recognises a repeated batch after later events', async () => {
    const { stream, a, b } = await writeTwoBatches(store());
    const [third] = await store().readStream(stream, revision(2), 1);
    await store().append(stream, revision(4), newEvents(100));
    expect(await store().append(stream, NO_STREAM, a)).toEqual({
      outcome: 'appended',
      revision: 2,
      position: third?.position,
    });
    expect(await store().append(stream, revision(2), b)).toMatchObject({ outcome: 'appended', revision: 4 });
    expect(await idsIn(store(), stream)).toHaveLength(105);
  });

  it('recognises a repeated batch whether its position is wanted or not, and answers each as it wants', async () => {
    const stream = newStream();
    const events = newEvents(3);
    const bare = await store().append(stream, NO_STREAM, events, WITHOUT_POSITION);
    await store().append(stream, revision(2), newEvents(2));
    expect(await store().append(stream, NO_STREAM, events, WITHOUT_POSITION)).toEqual(bare);
    const [third] = await store().readStream(stream, revision(2), 1);
    const named = { outcome: 'appended', revision: 2, position: third?.position };
    expect(await store().append(stream, NO_STREAM, events)).toEqual(named);
    expect(await store().append(stream, NO_STREAM, events, WITHOUT_POSITION)).toEqual(bare);
    expect(await idsIn(store(), stream)).toHaveLength(5);
  });

  it('recognises both of two copies under way at once', async () => {
    const stream = newStream();
    const events = newEvents(3);
    const outcomes = await Promise.all([
      store().append(stream, NO_STREAM, events),
      store().append(stream, NO_STREAM, events),
    ]);
    expect(outcomes[0]).toMatchObject({ outcome: 'appended', revision: 2 });
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(await idsIn(store(), stream)).toEqual(idsOf(events));
  });

  it.each<
    [
      string,
      'appended' | 'conflict',
      (written: Written) => { at: number | typeof NO_STREAM; events: EventToAppend[] },
      number,
    ]
  >([
    ['the beginning of a written batch', 'appended', ({ a }) => ({ at: NO_STREAM, events: a.slice(0, 2) }), 1],
    ['the end of a written batch at its own revision', 'appended', ({ a }) => ({ at: 0, events: a.slice(1) }), 2],
    ['two written batches as one', 'appended', ({ a, b }) => ({ at: NO_STREAM, events: [...a, ...b] }), 4],
    [
      'the end of a written batch at another revision',
      'conflict',
      ({ a }) => ({ at: NO_STREAM, events: a.slice(1) }),
      4,
    ],
    ['a written batch in another order', 'conflict', ({ a }) => ({ at: NO_STREAM, events: a.toReversed() }), 4],
    ['a written batch with a new event after it', 'conflict', ({ b }) => ({ at: 2, events: [...b, newEvent()] }), 4],
    [
      'both written batches with a new event after them',
      'conflict',
      ({ a, b }) => ({ at: NO_STREAM, events: [...a, ...b, newEvent()] }),
      4,
    ],
    ['a written batch with a new event before it', 'conflict', ({ b }) => ({ at: 1, events: [newEvent(), ...b] }), 4],
    [
      'a written batch with a new event inside',
      'conflict',
      ({ a: [first, , third] }) => ({
        at: NO_STREAM,
        events: [first, newEvent(), third].filter((event) => event !== undefined),
      }),
      4,
    ],
    ['a written batch at a revision before its own', 'conflict', ({ b }) => ({ at: 1, events: b }), 4],
    ['a written batch at a revision after the end', 'conflict', ({ b }) => ({ at: 9, events: b }), 4],
  ])('judges %s: %s', async (_, outcome, build, last) => {
    const written = await writeTwoBatches(store());
    const { at, events } = build(written);
    const answer = await store().append(written.stream, at === NO_STREAM ? NO_STREAM : revision(at), events);
    expect(answer).toMatchObject(outcome === 'appended' ? { outcome, revision: last } : { outcome, actual: last });
    expect(await idsIn(store(), written.stream)).toEqual(idsOf([...written.a, ...written.b]));
  });

  it('keeps ids apart by stream', async () => {
    const events = newEvents(2);
    const [one, other] = [newStream(), newStream()];
    await store().append(one, NO_STREAM, events);
    expect(await store().append(other, NO_STREAM, events)).toMatchObject({ outcome: 'appended', revision: 1 });
    expect(await idsIn(store(), other)).toEqual(idsOf(events));
  });

  it('recognises a batch by its ids alone and keeps the first data', async () => {
    const stream = newStream();
    const event = newEvent('{"n":1}');
    await store().append(stream, NO_STREAM, [event]);
    expect(await store().append(stream, NO_STREAM, [{ ...event, data: '{"n":2}' }])).toMatchObject({
      outcome: 'appended',
      revision: 0,
    });
    expect(await store().readStream(stream, revision(0), 10)).toMatchObject([{ data: '{"n":1}' }]);
  });
}
