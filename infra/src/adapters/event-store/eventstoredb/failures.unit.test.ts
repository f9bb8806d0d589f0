import { describe, expect, it } from '@jest/globals';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import { StoreRefused, appendFailure, readFailure } from './failures.ts';

const thrown = (message: string, facts: object = {}): Error => Object.assign(new Error(message), facts);

/** As measured on servers 23.10.8 and 24.6.0 (docs/eventstoredb.md#errors), and what the client's own code throws. */
const UNAVAILABLE: readonly [string, unknown][] = [
  ['a closed port, batch path', thrown('14 UNAVAILABLE: No connection established', { code: 14 })],
  ['a closed port, plain path', thrown('', { code: 14, type: 'unavailable' })],
  ['no host up', thrown('Failed to discover after 3 attempts.')],
  ['a server that is starting', thrown('Could not recognize Server Is Not Ready', { type: 'unknown' })],
  ['a graceful stop', thrown('13 INTERNAL: Received RST_STREAM with code 0', { code: 13, type: 'unknown' })],
  ['a deadline', thrown('', { code: 4, type: 'deadline-exceeded' })],
  ['a deadline of the batch path', thrown('', { type: 'deadline-exceeded' })],
  ['a call that was cut by us', thrown('1 CANCELLED: Cancelled on client', { code: 1, type: 'unknown' })],
  ['a slow reader', thrown('Consumer too slow', { code: 10, type: 'timeout' })],
  ['a follower asked to lead', thrown('', { type: 'not-leader' })],
  ['a closed channel', thrown('Channel has been shut down')],
];

const REFUSED: readonly [string, unknown][] = [
  ['a deleted stream', thrown('', { type: 'stream-deleted' })],
  ['no permission', thrown('Access Denied', { code: 7, type: 'access-denied' })],
  ['a bad request', thrown('Could not recognize BadRequest', { type: 'unknown' })],
];

describe('what the client throws', () => {
  it.each(UNAVAILABLE)('is unavailability for %s', (_, error) => {
    expect(appendFailure(error)).toMatchObject({ kind: 'unavailable', error: { name: 'StoreUnavailable' } });
    expect(readFailure(error)).toMatchObject({ kind: 'unavailable', error: { name: 'StoreUnavailable' } });
  });

  it.each(REFUSED)('is a refusal for %s', (_, error) => {
    expect(appendFailure(error)).toMatchObject({ kind: 'refused', error: { name: 'StoreRefused' } });
    expect(readFailure(error)).toMatchObject({ kind: 'refused' });
  });

  it('says of too many bytes that the batch is invalid: no time mends that, fewer events may', () => {
    expect(appendFailure(thrown('', { type: 'maximum-append-size-exceeded' }))).toMatchObject({
      kind: 'refused',
      error: { name: 'InvalidAppend' },
    });
  });

  it('leaves the outcome of an append unknown where it is not known, and refuses such a read', () => {
    const error = thrown('2 UNKNOWN: Unexpected ReadAllResult: InvalidPosition', { code: 2, type: 'unknown' });
    expect(appendFailure(error)).toMatchObject({ kind: 'unavailable' });
    expect(readFailure(error)).toMatchObject({ kind: 'refused' });
  });

  it('is no stream where a read finds none', () => {
    expect(readFailure(thrown('', { type: 'stream-not-found' }))).toEqual({ kind: 'no-stream' });
  });

  it.each([
    [4n, 4],
    ['no_stream', NO_STREAM],
    [-1n, NO_STREAM],
  ])('is a conflict with %s as the actual revision', (actualVersion, actual) => {
    expect(appendFailure(thrown('', { type: 'wrong-expected-version', actualVersion }))).toEqual({
      kind: 'conflict',
      actual,
    });
  });

  it.each([[-2n], [2n ** 53n], ['any'], [undefined]])(
    'is no conflict of ours with %s as the actual revision',
    (actualVersion) => {
      expect(() => appendFailure(thrown('', { type: 'wrong-expected-version', actualVersion }))).toThrow(StoreRefused);
    },
  );

  it.each([
    ['EVENTSTORE_USER may not write', appendFailure(thrown('Access Denied', { code: 7, type: 'access-denied' }))],
    ['EVENTSTORE_USER may not write', appendFailure(thrown('', { type: 'access-denied' }))],
    [
      'EVENTSTORE_USER may not read the metadata of streams on EventStoreDB: add him to $mr of $userStreamAcl',
      readFailure(thrown('Access Denied', { code: 7, type: 'access-denied' }), 'read metadata'),
    ],
    ['EVENTSTORE_USER may not read', readFailure(thrown('Access Denied', { code: 7, type: 'access-denied' }))],
    ['EVENTSTORE_PASSWORD', readFailure(thrown('', { code: 16, type: 'access-denied' }))],
  ])('says in a sentence what is denied: %s', (said, failure) => {
    expect(failure).toMatchObject({ kind: 'refused', error: { message: expect.stringContaining(said) } });
  });

  it('names the variable for the authority where the server is vouched for by one that is not known', () => {
    const cause = 'No connection established. Last error: unable to verify the first certificate. Resolution note: ';
    const { error } = readFailure(thrown(cause, { code: 14, type: 'unavailable' })) as { error: Error };
    expect(error.message).toContain('EVENTSTORE_TLS_CA_FILE');
    expect(error.message).not.toContain('Resolution note');
  });

  it('says something also where the client does not', () => {
    expect(appendFailure(thrown('', { type: 'deadline-exceeded' }))).toMatchObject({
      error: { message: expect.stringContaining('deadline-exceeded') },
    });
  });
});
