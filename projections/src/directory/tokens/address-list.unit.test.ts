import { describe, expect, it } from '@jest/globals';
import { addressList, wrongLine } from './address-list.ts';

describe('wrongLine', () => {
  it.each(['', '\n \n', '10.0.0.1', ' 10.0.0.1 ,\n::1\n', '10.0.0.0/8\n2001:db8::/32\n0.0.0.0/0', '::ffff:10.0.0.1'])(
    'finds nothing wrong with %j',
    (text) => {
      expect(wrongLine(text)).toBeUndefined();
    },
  );

  it.each([
    ['10.0.0.1\nexample.com', { line: 2, text: 'example.com' }],
    ['10.0.0.1 10.0.0.2', { line: 1, text: '10.0.0.1 10.0.0.2' }],
    ['\n10.0.0.0/33', { line: 2, text: '10.0.0.0/33' }],
    ['10.0.0.0/', { line: 1, text: '10.0.0.0/' }],
    ['10.0.0.0/8/8', { line: 1, text: '10.0.0.0/8/8' }],
    ['10.0.0.0/-1', { line: 1, text: '10.0.0.0/-1' }],
    ['fe80::1%eth0', { line: 1, text: 'fe80::1%eth0' }],
    ['2001:db8::/129', { line: 1, text: '2001:db8::/129' }],
    ['10.0.0', { line: 1, text: '10.0.0' }],
  ])('names the line of %j', (text, wrong) => {
    expect(wrongLine(text)).toEqual(wrong);
  });
});

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
