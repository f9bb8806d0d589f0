import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { userId } from '../shared/ids.ts';
import { specification } from '../testing/given-when-then.ts';
import { decide, type PriceBookCommand } from './decide.ts';
import { type PriceBookEvent, priceBookEventSchemas } from './events.ts';
import { evolve } from './evolve.ts';
import { PRICE_OPTION_KEYS, priceOptionTexts } from './options.ts';
import { initialPriceBooks, type PriceBooks } from './state.ts';

const given = specification<PriceBookCommand, PriceBooks, PriceBookEvent>({
  decide,
  fold: (events) => events.reduce(evolve, initialPriceBooks),
});

const NOW_MS = 1_795_000_000_000;
const actorId = userId(1);
const defaults = defaultPriceBook();
const first: PriceBookEvent = {
  type: 'PriceBookPublished',
  data: { ...defaults, actorId: null, changed: [...PRICE_OPTION_KEYS] },
};
const publish = (options: Extract<PriceBookCommand, { type: 'PublishPrices' }>['options']): PriceBookCommand => ({
  type: 'PublishPrices',
  options,
  actorId,
  nowMs: NOW_MS,
});
const book = (changes: Partial<PriceBookEvent['data']>): PriceBookEvent => ({
  type: 'PriceBookPublished',
  data: { ...defaults, version: 2, actorId, changed: [], ...changes },
});

