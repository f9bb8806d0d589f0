import { describe, expect, it } from '@jest/globals';
import { addressRefusal, isAddress } from './address.ts';

describe('an e-mail address', () => {
  it.each(['a@example.com', 'a.b+c@mail.example.org', 'ünï@example.com', "o'hara@example.co"])('%s is one', (email) =>
    expect(isAddress(email)).toBe(true),
  );

  it.each([
    '',
    'nobody',
    'a@b',
    'a@b@example.com',
    'a b@example.com',
    'a@example..com',
    'a@example.com\r\nBcc: y@example.com',
    'a@example.com,b@example.com',
    '<a@example.com>',
    `${'x'.repeat(60)}@example.com`,
  ])('%j is none', (email) => expect(isAddress(email)).toBe(false));
});

describe('what the operator takes', () => {
  const rules = {
    EmailDomainRestrictionEnabled: true,
    EmailDomainWhitelist: 'example.com, Example.org',
    EmailAliasRestrictionEnabled: true,
  };

  it.each([
    ['a@example.com', undefined],
    ['a@EXAMPLE.ORG', undefined],
    ['a@example.net', 'domain'],
    ['a@sub.example.com', 'domain'],
    ['a@example.com.net', 'domain'],
    ['a+b@example.com', 'alias'],
    ['a.b@example.com', 'alias'],
    ['a@@example.com', 'form'],
  ])('%s: %s', (email, fault) =>
    expect(addressRefusal(email, rules)).toEqual(fault === undefined ? undefined : { code: 'email_refused', fault }),
  );

  it('is every address where nothing is restricted', () =>
    expect(
      addressRefusal('a.b+c@any.net', {
        ...rules,
        EmailDomainRestrictionEnabled: false,
        EmailAliasRestrictionEnabled: false,
      }),
    ).toBeUndefined());
});
