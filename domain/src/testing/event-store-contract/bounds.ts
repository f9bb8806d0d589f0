import { expect, it } from '@jest/globals';
import {
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  type EventToAppend,
  InvalidAppend,
  NO_STREAM,
  type Revision,
} from '../../ports/event-store.ts';
import type { EventId } from '../../shared/ids.ts';
import { type StoreOf, idsIn, newEvent, newEvents, newStream, revision } from './fixture.ts';

const jsonText = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;

/** What is refused as a bug of the caller, before anything is written. */
export function boundsContract(store: StoreOf): void {
  it(`takes ${APPEND_EVENTS_MAX} events at once`, async () => {
    const stream = newStream();
    expect(await store().append(stream, NO_STREAM, newEvents(APPEND_EVENTS_MAX))).toMatchObject({
      outcome: 'appended',
      revision: APPEND_EVENTS_MAX - 1,
    });
    const read = await store().readStream(stream, revision(0), 1_000);
    expect(read.map(({ revision: at }) => at)).toEqual(Array.from({ length: APPEND_EVENTS_MAX }, (_, index) => index));
  });

  it('takes an append of exactly the most bytes', async () => {
    const stream = newStream();
    const metadataBytes = '{}'.length;
    const event = newEvent(jsonText(APPEND_BYTES_MAX - metadataBytes));
    expect(await store().append(stream, NO_STREAM, [event])).toMatchObject({ outcome: 'appended' });
    expect((await store().readStream(stream, revision(0), 1))[0]?.data).toHaveLength(APPEND_BYTES_MAX - metadataBytes);
  });

  it.each<[string, () => EventToAppend[]]>([
    ['no events', () => []],
    ['more events than the limit', () => newEvents(APPEND_EVENTS_MAX + 1)],
    ['one byte more than the limit', () => [newEvent(jsonText(APPEND_BYTES_MAX - 1))]],
    ['characters of several bytes above the limit', () => [newEvent(`"${'漢'.repeat(APPEND_BYTES_MAX / 3)}"`)]],
    ['metadata above the limit', () => [newEvent('{}', { reason: 'x'.repeat(APPEND_BYTES_MAX) })]],
    ['data that is no JSON', () => [newEvent('{"n":')]],
    ['empty data', () => [newEvent('')]],
    ['two JSON texts', () => [newEvent('{}{}')]],
    ['half a character in the data', () => [newEvent('{"n":"\ud800"}')]],
    [
      'the same id twice',
      () => {
        const event = newEvent();
        return [event, newEvent(), event];
      },
    ],
    ['an id that is no UUID', () => [{ ...newEvent(), id: '17' as EventId }]],
    ['an empty type', () => [{ ...newEvent(), type: '' }]],
    ['metadata that is no text', () => [newEvent('{}', { n: 1 } as never)]],
    ['one bad event among good ones', () => [newEvent(), newEvent('nothing'), newEvent()]],
  ])('refuses %s', async (_, events) => {
    const stream = newStream();
    await expect(store().append(stream, NO_STREAM, events())).rejects.toBeInstanceOf(InvalidAppend);
    expect(await idsIn(store(), stream)).toEqual([]);
  });

  it.each([-1, 0.5, Number.NaN])('refuses the revision %d', async (at) => {
    await expect(store().append(newStream(), at as Revision, newEvents(1))).rejects.toBeInstanceOf(InvalidAppend);
  });

  it.each([
    ['an empty name', ''],
    ['a NUL', 'till-\0'],
    ['half a character', 'till-\udc00'],
    ['a long name', 'x'.repeat(201)],
  ])('refuses a stream with %s', async (_, stream) => {
    await expect(store().append(stream, NO_STREAM, newEvents(1))).rejects.toBeInstanceOf(InvalidAppend);
  });
}
