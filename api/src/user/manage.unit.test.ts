import { describe, expect, it } from '@jest/globals';
import { actionRefusal } from './manage.ts';
import { rankRefusal } from './rank.ts';
import type { UserRow } from '@ledgate/projections/directory/rows';

const as = (role: number) => ({ role }) as UserRow;
const [user, admin, root] = [as(1), as(10), as(100)];

describe('rankRefusal', () => {
  it('lets administrators touch who stands below them, and root everybody', () => {
    expect(rankRefusal(admin, user)).toBeUndefined();
    expect(rankRefusal(admin, admin)).toEqual({ code: 'rank_too_low' });
    expect(rankRefusal(admin, root)).toEqual({ code: 'rank_too_low' });
    expect(rankRefusal(root, root)).toBeUndefined();
  });
});

describe('actionRefusal', () => {
  it.each([
    ['promote', user, admin, 'role_too_low'],
    ['promote', admin, root, 'role_unchanged'],
    ['promote', root, root, 'role_unchanged'],
    ['demote', user, root, 'role_unchanged'],
    ['demote', root, root, 'root_protected'],
    ['disable', root, root, 'root_protected'],
    ['delete', root, root, 'root_protected'],
  ])('refuses to %s a user of role %j', (action, target, caller, code) => {
    expect(actionRefusal(action, target, caller)).toEqual({ code });
  });

  it.each([
    ['promote', user, root],
    ['demote', admin, root],
    ['disable', user, admin],
    ['enable', root, root],
    ['delete', user, admin],
    ['anything', root, root],
  ])('lets %s pass', (action, target, caller) => {
    expect(actionRefusal(action, target, caller)).toBeUndefined();
  });
});
