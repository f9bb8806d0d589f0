import { describe, expect, it } from '@jest/globals';
import { addressList } from '@ledgate/projections/directory/tokens/address-list';
import type { Request } from 'express';
import { clientAddress } from './request-context.ts';

describe("the caller's address", () => {
  it.each([
    ['fe80::1%eth0', 'fe80::1', 'fe80::/10'],
    ['::ffff:10.0.0.1', '10.0.0.1', '10.0.0.1'],
    ['2001:db8::1', '2001:db8::1', '2001:db8::/32'],
  ])('%s is %s, and stands in a list with %s', (ip, address, line) => {
    expect(clientAddress({ ip } as Request)).toBe(address);
    expect(addressList(line)?.has(clientAddress({ ip } as Request))).toBe(true);
  });
});
