import { describe, expect, it } from '@jest/globals';
import { userId } from '@ledgate/domain/shared/ids';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { refusalOf, visitorOf } from './identity.ts';

const user = (fields: Partial<UserRow> = {}): UserRow => ({
  id: userId(7),
  username: 'ann',
  passwordHash: '',
  displayName: '',
  role: 1,
  status: 1,
  email: '',
  githubId: '',
  wechatId: '',
  telegramId: '',
  linuxDoId: '',
  group: 'default',
  affCode: '',
  inviterId: 0,
  accessTokenHash: '',
  createdTime: 1,
  closedTime: null,
  limits: '',
  permissions: '',
  ...fields,
});
const as = (fields: Partial<UserRow> = {}) => ({ by: 'session' as const, user: user(fields) });

describe('refusalOf', () => {
  it.each([
    ['nobody', { by: 'nobody' as const }, '7', 'not_signed_in'],
    ['an unknown access token', { by: 'unknown_access_token' as const }, '7', 'access_token_unknown'],
    ['a closed account', as({ closedTime: 5 }), '7', 'own_account_closed'],
    ['no header', as(), undefined, 'user_header_wrong'],
    ['a header that is no number', as(), 'abc', 'user_header_wrong'],
    ['a header below zero', as(), '-1', 'user_header_wrong'],
    ['another id in the header', as(), '8', 'user_header_wrong'],
    ['a banned user, whatever his role', as({ status: 2, role: 100 }), '7', 'user_banned'],
    ['a user of a status that nobody knows', as({ status: 3, role: 100 }), '7', 'user_banned'],
    ['a role that is too low', as(), '7', 'role_too_low'],
  ])('refuses %s', (_what, presented, header, code) => {
    expect(refusalOf(presented, header, { level: 'admin' })).toMatchObject({ code });
  });

  it('lets pass who has the role and names himself', () => {
    expect(refusalOf(as({ role: 10 }), '7', { level: 'admin' })).toBeUndefined();
    expect(refusalOf(as({ role: 10 }), '7', { level: 'root' })).toMatchObject({ code: 'role_too_low' });
  });

  it('lets pass who holds a permission that opens the call, and no other', () => {
    const reading = { level: 'admin', opens: ['finance'] } as const;
    expect(refusalOf(as({ permissions: 'finance' }), '7', reading)).toBeUndefined();
    expect(refusalOf(as({ permissions: 'later,finance' }), '7', reading)).toBeUndefined();
    expect(refusalOf(as({ permissions: 'financed' }), '7', reading)).toMatchObject({ code: 'role_too_low' });
    expect(refusalOf(as({ permissions: 'finance' }), '7', { level: 'admin' })).toMatchObject({ code: 'role_too_low' });
    expect(refusalOf(as({ permissions: 'finance', status: 2 }), '7', reading)).toMatchObject({ code: 'user_banned' });
  });

  it('asks nothing of calls that anybody may make', () => {
    expect(refusalOf({ by: 'nobody' }, undefined, { level: 'public' })).toBeUndefined();
    expect(refusalOf(as({ status: 2 }), 'abc', { level: 'try_user' })).toBeUndefined();
  });
});

describe('visitorOf', () => {
  it('is nobody for banned and closed users', () => {
    expect(visitorOf(as())?.id).toBe(7);
    expect(visitorOf(as({ status: 2 }))).toBeUndefined();
    expect(visitorOf(as({ status: 3 }))).toBeUndefined();
    expect(visitorOf(as({ closedTime: 9 }))).toBeUndefined();
  });
});
