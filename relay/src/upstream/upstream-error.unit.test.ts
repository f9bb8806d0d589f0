import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../errors/relay-error.ts';
import { NAME_CHARACTERS_MAX } from '../limits.ts';
import { upstreamError } from './upstream-error.ts';

const answered = (error: unknown): RelayError =>
  upstreamError({ status: 429, statusText: 'Too Many Requests', headers: {} }, Buffer.from(JSON.stringify({ error })), {
    key: 'sk-of-the-channel',
    statusCodeMapping: new Map(),
  });

describe('what the ledger keeps of an error', () => {
  it.each([
    ['a gateway like this one', { message: 'no', type: 'new_api_error', code: 'x'.repeat(1_000) }],
    ['one that gives no code', { message: 'no', type: 'new_api_error', code: '' }],
    ['a provider', { message: 'no', type: 'rate_limit', code: 'slow\u0000down' }],
    ['one that says little', {}],
  ])('is never a word of the upstream: of %s', (_, error) => {
    expect(answered(error).ownCode).toBe('upstream_error');
    expect(answered(error).withMessage('other').ownCode).toBe('upstream_error');
  });

  it('is our own code of what we say ourselves, and where there is none the reason', () => {
    expect(RelayError.noRoom().ownCode).toBe('service_unavailable');
    expect(RelayError.access(401, 'key_limit', 'used up').ownCode).toBe('key_limit');
    expect(RelayError.attempt(504, 'upstream_timeout', 'late').withMessage('too late').ownCode).toBe(
      'upstream_timeout',
    );
  });
});

describe('the code of an error', () => {
  it.each([
    ['a text as it is', { code: 'slow_down' }, 'slow_down'],
    ["Google's by its name", { code: 429, status: 'RESOURCE_EXHAUSTED' }, 'RESOURCE_EXHAUSTED'],
    ['any other number as a text', { code: 429 }, '429'],
    ['none as none', { code: { of: 'no kind' } }, null],
  ])('is a text, since that is all that clients read: %s', (_, members, code) => {
    expect(answered({ message: 'no', ...members }).code).toBe(code);
  });
});

describe('what is said of a key that was not given', () => {
  it('has what is wrong beside the word for it', () => {
    const said = JSON.stringify({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
    const head = { status: 401, statusText: '', headers: {} };
    const { message } = upstreamError(head, Buffer.from(said), { key: 'sk-key', statusCodeMapping: new Map() });
    expect(message).toBe('invalid_grant: Invalid JWT Signature.');
  });
});

describe('how long an upstream asks to be left alone', () => {
  it.each([
    [429, '7'],
    [503, '7'],
    [529, '7'],
    [500, ''],
    [403, ''],
  ])('passes where it is asked too much: %d', (status, passed) => {
    const head = { status, statusText: '', headers: { 'retry-after': '7' } };
    const { retryAfter } = upstreamError(head, Buffer.from('{}'), { key: 'sk-key', statusCodeMapping: new Map() });
    expect(retryAfter).toBe(passed);
  });

  it('is cut, as type and param are: they are words', () => {
    const { code, type, param } = answered({
      message: 'no',
      ...Object.fromEntries(['code', 'type', 'param'].map((name) => [name, 'x'.repeat(9_000)])),
    });
    for (const word of [code, type, param]) expect(word?.length).toBeLessThanOrEqual(NAME_CHARACTERS_MAX);
  });
});
