import { describe, expect, it } from '@jest/globals';
import { addressRule } from './address-rule.ts';

const strict = addressRule([]);

describe('the rule of addresses', () => {
  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '169.253.1.1', '2606:4700:4700::1111', '2a00:1450::5'])(
    'lets %s be called',
    (address) => expect(strict(address)).toBe('public'),
  );

  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine, by another of its addresses', '127.255.255.254'],
    ['any address of this machine', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['what providers of machines tell them', '169.254.169.254'],
    ['a shared network', '100.64.0.1'],
    ['what another provider tells its machines', '100.100.100.200'],
    ['what a third one tells them', '192.0.0.192'],
    ['protocols', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['benchmarks', '198.18.0.1'],
    ['relays of IPv6', '192.88.99.1'],
    ['many', '224.0.0.1'],
    ['many', '239.255.255.250'],
    ['no use yet', '240.0.0.1'],
    ['everybody', '255.255.255.255'],
    ['this machine', '::1'],
    ['any address of this machine', '::'],
    ['the link', 'fe80::1'],
    ['the link, by a zone', 'fe80::1%eth0'],
    ['a private network', 'fc00::1'],
    ['what a provider tells its machines', 'fd00:ec2::254'],
    ['a site, as it was once', 'fec0::1'],
    ['many', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['nobody', '100::1'],
    ['no use yet', '4000::1'],
    ['no use yet', 'e000::1'],
    ['IPv4, mapped', '::ffff:127.0.0.1'],
    ['IPv4, mapped, in its other spelling', '::ffff:7f00:1'],
    ['IPv4, mapped, public', '::ffff:8.8.8.8'],
    ['IPv4, compatible', '::127.0.0.1'],
    ['IPv4, compatible, public', '::8.8.8.8'],
    ['IPv4, translated', '::ffff:0:127.0.0.1'],
    ['IPv4, by NAT64', '64:ff9b::7f00:1'],
    ['IPv4, by NAT64 of a network of its own', '64:ff9b:1::7f00:1'],
    ['IPv4, by 6to4', '2002:7f00:1::'],
    ['IPv4, by Teredo', '2001:0:7f00:1::'],
    ['IPv4, by ISATAP', '2606:4700::5efe:7f00:1'],
    ['IPv4, by ISATAP of a public address', '2606:4700::200:5efe:808:808'],
    ['nothing', ''],
    ['a name', 'localhost'],
    ['an address and a port', '8.8.8.8:80'],
  ])('lets nobody call %s (%s)', (_what, address) => expect(strict(address)).toBe('refused'));

  it('lets be called what the operator allows, and says so', () => {
    const rule = addressRule(['10.0.0.5', '192.168.0.0/16', 'fd00::/8']);
    expect(rule('10.0.0.5')).toBe('allowed');
    expect(rule('192.168.7.7')).toBe('allowed');
    expect(rule('fd12::1')).toBe('allowed');
    expect(rule('10.0.0.6')).toBe('refused');
    expect(rule('fc00::1')).toBe('refused');
    expect(rule('8.8.8.8')).toBe('public');
  });

  it('takes no address of IPv6 for the one of IPv4 that hides in it', () => {
    expect(addressRule(['127.0.0.0/8'])('::ffff:127.0.0.1')).toBe('refused');
    expect(addressRule(['0.0.0.0/0'])('::1')).toBe('refused');
    expect(addressRule(['::ffff:127.0.0.0/104'])('::ffff:127.0.0.1')).toBe('allowed');
  });
});
