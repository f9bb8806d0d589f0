import { expect, it } from '@jest/globals';
import { NO_STREAM } from '../../ports/event-store.ts';
import { type StoreOf, newEvent, newStream, revision } from './fixture.ts';

/** What is read is what was written, character by character. */
export function fidelityContract(store: StoreOf): void {
  it.each([
    ['key order and repeated keys', '{"b":1,"a":2,"10":3,"1":4,"b":5}'],
    ['spaces and line ends', ' { "a" :\n\t[ 1 , 2 ] }\r\n'],
    ['integers beyond 2^53', '{"n":9007199254740993,"m":-123456789012345678901234567890}'],
    ['the writing of numbers', '[1.0,1e2,0.10,-0,1E+2]'],
    ['characters of all planes', '{"名":"漢字 žluťoučký 🦄👩‍👩‍👧 \\u0000"}'],
    ['one character written in two ways', '["\u00e9","e\u0301"]'],
    ['escapes, also of half a character', '{"s":"\\ud800 \\u00e9 \\/ \\""}'],
    ['line separators and the byte order mark', '["\u2028\u2029\ufeff"]'],
    ['a bare value', 'null'],
  ])('keeps %s', async (_, data) => {
    const stream = newStream();
    await store().append(stream, NO_STREAM, [newEvent(data)]);
    expect(await store().readStream(stream, revision(0), 1)).toMatchObject([{ data }]);
  });

  it('keeps metadata, type and a name in any script', async () => {
    const stream = `${newStream()}-日本 ü`;
    const metadata = { $correlationId: 'c', reason: 'kůň "\\\n 🦄 \0 \ud800', accountId: '7', empty: '' };
    const event = { ...newEvent('{}', metadata), type: 'Přidáno' };
    await store().append(stream, NO_STREAM, [event]);
    expect(await store().readStream(stream, revision(0), 1)).toMatchObject([{ ...event, stream, revision: 0 }]);
  });

  it('says in UTC when an event was written, or what its metadata says', async () => {
    const stream = newStream();
    const recordedAt = '2020-02-29T23:59:59.123Z';
    await store().append(stream, NO_STREAM, [newEvent(), newEvent('{}', { recordedAt })]);
    const [own, moved] = await store().readStream(stream, revision(0), 2);
    expect(own?.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(moved?.recordedAt).toBe(recordedAt);
  });

  it('is not changed by what the caller does with its objects afterwards', async () => {
    const stream = newStream();
    const metadata = { reason: 'first' };
    const events = [newEvent('{}', metadata)];
    const appending = store().append(stream, NO_STREAM, events);
    metadata.reason = 'second';
    events.push(newEvent());
    await appending;
    expect(await store().readStream(stream, revision(0), 10)).toMatchObject([{ metadata: { reason: 'first' } }]);
  });
}
