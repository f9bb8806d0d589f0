import { expect, it } from '@jest/globals';
import { NO_STREAM, WITHOUT_POSITION } from '../../ports/event-store.ts';
import { type StoreOf, idsIn, idsOf, newEvent, newEvents, newStream, revision } from './fixture.ts';

const RACERS = 50;
const PIPELINED = 200;

/** Exact revisions: one writer wins, the others learn where the stream is. */
export function appendingContract(store: StoreOf): void {
  it('begins a stream and goes on at the last revision', async () => {
    const stream = newStream();
    const first = await store().append(stream, NO_STREAM, newEvents(3));
    const second = await store().append(stream, revision(2), newEvents(2));
    expect(first).toMatchObject({ outcome: 'appended', revision: 2 });
    expect(second).toMatchObject({ outcome: 'appended', revision: 4 });
  });

  it('names the position of the last event where it is wanted, and none where not, always with the exact revision', async () => {
    const stream = newStream();
    const [first, second] = [newEvents(3), newEvents(2)];
    const bare = await store().append(stream, NO_STREAM, first, WITHOUT_POSITION);
    expect(bare).toEqual({ outcome: 'appended', revision: 2, position: undefined });
    const named = await store().append(stream, revision(2), second, { position: true });
    const [last] = await store().readStreamBackwards(stream, 1);
    expect(named).toEqual({ outcome: 'appended', revision: 4, position: last?.position });
    expect(await idsIn(store(), stream)).toEqual(idsOf([...first, ...second]));
    const conflict = { outcome: 'conflict', actual: 4 };
    expect(await store().append(stream, revision(2), newEvents(1), WITHOUT_POSITION)).toEqual(conflict);
  });

  it('answers each of those that do not wait for each other as it wants', async () => {
    const stream = newStream();
    const events = newEvents(PIPELINED);
    const outcomes = await Promise.all(
      events.map((event, index) =>
        store().append(stream, index === 0 ? NO_STREAM : revision(index - 1), [event], { position: index % 3 === 1 }),
      ),
    );
    const written = await store().readStream(stream, revision(0), PIPELINED);
    expect(outcomes).toEqual(
      written.map(({ revision: at, position }) => ({
        outcome: 'appended',
        revision: at,
        position: at % 3 === 1 ? position : undefined,
      })),
    );
    expect(idsOf(written)).toEqual(idsOf(events));
  });

  it('names the actual revision in a conflict and writes nothing', async () => {
    const stream = newStream();
    const events = newEvents(3);
    await store().append(stream, NO_STREAM, events);
    const conflict = { outcome: 'conflict', actual: 2 };
    expect(await store().append(stream, NO_STREAM, newEvents(1))).toEqual(conflict);
    expect(await store().append(stream, revision(1), newEvents(1))).toEqual(conflict);
    expect(await store().append(stream, revision(3), newEvents(1))).toEqual(conflict);
    expect(await idsIn(store(), stream)).toEqual(idsOf(events));
  });

  it('answers a revision of a stream that does not exist with a conflict', async () => {
    expect(await store().append(newStream(), revision(0), newEvents(1))).toEqual({
      outcome: 'conflict',
      actual: NO_STREAM,
    });
  });

  it('lets exactly one of many begin a stream', async () => {
    const stream = newStream();
    const racers = Array.from({ length: RACERS }, () => newEvent());
    const outcomes = await Promise.all(racers.map((event) => store().append(stream, NO_STREAM, [event])));
    const winners = racers.filter((_, index) => outcomes[index]?.outcome === 'appended');
    expect(winners).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'conflict')).toEqual(
      Array(RACERS - 1).fill({ outcome: 'conflict', actual: 0 }),
    );
    expect(await idsIn(store(), stream)).toEqual(idsOf(winners));
  });

  it('takes appends that do not wait for each other in the order in which they were called', async () => {
    const stream = newStream();
    const events = newEvents(PIPELINED);
    const outcomes = await Promise.all(
      events.map((event, index) => store().append(stream, index === 0 ? NO_STREAM : revision(index - 1), [event])),
    );
    expect(outcomes.map((outcome) => (outcome.outcome === 'appended' ? outcome.revision : 'conflict'))).toEqual(
      events.map((_, index) => index),
    );
    expect(await idsIn(store(), stream)).toEqual(idsOf(events));
  });

  it('is not disturbed by a conflict among appends of the same moment', async () => {
    const streams = Array.from({ length: 20 }, newStream);
    const outcomes = await Promise.all(
      streams.map((stream, index) => store().append(stream, index % 3 === 0 ? revision(7) : NO_STREAM, newEvents(2))),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(
      streams.map((_, index) => (index % 3 === 0 ? 'conflict' : 'appended')),
    );
    for (const [index, stream] of streams.entries())
      expect(await idsIn(store(), stream)).toHaveLength(index % 3 === 0 ? 0 : 2);
  });

  it('takes batches of several streams at the same time, each whole and in its order', async () => {
    const appends = Array.from({ length: 30 }, (_, index) => ({ stream: newStream(), events: newEvents(1 + index) }));
    await Promise.all(appends.map(({ stream, events }) => store().append(stream, NO_STREAM, events)));
    for (const { stream, events } of appends) expect(await idsIn(store(), stream)).toEqual(idsOf(events));
  });
}
