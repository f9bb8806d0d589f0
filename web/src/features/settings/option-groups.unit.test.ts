import { describe, expect, it } from '@jest/globals';
import { en } from '../../shared/i18n/en.ts';
import { jsonError, optionError, optionGroups, savedValue, shownValue } from './option-groups.ts';

describe('options', () => {
  it('stand in one group each', () => {
    const keys = optionGroups.flatMap(({ fields }) => fields.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  });
  it('in JSON must be objects of the right values', () => {
    expect(jsonError('ModelRatio', '{"gpt-4o": 1.25}', en)).toBeUndefined();
    expect(jsonError('UserUsableGroups', '{"vip": "VIP"}', en)).toBeUndefined();
    for (const wrong of ['', '[]', '{', 'null']) expect(jsonError('ModelRatio', wrong, en)).toBe(en.form.json);
    expect(jsonError('GroupRatio', '{"vip": -1}', en)).toBe(en.settings.jsonEntry('vip'));
    expect(jsonError('ModelPrice', '{"x": "1"}', en)).toBe(en.settings.jsonEntry('x'));
  });
  it('that are numbers have a minimum', () => {
    expect(optionError({ key: 'DataExportInterval', kind: 'number', minimum: 1 }, '0', en)).toBe(en.form.numberMin(1));
    expect(optionError({ key: 'RetryTimes', kind: 'number' }, '3', en)).toBeUndefined();
    expect(optionError({ key: 'RetryTimes', kind: 'number' }, 'three', en)).toBe(en.form.numberMin(0));
  });
  it('in JSON on one line are shown a line an entry, with every digit', () => {
    const field = { key: 'ModelRatio', kind: 'json' } as const;
    expect(shownValue(field, '{"gpt-4o": 1.250,"a,b:{\\"c\\"}":0.30000000000000000001}')).toBe(
      '{\n  "gpt-4o": 1.250,\n  "a,b:{\\"c\\"}": 0.30000000000000000001\n}',
    );
    for (const same of ['', '{}', '{\n"gpt-4o":1}']) expect(shownValue(field, same)).toBe(same);
    expect(shownValue({ key: 'SystemName', kind: 'text' }, '{a,b}')).toBe('{a,b}');
  });
  it('that are addresses lose the slash at their end', () =>
    expect(savedValue({ key: 'ServerAddress', kind: 'address' }, ' https://a.example/ ')).toBe('https://a.example'));
});
