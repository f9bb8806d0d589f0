import { describe, expect, it } from '@jest/globals';
import { addressRule } from './address-rule.ts';
import { type OutboundTarget, refusalOf, targetOf } from './outbound-target.ts';

const found = (url: string): OutboundTarget => {
  const target = targetOf(url);
  if (typeof target === 'string') throw new Error(target);
  return target;
};

describe('what a URL calls', () => {
  it.each([
    '',
    'x',
    '/a.png',
    '//example.org/a',
    'ftp://example.org/a',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'https://',
    'javascript:1',
  ])('is nothing for %j', (url) => expect(targetOf(url)).toBe('url'));

  it.each(['https://me@example.org/', 'https://me:pass@example.org/', 'https://:pass@example.org/'])(
    'is nothing with a name or a password in it: %s',
    (url) => expect(targetOf(url)).toBe('url'),
  );

  it('is nothing that no server would take for its length', () => {
    expect(targetOf(`https://example.org/${'x'.repeat(8_000)}`)).toMatchObject({ host: 'example.org' });
    expect(targetOf(`https://example.org/${'x'.repeat(9_000)}`)).toBe('url');
  });

  it.each([
    ['http://127.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['http://0x7f.0.0.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://017700000001/', '127.0.0.1'],
    ['http://127.0.0.1./', '127.0.0.1'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://[::1]/', '::1'],
    ['http://[0:0:0:0:0:0:0:1]/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://169.254.169.254:80/latest/meta-data', '169.254.169.254'],
  ])('is the address that %s spells', (url, host) => {
    expect(found(url)).toMatchObject({ host, literal: true });
    expect(refusalOf(found(url), [host], addressRule([]))).toBe('private');
  });

  it('is a name, whatever that looks like', () => {
    expect(found('https://127.0.0.1.example.org/')).toMatchObject({ host: '127.0.0.1.example.org', literal: false });
    expect(found('https://localhost/')).toMatchObject({ host: 'localhost', literal: false });
  });
});

describe('the addresses of a name', () => {
  const rule = addressRule(['10.0.0.0/24']);
  const secure = found('https://example.org/');
  const plain = found('http://example.org/');

  it('may be called when every one is public', () =>
    expect(refusalOf(secure, ['8.8.8.8', '2606:4700::1'], rule)).toBeUndefined());

  it('may not when one of them is private, wherever it stands', () => {
    expect(refusalOf(secure, ['8.8.8.8', '127.0.0.1'], rule)).toBe('private');
    expect(refusalOf(secure, ['::1', '8.8.8.8'], rule)).toBe('private');
    expect(refusalOf(secure, ['10.0.0.1', '10.0.1.1'], rule)).toBe('private');
  });

  it('may not when there is none', () => expect(refusalOf(secure, [], rule)).toBe('unknown_host'));

  it('may be called by http where the operator allows every one of them', () => {
    expect(refusalOf(plain, ['10.0.0.1'], rule)).toBeUndefined();
    expect(refusalOf(plain, ['8.8.8.8'], rule)).toBe('plain');
    expect(refusalOf(plain, ['10.0.0.1', '8.8.8.8'], rule)).toBe('plain');
  });
});
