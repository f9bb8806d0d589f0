import { describe, expect, it } from '@jest/globals';
import { optionFault, savedOptionText } from './check.ts';
import { OPTIONS } from './registry.ts';

describe('optionFault', () => {
  it.each([
    ['UserUsableGroups', '{"a":"A","vip":1}', 'vip'],
    ['UserUsableGroups', '{"vip\\u0000":"VIP"}', 'vip\0'],
    ['TopupGroupRatio', '{"vip":-1}', 'vip'],
  ])('names the entry of %s = %s that does not fit', (key, text, entry) => {
    expect(optionFault(key, text)).toMatchObject({ rule: 'json', entry });
  });

  it.each(['{', '[]', 'null', '"text"', ''])('names none where %j is no object', (text) => {
    expect(optionFault('TopupGroupRatio', text)).toEqual({ rule: 'json', of: 'ratios' });
  });

  it('names the name that no tag can have, and says how many there may be', () => {
    expect(optionFault('TagKeys', 'team\nproject, cost-centre')).toBeUndefined();
    expect(optionFault('TagKeys', 'team\nno=name')).toEqual({ rule: 'tags', maximum: 64, entry: 'no=name' });
    const many = Array.from({ length: 65 }, (_, index) => `n${index}`).join('\n');
    expect(optionFault('TagKeys', many)).toEqual({ rule: 'tags', maximum: 64 });
  });

  it.each([
    ['ServerAddress', ['', 'https://gate.example.com/path', 'http://127.0.0.1:3000', 'http://[::1]:80/?a=b']],
    ['SealWebhook', ['', 'https://seals.example.com/in/?a=b', 'http://10.0.0.7:8080/', `https://a/${'x'.repeat(490)}`]],
    ['SealMail', ['', 'books@example.com']],
    ['SMTPServer', ['', 'mail.example.com', '127.0.0.1', '[::1]', '::1']],
    ['SMTPFrom', ['', 'gate@example.com', 'a+b@xn--fiq228c.example']],
    ['EmailDomainWhitelist', ['', 'example.com', 'example.com, 例子.cn', 'localhost']],
    ['SMTPToken', ['', ' with blanks ', 'x'.repeat(2_048)]],
    ['Logo', ['', `data:image/png;base64,${'A'.repeat(100_000)}`]],
    ['Footer', ['two\nlines']],
  ])('takes what %s may be', (key, texts) => {
    for (const text of texts) expect(optionFault(key, text)).toBeUndefined();
  });

  it.each([
    [
      'ServerAddress',
      'address',
      ['gate.example.com', 'ftp://x', 'javascript:alert(1)', 'https://', 'https://a b', 'https://a\nb'],
    ],
    ['PayAddress', 'address', [`https://example.com/${'x'.repeat(2_048)}`]],
    [
      'SealWebhook',
      'hook',
      ['seals.example.com', 'ftp://x', 'https://ada@a', 'https://:b@a', 'https://a b', `https://a/${'x'.repeat(491)}`],
    ],
    ['SealMail', 'email', ['books', 'a@b,c@d']],
    ['SMTPServer', 'host', ['smtp://mail.example.com', 'a b', 'a/b', 'a\r\nb']],
    ['SMTPFrom', 'email', ['gate', 'Gate <gate@example.com>', 'a@b@c', 'a@b\nBcc: c@d', 'a@b,c@d']],
    ['EmailDomainWhitelist', 'domains', ['example.com,,a.b', '@example.com', 'a b', '.com']],
    ['SMTPToken', 'line', ['two\nlines', '\u0000', 'x'.repeat(2_049)]],
    ['SystemName', 'line', ['two\nlines', 'x'.repeat(2_049)]],
  ])('refuses what %s may not be', (key, rule, texts) => {
    for (const text of texts) expect(optionFault(key, text)).toMatchObject({ rule });
  });

  it('tells the bounds of a number, and whether it must be whole', () => {
    expect(optionFault('Price', '-1')).toEqual({ rule: 'number', low: 0, high: 1e9, whole: false });
    expect(optionFault('RetryTimes', '1.5')).toEqual({ rule: 'number', low: 0, high: 20, whole: true });
    for (const text of ['', ' ', 'Infinity', 'x']) expect(optionFault('Price', text)).toMatchObject({ rule: 'number' });
  });
});

describe('savedOptionText', () => {
  it('takes off what only typing has left', () => {
    expect(savedOptionText(OPTIONS.ServerAddress, ' https://a.example// ')).toBe('https://a.example');
    expect(savedOptionText(OPTIONS.SealWebhook, ' https://a.example/in/ ')).toBe('https://a.example/in/');
    expect(savedOptionText(OPTIONS.RetryTimes, ' 3 ')).toBe('3');
    expect(savedOptionText(OPTIONS.Notice, ' as typed / ')).toBe(' as typed / ');
  });
});
