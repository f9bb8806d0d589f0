import { expect, it } from '@jest/globals';
import { accountLink } from './account-link.ts';

it.each([
  ['user:*:wallet', '/user'],
  ['user:*:earnings', '/user'],
  ['cash:epay', '/log?type=1&range=month'],
  ['revenue', '/log?type=2&range=month'],
  ['suspense', '/log?type=2&range=month'],
  ['adjustment', '/log?type=3&range=month'],
  ['promotion', '/log?type=4&range=month'],
  ['codes:outstanding', '/redemption'],
  ['codes:claimed', '/log?type=1&range=month'],
  ['refunds:claimed', undefined],
])('%s leads to %s', (account, link) => expect(accountLink(account, 'month')).toBe(link));
