import { describe, expect, it } from '@jest/globals';
import { isNumberRow, type OptionFault } from '@ledgate/domain/options/check';
import { type OptionKey, type OptionRow, optionRows } from '@ledgate/domain/options/registry';
import { OPTION_DEFAULTS } from '@ledgate/domain/options/values';
import { decide } from '@ledgate/domain/pricebook/decide';
import { isPriceOption } from '@ledgate/domain/pricebook/options';
import { userId } from '@ledgate/domain/shared/ids';
import { checkedOption } from '../option/check.ts';
import { optionRoutes, optionText } from './option.ts';

/** Whether PUT /api/option/ would save it, where what the option needs is set. */
function isSaved(key: OptionKey, text: string): boolean {
  if (!optionRoutes.set.body.safeParse({ key, value: text }).success) return false;
  if (!isPriceOption(key)) return checkedOption(key, text, () => 'set').ok;
  return decide(
    { type: 'PublishPrices', options: { [key]: text }, actorId: userId(1), nowMs: 1 },
    { status: 'missing' },
  ).ok;
}

const isLetThrough = (key: OptionKey, text: string): boolean => optionText(key).safeParse(text).success;

/** Numbers, words, and JSON. */
const TEXTS = [
  ['', ' ', '0', '-1', '1', ' 7 ', '1.5', '0.0', '1e3', '1e30', '1e-50', '0x10', 'Infinity', 'NaN', 'many', 'text'],
  ['true', 'false', 'True', 'prompt', 'hour', 'refuse', 'https://a.example/', '\u0000', '\ud800'],
  ['{', '{}', '[]', 'null', '"text"', '{"a":1}', '{"a":-1}', '{"a":"b"}', '{"a":{}}', '{"a":null}', '[1]'],
  ['[{"a":"b"}]', '[{"a":1}]', '{"a":1e-50}', '{"a":0}', '{"":0.5}', '{"__proto__":1}', '{"a\\u0000":1}'],
].flat();

/** The bounds of a number and what lies beyond them. */
const boundsOf = (row: OptionRow): readonly string[] =>
  isNumberRow(row) ? [row.low - 1, row.low, row.low + 0.5, row.high, row.high + 1].map(String) : [];

describe.each(optionRows())('the option %s', (key, row) => {
  it.each([...TEXTS, ...boundsOf(row), OPTION_DEFAULTS[key as keyof typeof OPTION_DEFAULTS] ?? ''])(
    'as %j is let through by the contract if and only if the api saves it',
    (text) => {
      expect(isLetThrough(key, text)).toBe(isSaved(key, text));
    },
  );

  it('that is a number is taken within its bounds alone', () => {
    if (!isNumberRow(row)) return;
    const { low, high } = row;
    expect([low, high].filter((bound) => !isLetThrough(key, String(bound)))).toEqual([]);
    expect([low - 1, high + 1].filter((beyond) => isLetThrough(key, String(beyond)))).toEqual([]);
  });
});

describe('a price', () => {
  it.each<[OptionKey, string, Partial<OptionFault>]>([
    ['QuotaPerUnit', '0', { rule: 'price', reason: 'not_positive' }],
    ['QuotaPerUnit', '0.000', { rule: 'price', reason: 'not_positive' }],
    ['QuotaPerUnit', '-5', { rule: 'price', reason: 'negative' }],
    ['QuotaPerUnit', '', { rule: 'price', reason: 'not_a_number' }],
    ['ModelRatio', '{"gpt-4o":-1}', { rule: 'price', reason: 'negative', entry: 'gpt-4o' }],
    ['ModelRatio', '[]', { rule: 'price', reason: 'not_an_object' }],
  ])('%s = %j says why it is not taken', (key, text, fault) => {
    expect(optionText(key).safeParse(text).error?.issues).toMatchObject([{ code: 'custom', params: fault }]);
  });
});
