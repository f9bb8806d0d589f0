import { OPTIONS, type ShownOptionKey } from '@ledgate/domain/options/registry';
import { describe, expect, it } from '@jest/globals';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { type OptionField, optionError, optionGroups, optionTabs, savedValue, shownValue } from './option-groups.ts';

const field = (key: ShownOptionKey): OptionField => ({ key, row: OPTIONS[key] });
const errorOf = (key: ShownOptionKey, value: string): string | undefined => optionError(field(key), value, en);

describe('options', () => {
  it('stand in one group each, none of which is empty', () => {
    const keys = optionGroups.flatMap(({ fields }) => fields.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    expect(optionGroups.filter(({ fields }) => fields.length === 0)).toEqual([]);
    expect(optionTabs).toEqual(['operation', 'pricing', 'system', 'other']);
  });
  it('have a text in each language, and so has whatever may be chosen', () => {
    for (const texts of [en, zh]) {
      const keys = optionGroups.flatMap(({ fields }) => fields.map(({ key }) => key));
      expect(Object.keys(texts.options).toSorted()).toEqual(keys.toSorted());
      const choices = optionGroups.flatMap(({ fields }) =>
        fields.flatMap(({ key, row }) => (row.kind === 'choice' ? [[key, row.choices]] : [])),
      );
      const named = Object.entries(texts.optionChoices).map(([key, names]) => [key, Object.keys(names)]);
      expect(Object.fromEntries(named)).toEqual(Object.fromEntries(choices));
    }
  });
  it('in JSON must be objects of the right values', () => {
    expect(errorOf('ModelRatio', '{"gpt-4o": 1.25}')).toBeUndefined();
    expect(errorOf('UserUsableGroups', '{"vip": "VIP"}')).toBeUndefined();
    for (const wrong of ['', '[]', '{', 'null']) expect(errorOf('ModelRatio', wrong)).toBe(en.form.json);
    expect(errorOf('GroupRatio', '{"vip": -1}')).toBe(en.settings.jsonEntry('vip'));
    expect(errorOf('ModelPrice', '{"x": "1"}')).toBe(en.settings.jsonEntry('x'));
  });
  it('that are numbers have the bounds of their rows', () => {
    expect(errorOf('DataExportInterval', '0')).toBe(en.form.countBetween(1, 1_000_000));
    expect(errorOf('RetryTimes', ' 3 ')).toBeUndefined();
    for (const wrong of ['three', '', '1.5', '21'])
      expect(errorOf('RetryTimes', wrong)).toBe(en.form.countBetween(0, 20));
    expect(errorOf('ChannelDisableThreshold', '0.5')).toBeUndefined();
    expect(errorOf('ChannelDisableThreshold', '-1')).toBe('A number from 0 to 86,400.');
    expect(errorOf('QuotaPerUnit', '1000')).toBeUndefined();
    for (const wrong of ['', '-1', 'x']) expect(errorOf('QuotaPerUnit', wrong)).toBe(en.form.numberMin(0));
  });
  it('in JSON on one line are shown a line an entry, with every digit', () => {
    const ratios = field('ModelRatio');
    expect(shownValue(ratios, '{"gpt-4o": 1.250,"a,b:{\\"c\\"}":0.30000000000000000001}')).toBe(
      '{\n  "gpt-4o": 1.250,\n  "a,b:{\\"c\\"}": 0.30000000000000000001\n}',
    );
    for (const same of ['', '{}', '{\n"gpt-4o":1}']) expect(shownValue(ratios, same)).toBe(same);
    expect(shownValue(field('SystemName'), '{a,b}')).toBe('{a,b}');
  });
  it('that are addresses lose the slash at their end', () =>
    expect(savedValue(field('ServerAddress'), ' https://a.example/ ')).toBe('https://a.example'));
});