describe('the price book', () => {
  it('begins with the built-in one, published once', () => {
    given().when({ type: 'PublishDefaults' }).then(first);
    given(first).when({ type: 'PublishDefaults' }).then();
    expect(() => priceBookEventSchemas.PriceBookPublished.parse(first.data)).not.toThrow();
  });

  it('takes a whole option and leaves the others', () => {
    given(first)
      .when(publish({ ModelPrice: '{"call":0.04}' }))
      .then(book({ modelPrice: { call: '0.04' }, changed: ['ModelPrice'] }));
    given(first)
      .when(publish({ GroupRatio: '{}', QuotaPerUnit: '1000' }))
      .then(book({ groupRatio: {}, quotaPerUnit: '1000', changed: ['GroupRatio', 'QuotaPerUnit'] }));
  });

  it('counts its versions', () => {
    given(first, book({ version: 8 }))
      .when(publish({ QuotaPerUnit: '1' }))
      .then(book({ version: 9, quotaPerUnit: '1', changed: ['QuotaPerUnit'] }));
    given()
      .when(publish({ QuotaPerUnit: '1' }))
      .then(book({ quotaPerUnit: '1', changed: ['QuotaPerUnit'] }));
  });

  it('keeps every digit of the text, without the detour over a binary float', () => {
    const text =
      '{ "a": 0.1000000000000000055511151231257827, "b":1e-7, "c" : 12e2, "d\\"\\u0041":1.50, "e":0.0, "a": 9007199254740993 }';
    given(first)
      .when(publish({ ModelRatio: text }))
      .then(
        book({
          modelRatio: { a: '9007199254740993', b: '0.0000001', c: '1200', 'd"A': '1.5', e: '0' },
          changed: ['ModelRatio'],
        }),
      );
  });

  it('is not published when nothing changes', () => {
    given(first)
      .when(publish({ ModelRatio: priceOptionTexts(defaults).ModelRatio }))
      .then();
    given(first)
      .when(publish({ QuotaPerUnit: '500000.0' }))
      .then();
    given(first).when(publish({})).then();
  });

  it.each([
    ['{', 'ModelRatio', 'not_json'],
    ['', 'ModelRatio', 'not_json'],
    ['[1]', 'ModelRatio', 'not_an_object'],
    ['null', 'ModelRatio', 'not_an_object'],
    ['7', 'ModelRatio', 'not_an_object'],
    ['{"gpt-4o": "cheap"}', 'ModelRatio.gpt-4o', 'not_a_number'],
    ['{"gpt-4o": "1"}', 'ModelRatio.gpt-4o', 'not_a_number'],
    ['{"a": 1, "gpt-4o": {"b": 2}}', 'ModelRatio.gpt-4o', 'not_a_number'],
    ['{"gpt-4o": null}', 'ModelRatio.gpt-4o', 'not_a_number'],
    ['{"gpt-4o": -1}', 'ModelRatio.gpt-4o', 'negative'],
    ['{"a": 1e60}', 'ModelRatio.a', 'too_many_digits'],
    ['{"a": 1e-9999}', 'ModelRatio.a', 'too_many_digits'],
    [`{"a": 1.${'3'.repeat(100)}}`, 'ModelRatio.a', 'too_many_digits'],
    [`{"${'a'.repeat(400_000)}": 1}`, 'ModelRatio', 'too_large'],
  ] as const)('refuses %.40s', (text, field, reason) => {
    given(first)
      .when(publish({ ModelRatio: text }))
      .thenRefused({ code: 'price_invalid', field, reason });
  });

  it.each([
    ['', 'not_a_number'],
    ['many', 'not_a_number'],
    ['-5', 'negative'],
    ['0', 'not_positive'],
  ] as const)('refuses %p quota units a dollar', (text, reason) => {
    given(first)
      .when(publish({ QuotaPerUnit: text }))
      .thenRefused({ code: 'price_invalid', field: 'QuotaPerUnit', reason });
  });

  it('refuses one option of two and then changes neither', () => {
    given(first)
      .when(publish({ GroupRatio: '{"a":1}', ModelPrice: '{"b":-2}' }))
      .thenRefused({ code: 'price_invalid', field: 'ModelPrice.b', reason: 'negative' });
  });

  it('that is changed is the one in force, and what waits is published again behind it with the change', () => {
    const waiting = book({
      startsAtMs: NOW_MS + 1,
      modelPrice: { call: '1', ours: '2', gone: '3' },
      groupRatio: { own: '9' },
      prices: { a: { input: '1' } },
    });
    const before = { ...first.data, modelPrice: { call: '1', gone: '3' }, startsAtMs: NOW_MS };
    given({ type: 'PriceBookPublished', data: before }, waiting)
      .when(publish({ ModelPrice: '{"call":4,"new":5}', QuotaPerUnit: '1000' }))
      .then(
        book({
          version: 3,
          modelPrice: { call: '4', new: '5' },
          quotaPerUnit: '1000',
          changed: ['ModelPrice', 'QuotaPerUnit'],
        }),
        book({
          ...waiting.data,
          version: 4,
          modelPrice: { call: '4', ours: '2', new: '5' },
          quotaPerUnit: '1000',
          changed: ['ModelPrice', 'QuotaPerUnit'],
        }),
      );
    const { startsAtMs: _start, ...prices } = waiting.data;
    given({ type: 'PriceBookPublished', data: before }, book({ ...prices, startsAtMs: NOW_MS }))
      .when(publish({ QuotaPerUnit: '1' }))
      .then(book({ ...prices, version: 3, quotaPerUnit: '1', changed: ['QuotaPerUnit'] }));
  });

  it('bears any name', () => {
    given(first)
      .when(publish({ GroupRatio: '{"constructor":1,"__proto__":2}' }))
      .then(
        book({
          groupRatio: Object.fromEntries([
            ['constructor', '1'],
            ['__proto__', '2'],
          ]),
          changed: ['GroupRatio'],
        }),
      );
  });

  it('is told as texts that say the same', () => {
    const texts = priceOptionTexts(defaults);
    expect(JSON.parse(texts.ModelRatio)).toMatchObject({
      'gpt-4o': 1.25,
      'ERNIE-4.0-8K': 8.219178082191782,
      'glm-4-flash': 0,
    });
    expect(texts.QuotaPerUnit).toBe('500000');
    const other = { ...defaults, modelPrice: { 'a"b': '0.0000001' } };
    expect(priceOptionTexts(other).ModelPrice).toBe('{"a\\"b":0.0000001}');
  });
});
