import { describe, expect, it } from '@jest/globals';
import { addressList } from './address-list.ts';

describe('addressList', () => {
  it('knows addresses and ranges of both families', () => {
    const list = addressList('10.1.0.0/16\n192.168.0.7,\n2001:db8::/32\n::1');
    for (const address of ['10.1.255.255', '192.168.0.7', '2001:DB8:1::9', '::1', '::ffff:10.1.2.3'])
      expect([address, list?.has(address)]).toEqual([address, true]);
    for (const address of ['10.2.0.0', '192.168.0.8', '2001:db9::', '::2', '', 'unknown'])
      expect([address, list?.has(address)]).toEqual([address, false]);
  });

  it('lets in from everywhere without a line, and from nowhere without a valid one', () => {
    expect(addressList(' \n')).toBeNull();
    expect(addressList('office')?.has('10.0.0.1')).toBe(false);
    expect(addressList('0.0.0.0/0')?.has('203.0.113.9')).toBe(true);
  });
});
