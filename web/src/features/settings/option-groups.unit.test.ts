import { OPTIONS, type ShownOptionKey } from '@ledgate/domain/options/registry';
import { describe, expect, it } from '@jest/globals';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { faultsOf } from '../../shared/form/testing/form-faults.ts';
import { type OptionField, optionForm, optionGroups, type OptionTexts, shownValue } from './option-groups.ts';
import { settingsTexts } from './texts.ts';

const field = (key: ShownOptionKey): OptionField => ({ key, row: OPTIONS[key] });

describe('options', () => {
  it('stand in one group each, none of which is empty', () => {
    const keys = optionGroups.flatMap(({ fields }) => fields.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    expect(optionGroups.filter(({ fields }) => fields.length === 0)).toEqual([]);
  });
  it('have a text in each language, and so has whatever may be chosen', () => {
    for (const texts of [settingsTexts.en, settingsTexts.zh]) {
      const keys = optionGroups.flatMap(({ fields }) => fields.map(({ key }) => key));
      expect(Object.keys(texts.options).toSorted()).toEqual(keys.toSorted());
      const choices = optionGroups.flatMap(({ fields }) =>
        fields.flatMap(({ key, row }) => (row.kind === 'choice' ? [[key, row.choices]] : [])),
      );
      const named = Object.entries(texts.choices).map(([key, names]) => [key, Object.keys(names)]);
      expect(Object.fromEntries(named)).toEqual(Object.fromEntries(choices));
    }
  });
  it('in JSON on one line are shown a line an entry, with every digit', () => {
    const ratios = field('ModelRatio');
    expect(shownValue(ratios, '{"gpt-4o": 1.250,"a,b:{\\"c\\"}":0.30000000000000000001}')).toBe(
      '{\n  "gpt-4o": 1.250,\n  "a,b:{\\"c\\"}": 0.30000000000000000001\n}',
    );
    for (const same of ['', '{}', '{\n"gpt-4o":1}']) expect(shownValue(ratios, same)).toBe(same);
    expect(shownValue(field('SystemName'), '{a,b}')).toBe('{a,b}');
  });
});

describe('the form of options', () => {
  /** What is kept of an option here, and fits no row: only what is changed is checked. */
  const KEPT = { RetryTimes: 'of another release', ServerAddress: 'https://a.example', RegisterEnabled: 'true' };
  const formOf = (typed: OptionTexts) =>
    optionForm(
      Object.keys(typed).map((key) => field(key as ShownOptionKey)),
      KEPT,
      typed,
    );
  const faults = (typed: OptionTexts) => faultsOf(formOf(typed), typed);

  it.each<readonly [ShownOptionKey, string, string]>([
    ['ModelRatio', '[]', en.form.json],
    ['ModelRatio', '{', en.form.json],
    ['GroupRatio', '{"vip": -1}', en.form.jsonEntry('vip')],
    ['ModelPrice', '{"x": "1"}', en.form.jsonEntry('x')],
    ['ModelPrice', 'null', en.form.json],
    ['UserUsableGroups', '{"vip": 1}', en.form.jsonEntry('vip')],
    ['RetryTimes', 'three', en.form.countBetween(0, 20)],
    ['RetryTimes', '', en.form.countBetween(0, 20)],
    ['RetryTimes', '1.5', en.form.countBetween(0, 20)],
    ['QuotaPerUnit', '0', en.form.numberAboveZero],
    ['QuotaPerUnit', '-1', en.form.numberAboveZero],
    ['QuotaPerUnit', 'x', en.form.numberAboveZero],
    ['QuotaPerUnit', '1e-50', en.form.tooManyDigits],
    ['SystemName', 'a\0', en.form.notAccepted],
  ])('says at the field that %s cannot be %j', async (key, text, fault) => {
    expect(await faults({ [key]: text })).toEqual({ [key]: fault });
  });

  it('says of an option that needs another one first that it does, unless it is emptied', async () => {
    const fields = [field('PayAddress')];
    const needs = { PayAddress: 'first the other' };
    const formAt = (kept: string, typed: string) =>
      optionForm(fields, { PayAddress: kept }, { PayAddress: typed }, { needs });
    const typed = { PayAddress: 'https://pay.example' };
    expect(await faultsOf(formAt('', typed.PayAddress), typed)).toEqual({ PayAddress: 'first the other' });
    expect(formAt(typed.PayAddress, '').parse({ PayAddress: '' })).toEqual({ PayAddress: '' });
    expect(formAt(typed.PayAddress, typed.PayAddress).parse(typed)).toEqual({});
  });

  it.each<readonly [ShownOptionKey, string, string]>([
    ['ServerAddress', 'gate.example', 'address'],
    ['SMTPServer', 'smtp://mail', 'host'],
    ['SMTPFrom', 'gate', 'email'],
    ['EmailDomainWhitelist', 'a b', 'domains'],
    ['SystemName', 'x'.repeat(3_000), 'line'],
  ])('says of %s what it has to be', async (key, text, rule) => {
    for (const { faults } of [settingsTexts.en, settingsTexts.zh]) {
      const form = optionForm([field(key)], KEPT, { [key]: text }, { faults });
      expect(await faultsOf(form, { [key]: text })).toEqual({ [key]: faults[rule] });
      expect(faults[rule]).toMatch(/[.。]$/u);
    }
  });

  it('says it in the person’s language', async () => {
    expect(await faultsOf(formOf({ QuotaPerUnit: '0' }), { QuotaPerUnit: '0' }, zh)).toEqual({
      QuotaPerUnit: zh.form.numberAboveZero,
    });
  });

  it('sends what was changed alone, as it is saved', () => {
    const typed = {
      RetryTimes: 'of another release',
      ServerAddress: ' https://a.example/ ',
      RegisterEnabled: 'false',
      QuotaPerUnit: ' 1000 ',
      ModelRatio: '{"gpt-4o": 1.25}',
    };
    expect(formOf(typed).parse(typed)).toEqual({
      RegisterEnabled: 'false',
      QuotaPerUnit: '1000',
      ModelRatio: '{"gpt-4o": 1.25}',
    });
  });
});
