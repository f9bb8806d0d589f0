import { describe, expect, it } from '@jest/globals';
import { resetLinkIn } from './reset-link.ts';

describe('a link by which a new password is made', () => {
  it.each([
    ['?email=ada%40example.com&token=0123abcd', 'ada@example.com'],
    ['?email=ada@example.com&token=0123abcd', 'ada@example.com'],
    ['?email=ada%2Bwork%40example.com&token=0123abcd', 'ada+work@example.com'],
    ['?email=ada+work@example.com&token=0123abcd', 'ada+work@example.com'],
    ['?token=0123abcd&email=%20ada@example.com', 'ada@example.com'],
  ])('%s is of %s', (search, email) => expect(resetLinkIn(search)).toEqual({ email, token: '0123abcd' }));

  it.each(['', '?email=ada@example.com', '?token=0123abcd', '?email=&token=0123abcd', '?email=ada@example.com&token='])(
    'is not complete: %j',
    (search) => expect(resetLinkIn(search)).toBeUndefined(),
  );
});
