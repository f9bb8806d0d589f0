import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { userId } from '../shared/ids.ts';
import { specification } from '../testing/given-when-then.ts';
import { type PriceBookChanges, readChanges } from './changes.ts';
import { decide, type PriceBookCommand } from './decide.ts';
import type { PriceBookEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { initialPriceBooks, type PriceBooks } from './state.ts';

const given = specification<PriceBookCommand, PriceBooks, PriceBookEvent>({
  decide,
  fold: (events) => events.reduce(evolve, initialPriceBooks),
});

const NOW_MS = 1_795_000_000_000;
const actorId = userId(1);
const book = (data: Partial<PriceBookEvent['data']>): PriceBookEvent => ({
  type: 'PriceBookPublished',
  data: { ...defaultPriceBook(), modelPrice: { a: '1', b: '2' }, actorId, changed: [], ...data },
});
const change = (changes: PriceBookChanges, startsAtMs?: number): PriceBookCommand => ({
  type: 'PublishChanges',
  changes,
  actorId,
  nowMs: NOW_MS,
  startsAtMs,
});

describe('changes of the price book', () => {
  it('set entries, take them out by null, and replace what is no map', () => {
    const rule = { id: 'one', users: [7], groups: [], models: [], ratio: '0.5' };
    const rules = [rule];
    const changes = { modelPrice: { a: null, c: '3' }, prices: { m: { input: '1' } }, quotaPerUnit: '1000', rules };
    given(book({ rules: [{ ...rule, id: 'other' }] }))
      .when(change(changes))
      .then(
        book({
          version: 2,
          modelPrice: { b: '2', c: '3' },
          prices: { m: { input: '1' } },
          quotaPerUnit: '1000',
          rules,
          changed: ['ModelPrice', 'prices', 'QuotaPerUnit', 'rules'],
        }),
      );
  });

  it('have their decimals written as books write them, so that options stay JSON and nothing new is said by a zero', () => {
    const rule = { id: '01', users: [], groups: ['02.50'], models: ['03'], ratio: '0.50' };
    const read = readChanges({
      modelRatio: { a: '01.50', b: null },
      prices: { '04.0': { input: '2.0' } },
      tiers: { m: [{ above: 10, prices: { input: '00' } }] },
      quotaPerUnit: '0500000',
      rules: [rule],
    });
    expect(read).toEqual({
      ok: true,
      value: {
        modelRatio: { a: '1.5', b: null },
        prices: { '04.0': { input: '2' } },
        tiers: { m: [{ above: 10, prices: { input: '0' } }] },
        quotaPerUnit: '500000',
        rules: [{ ...rule, ratio: '0.5' }],
      },
    });
  });

  it('are refused where they and what waits are more than one append bears, those of an option too', () => {
    const prices = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [
        `a model of a long name, number ${index}`,
        { input: '1', output: '2' },
      ]),
    );
    const waiting = [1, 2, 3, 4].map((hour) => book({ version: 1 + hour, startsAtMs: NOW_MS + hour, prices }));
    given(book({ prices }), ...waiting)
      .when(change({ modelPrice: { a: '9' } }))
      .thenRefused({ code: 'price_invalid', field: 'changes', reason: 'too_large' });
    given(book({ prices }), ...waiting)
      .when({ type: 'PublishPrices', options: { ModelPrice: '{"a":9}' }, actorId, nowMs: NOW_MS })
      .thenRefused({ code: 'price_invalid', field: 'ModelPrice', reason: 'too_large' });
  });

  it('that say nothing new are not published', () => {
    given(book({}))
      .when(change({ modelPrice: { a: '1', gone: null } }))
      .then();
    given(book({})).when(change({})).then();
  });

  it('are of the book that will hold at their start, and go into what starts later, which is published again', () => {
    const [first, second] = [
      book({ version: 2, startsAtMs: NOW_MS + 10, modelPrice: { first: '1' } }),
      book({ version: 3, startsAtMs: NOW_MS + 30, modelPrice: { second: '2' } }),
    ];
    given(book({}), first, second)
      .when(change({ modelPrice: { new: '9' } }, NOW_MS + 20))
      .then(
        book({ version: 4, startsAtMs: NOW_MS + 20, modelPrice: { first: '1', new: '9' }, changed: ['ModelPrice'] }),
        book({ version: 5, startsAtMs: NOW_MS + 30, modelPrice: { second: '2', new: '9' }, changed: ['ModelPrice'] }),
      );
    given(book({}), first)
      .when(change({ quotaPerUnit: '7' }))
      .then(
        book({ version: 3, quotaPerUnit: '7', changed: ['QuotaPerUnit'] }),
        book({ ...first.data, version: 4, quotaPerUnit: '7', changed: ['QuotaPerUnit'] }),
      );
  });

  it('do not start in the past, and do not make more than one append bears, all that wait counted', () => {
    const wide = { modelRatio: Object.fromEntries(Array.from({ length: 14_000 }, (_, n) => [`model-${n}`, '1'])) };
    given(book({}))
      .when(change({ quotaPerUnit: '7' }, NOW_MS - 1))
      .thenRefused({ code: 'price_invalid', field: 'starts_at', reason: 'past' });
    const refusal = { code: 'price_invalid', field: 'changes', reason: 'too_large' } as const;
    expect(decide(change(wide), [book({})].reduce(evolve, initialPriceBooks))).toMatchObject({ ok: true });
    given(book({}), book({ version: 2, startsAtMs: NOW_MS + 1 }))
      .when(change(wide))
      .thenRefused(refusal);
  });

  it.each([
    [[], 'changes', 'not_an_object'],
    [{ version: 7 }, 'version', 'unknown'],
    [{ prices: { m: { inputs: '1' } } }, 'prices.m.inputs', 'unknown'],
    [{ prices: { m: { input: 1 } } }, 'prices.m.input', 'malformed'],
    [{ modelRatio: { m: '-1' } }, 'modelRatio.m', 'malformed'],
    [{ rules: [{ id: 'x' }] }, 'rules.0.users', 'malformed'],
    [{ quotaPerUnit: '0.0' }, 'quotaPerUnit', 'not_positive'],
    [{ imagePrice: { m: { 'x|y': '1'.repeat(50) } } }, 'imagePrice.m.x|y', 'too_many_digits'],
    [{ modelRatio: { 'm\0': '1' } }, 'modelRatio.m\0', 'malformed'],
    [{ rules: [{ id: 'half \udc00', users: [], groups: [], models: [], ratio: '1' }] }, 'rules.0.id', 'malformed'],
  ] as const)('are refused by the name of what is wrong: %j', (changes, field, reason) => {
    expect(readChanges(changes)).toEqual({ ok: false, refusal: { code: 'price_invalid', field, reason } });
  });

  it('have at most 2,000 rules, each of a name of its own', () => {
    const rule = (id: string) => ({ id, users: [], groups: [], models: [], ratio: '1' });
    const rules = Array.from({ length: 2_001 }, (_, n) => rule(String(n)));
    expect(readChanges({ rules })).toMatchObject({
      refusal: { code: 'rules_too_many', field: 'rules', maximum: 2_000 },
    });
    expect(readChanges({ rules: rules.slice(1) })).toMatchObject({ ok: true });
    expect(readChanges({ rules: [rule('a'), rule('a')] })).toMatchObject({ refusal: { field: 'rules.1.id' } });
  });
});
