import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { isDatabaseLoss } from './database-loss.ts';

const withCode = (code: string, more: object = {}): Error => Object.assign(new Error('failed'), { code, ...more });

describe('isDatabaseLoss', () => {
  it.each([
    ['a broken connection', new Error('Connection terminated unexpectedly')],
    ['a pool that waits too long', new Error('timeout exceeded when trying to connect')],
    ['a client that was closed', new Error('Client was closed and is not queryable')],
    ['an answer that did not come in time', new Error('Query read timeout')],
    ['a server that stops', withCode('57P01')],
    ['a server that starts', withCode('57P03')],
    ['too many connections', withCode('53300')],
    ['a failed connection', withCode('08006')],
    ['a reset', withCode('ECONNRESET', { syscall: 'read' })],
    ['all addresses refused', new AggregateError([withCode('ECONNREFUSED', { syscall: 'connect' })])],
  ])('is %s', (_what, error) => {
    expect(isDatabaseLoss(error)).toBe(true);
  });

  it.each([
    ['a wrong query', withCode('42601')],
    ['text that cannot be stored', withCode('22021')],
    ['a value that is taken', withCode('23505')],
    ['a program error', new TypeError('x is not a function')],
    ['no error', 'Connection terminated'],
    ['nothing', undefined],
    ['one of several addresses only', new AggregateError([withCode('ECONNREFUSED'), withCode('42601')])],
  ])('is not %s', (_what, error) => {
    expect(isDatabaseLoss(error)).toBe(false);
  });

  it('is what the system says of a server that is not there, and not what it says of a missing file', async () => {
    const refused = await new Promise((resolve) => {
      connect(1, '127.0.0.1').once('error', resolve);
    });
    expect(isDatabaseLoss(refused)).toBe(true);
    let missing: unknown;
    try {
      readFileSync('/no/such/file');
    } catch (error) {
      missing = error;
    }
    expect(isDatabaseLoss(missing)).toBe(false);
  });
});
