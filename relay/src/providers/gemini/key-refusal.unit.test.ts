import { describe, expect, it } from '@jest/globals';
import { providers } from '../registry.ts';
import { statusOfKeyRefusal } from './key-refusal.ts';

const refusal = (reason: string): object => ({
  error: {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' },
      { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', locale: 'en-US', message: 'API key not valid.' },
    ],
  },
});
const due = (status: number, answer: unknown): number | undefined =>
  statusOfKeyRefusal({ head: { status, statusText: '', headers: {} }, body: Buffer.from(JSON.stringify(answer)) });

describe('a key that Google does not take', () => {
  it('is due a 401, in a list too', () => {
    expect(due(400, refusal('API_KEY_INVALID'))).toBe(401);
    expect(due(400, [refusal('API_KEY_INVALID')])).toBe(401);
  });

  it.each([
    ['of another reason', 400, refusal('API_KEY_SERVICE_BLOCKED')],
    ['of another status', 403, refusal('API_KEY_INVALID')],
    ['without a reason', 400, { error: { message: 'API key not valid.' } }],
    ['that is none', 400, 'API_KEY_INVALID'],
  ])('is not told by an error %s', (_, status, answer) => {
    expect(due(status, answer)).toBeUndefined();
  });

  it.each([24, 11])('is known of channels of type %d', (type) => {
    expect(providers.providerOf(type)?.dueStatus).toBe(statusOfKeyRefusal);
  });
});
