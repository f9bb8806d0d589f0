import { isIP } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Random } from '../testing/simulation/random.ts';
import { addressRanges, wrongAddressLine } from './address-lines.ts';

describe('lines of addresses', () => {
  it.each(['', '\n \n', '10.0.0.1', ' 10.0.0.1 ,\n::1\n', '10.0.0.0/8\n2001:db8::/32\n0.0.0.0/0', '::ffff:10.0.0.1'])(
    'are all right in %j',
    (text) => {
      expect(wrongAddressLine(text)).toBeUndefined();
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
  ])('name the one that is wrong in %j', (text, wrong) => {
    expect(wrongAddressLine(text)).toEqual(wrong);
  });

  it('are ranges, without those that are wrong', () => {
    expect(addressRanges('10.0.0.0/8\noffice\n::1')).toEqual([
      { network: '10.0.0.0', bits: 8, family: 'ipv4' },
      { network: '::1', bits: 128, family: 'ipv6' },
    ]);
  });

  it('hold what Node takes for an address, and nothing else', () => {
    const random = new Random(7);
    const pieces = [
      '0',
      '1',
      '255',
      '256',
      '01',
      'f',
      'ffff',
      '12345',
      'g',
      '.',
      '.',
      ':',
      ':',
      '::',
      '1.2.3.4',
      '-',
      '',
    ];
    const seen = { addresses: 0, others: 0 };
    for (let round = 0; round < 30_000; round += 1) {
      const text = Array.from({ length: random.whole(1, 16) }, () => random.pick(pieces)).join('');
      const groups = Array.from({ length: random.whole(1, 9) }, () => random.pick(['', '0', 'ab', '1.2.3.4'])).join(
        ':',
      );
      for (const one of [text, groups]) {
        if (one === '') continue;
        const isAddress = isIP(one) !== 0;
        seen[isAddress ? 'addresses' : 'others'] += 1;
        expect([one, wrongAddressLine(one) === undefined]).toEqual([one, isAddress]);
      }
    }
    expect(seen.addresses).toBeGreaterThan(1_000);
    expect(seen.others).toBeGreaterThan(10_000);
  });
});
