import { expect, it } from '@jest/globals';
import { accountPath, movedFromWallet, personPath } from './account-links.ts';

it('a page of a person has its tab and what is chosen on it in the address', () => {
  expect(accountPath(2)).toBe('/user/2');
  expect(accountPath(2, 'ledger', { before: '18', leases: 'true' })).toBe('/user/2?tab=ledger&before=18&leases=true');
});

it('a closed account is looked at by its entries', () => {
  expect(personPath({ id: 2, DeletedAt: null })).toBe('/user/2');
  expect(personPath({ id: 2, DeletedAt: '2026-01-05T10:00:00Z' })).toBe('/user/2?tab=statement');
});

it.each([
  ['?user=2&range=7d', '/user/2?tab=statement&range=7d'],
  ['?user=2', '/user/2?tab=statement'],
  ['?user=7&range=7d', undefined],
  ['?range=7d', undefined],
  ['?user=0', undefined],
  ['?user=ada', undefined],
  ['', undefined],
])('the statement at %j, looked at by 7, is at %j', (search, expected) =>
  expect(movedFromWallet(search, 'statement', 7)).toBe(expected),
);
