import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { isOfRows, isPassing, ofWriting, ProjectionFault } from './failures.ts';

const withCode = (code: string, message = 'refused'): Error => Object.assign(new Error(message), { code });

describe('a failure of the runner', () => {
  it.each([
    ['the event store is away', new StoreUnavailable('away')],
    ['Postgres refuses connections', withCode('ECONNREFUSED')],
    ['Postgres shuts down', withCode('57P01')],
    ['the disk is full', withCode('53100')],
    ['a deadlock', withCode('40P01')],
    ['a lock time-out', withCode('55P03')],
    ['the connection failed', withCode('08006')],
    ['a primary that was demoted', withCode('25006')],
    ['a password that was changed', withCode('28P01')],
    ['rights that were taken', withCode('42501')],
    ['a database that is not there', withCode('3D000')],
    ['an error within Postgres', withCode('XX000')],
    ['the event store denies access', Object.assign(new Error('access-denied'), { name: 'StoreRefused' })],
    ['the session ended', new Error('Connection terminated unexpectedly')],
    [
      'Postgres has no room for another session under TLS',
      new Error('There was an error establishing an SSL connection'),
    ],
    ['a server without TLS', new Error('The server does not support SSL connections')],
    ['a certificate that has expired', withCode('CERT_HAS_EXPIRED')],
    ['a certificate of another host', withCode('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['an authority that is not known', withCode('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')],
    ['no port left to connect from', Object.assign(withCode('EADDRNOTAVAIL'), { syscall: 'connect' })],
    ['too many open files', Object.assign(withCode('EMFILE'), { syscall: 'connect' })],
  ])('passes: %s', (_what, error) => {
    expect(isPassing(error)).toBe(true);
  });

  it.each([
    ['an event that no decider wrote', new ProjectionFault('x', undefined, withCode('57P01'))],
    ['a row that is there already', withCode('23505')],
    ['a number out of range', withCode('22003')],
    ['a mistake of ours', new TypeError('undefined is not a function')],
    ['too many open files for a file', Object.assign(withCode('EMFILE'), { syscall: 'open' })],
    ['a file that is missing', Object.assign(withCode('ENOENT'), { syscall: 'open' })],
    ['something else', 'text'],
  ])('is not known to pass: %s', (_what, error) => {
    expect(isPassing(error)).toBe(false);
  });
});

describe('what a projection throws where it writes', () => {
  it.each([
    ['a mistake of ours', new TypeError('undefined is not a function'), 'logs: undefined is not a function'],
    ['a missing file', Object.assign(withCode('ENOENT', 'no such file'), { syscall: 'open' }), 'logs: no such file'],
    ['no error at all', 'text', 'logs: text'],
  ])('is its own fault: %s', (_what, error, message) => {
    const thrown = ofWriting('logs', error);
    expect([isOfRows(error), thrown, isOfRows(thrown)]).toEqual([
      false,
      new ProjectionFault(message, undefined, error),
      true,
    ]);
  });

  it.each([
    ['Postgres does not take the rows', withCode('23505'), true],
    ['Postgres only reads', withCode('25006'), false],
    ['the connection broke', new Error('Connection terminated unexpectedly'), false],
  ])('is told as it is where %s', (_what, error, stops) => {
    expect([ofWriting('logs', error), isOfRows(error)]).toEqual([error, stops]);
  });
});
