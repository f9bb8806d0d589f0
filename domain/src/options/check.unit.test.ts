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

  it('tells the bounds of a number, and whether it must be whole', () => {
    expect(optionFault('Price', '-1')).toEqual({ rule: 'number', low: 0, high: 1e9, whole: false });
    expect(optionFault('RetryTimes', '1.5')).toEqual({ rule: 'number', low: 0, high: 20, whole: true });
    for (const text of ['', ' ', 'Infinity', 'x']) expect(optionFault('Price', text)).toMatchObject({ rule: 'number' });
  });
});

describe('savedOptionText', () => {
  it('takes off what only typing has left', () => {
    expect(savedOptionText(OPTIONS.ServerAddress, ' https://a.example// ')).toBe('https://a.example');
    expect(savedOptionText(OPTIONS.RetryTimes, ' 3 ')).toBe('3');
    expect(savedOptionText(OPTIONS.Notice, ' as typed / ')).toBe(' as typed / ');
  });
});
