import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encode } from '@ledgate/domain/events/codec';
import { type Revision, START } from '@ledgate/domain/ports/event-store';
import { PRICE_BOOK_STREAM, type PriceBook } from '@ledgate/domain/pricebook/events';
import { currentPriceBook } from '@ledgate/domain/pricebook/pricebook-stream';
import { userId } from '@ledgate/domain/shared/ids';
import { drainAudit } from '@ledgate/projections/directory/audit/drain-audit';
import { rows } from '@ledgate/projections/shared/database';
import { query } from '@ledgate/projections/shared/query';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

const HOUR_MS = 3_600_000;
const startsAtMs = Math.floor(Date.now() / 1_000) * 1_000 + HOUR_MS;

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
  await world.root.done('PUT', '/api/option/', { key: 'ModelPrice', value: '{"fixed":0.04}' });
  await publish({ ...(await currentPriceBook(world.store, Date.now())), ...richer });
});
afterAll(() => world.close());

const richer: Partial<PriceBook> = {
  version: 3,
  startsAtMs,
  prices: { chat: { input: '2', cachedRead: '0.5', output: '8' } },
  services: { chat: { priority: { ratio: '2' } } },
  groupRatio: { default: '1', vip: '0.5' },
  rules: [{ id: 'root-half', users: [1], groups: ['vip'], models: [], ratio: '0.25' }],
};

async function publish(book: PriceBook): Promise<void> {
  const event = { type: 'PriceBookPublished' as const, data: { ...book, actorId: userId(1), changed: [] } };
  const context = {
    commandId: 'richer',
    correlationId: 'richer',
    occurredAtMs: Date.now(),
    actor: 'user-1',
    reason: 'a dearer year',
  };
  const outcome = await world.store.append(PRICE_BOOK_STREAM, 1 as Revision, encode([event], context));
  if (outcome.outcome !== 'appended') throw new Error(outcome.outcome);
  await world.runner.waitFor(await world.store.head(), 10_000);
}

type Versions = { readonly items: readonly Readonly<Record<string, unknown>>[]; readonly total: number };
const usage = { prompt: 1_000, completion: 100, parts: { cachedRead: 400 } };
const quoteOf = (model: string) => ['POST', '/api/pricebook/quote', { model, usage }] as const;
const quote = (asked: object) => world.root.done('POST', '/api/pricebook/quote', { model: 'chat', usage, ...asked });

describe('price books', () => {
  it('are listed by page, newest first, with who published them, why, and from when on they hold', async () => {
    const { items, total } = await world.root.done<Versions>('GET', '/api/pricebook/?p=1&page_size=2');
    expect(total).toBe(3);
    expect(items).toMatchObject([
      { version: 3, actor_id: 1, actor_name: 'root', reason: 'a dearer year', starts_at: startsAtMs / 1_000 },
      { version: 2, actor_id: 1, actor_name: 'root', reason: '', starts_at: 0 },
    ]);
    expect(items.map(({ in_force }) => in_force)).toEqual([false, true]);
    expect((await world.root.done<Versions>('GET', '/api/pricebook/?p=2&page_size=2')).items).toMatchObject([
      { version: 1, actor_id: 0, actor_name: '', in_force: false },
    ]);
  });

  it('are shown whole, each with what it changed', async () => {
    expect(await world.root.done('GET', '/api/pricebook/1')).toMatchObject({ version: 1, changed: [] });
    const changed = await world.root.done<{ changed: { what: string }[] }>('GET', '/api/pricebook/2');
    expect(changed.changed).toContainEqual({ what: 'modelPrice.fixed', before: null, after: '0.04' });
    const third = await world.root.done<{ book: PriceBook; changed: { what: string }[] }>('GET', '/api/pricebook/3');
    expect(third.book).toMatchObject(richer);
    expect(third.changed).toContainEqual({ what: 'prices.chat', before: null, after: richer.prices?.['chat'] });
    expect(third.changed).toContainEqual({ what: 'rules', before: null, after: richer.rules });
  });

  it('are root’s alone, and refused where there is none', async () => {
    expect(await world.root.refused('GET', '/api/pricebook/987654')).toContain('no price book');
    expect(await world.root.refused('POST', '/api/pricebook/quote', { model: 'a', usage, version: 99 })).toContain(
      'no price book',
    );
    const person = await world.person('customer');
    for (const path of ['/api/pricebook/', '/api/pricebook/1'])
      expect((await person.call('GET', path)).json.success).toBe(false);
    expect((await person.call('POST', '/api/pricebook/quote', { model: 'a', usage })).json.success).toBe(false);
  });
});

describe('a quote', () => {
  it('is by the book in force, of which a waiting one is none', async () => {
    expect(await quote({ model: 'fixed' })).toMatchObject({
      amount: 20_000,
      price: { method: 'call', modelPrice: '0.04', priceBookVersion: 2 },
    });
    expect(await quote({})).toMatchObject({ price: { priceBookVersion: 2, unpriced: true } });
  });

  // 600 x 2 + 400 x 0.5 + 100 x 8 = 2,200 dollars a million, at 500,000 units a dollar.
  it.each([
    ['plain', {}, 1_100],
    ['of a group', { group: 'vip' }, 550],
    ['of a service tier', { service_tier: 'priority' }, 2_200],
    ['of a service tier that is not sold', { service_tier: 'batch' }, 1_100],
    ['of a customer outside the rule', { user_id: 1, group: 'default' }, 1_100],
    ['of the rule’s customer', { user_id: 1, group: 'vip' }, 275],
  ])('%s has the amount and what explains it', async (_which, asked, amount) => {
    expect(await quote({ version: 3, ...asked })).toMatchObject({
      amount,
      price: { method: 'parts', priceBookVersion: 3, exact: String(amount) },
    });
  });

  it('takes the group of the customer, and refuses who is not there and counts that are none', async () => {
    expect(await quote({ version: 3, user_id: 1 })).toMatchObject({ amount: 1_100, price: { groupRatio: '1' } });
    await world.root.refused('POST', '/api/pricebook/quote', { model: 'chat', usage, user_id: 987_654 });
    for (const wrong of [{ prompt: -1, completion: 0 }, { prompt: 0.5, completion: 0 }, { prompt: 1 }])
      await world.root.refused('POST', '/api/pricebook/quote', { model: 'chat', usage: wrong });
  });
});

describe('the table of prices', () => {
  type Prices = {
    readonly items: readonly { readonly model: string; readonly source: string }[];
    readonly total: number;
  };
  const list = (query: string) => world.root.done<Prices>('GET', `/api/pricebook/prices?${query}`);
  const only = async (model: string) => (await list(`keyword=${model}`)).items.find((each) => each.model === model);

  it('is of the book in force and its catalogue, in dollars, with where each price comes from', async () => {
    expect(await list('page_size=1')).toMatchObject({ version: 2, quota_per_unit: '500000', page: 1, page_size: 1 });
    expect(await only('fixed')).toMatchObject({
      source: 'call',
      terms: { prices: { call: '0.04' } },
      catalogue: null,
      entries: ['modelPrice'],
    });
    expect(await only('gpt-5')).toMatchObject({
      source: 'catalogue',
      terms: { prices: { input: '1.25', output: '10' } },
      entries: [],
    });
    expect(await only('gpt-4o')).toMatchObject({ source: 'ratio', terms: { prices: { input: '2.5', output: '10' } } });
    expect(await only('chat')).toBeUndefined();
  });

  it('is searched by a part of the name and by source, and comes by page', async () => {
    const [all, catalogue] = await Promise.all([list('page_size=1'), list('source=catalogue&page_size=2&p=2')]);
    expect(catalogue.items.map(({ source }) => source)).toEqual(['catalogue', 'catalogue']);
    expect(catalogue.total).toBeGreaterThan(100);
    expect(catalogue.total).toBeLessThan(all.total);
    expect((await list('keyword=GPT-5&source=catalogue')).total).toBeGreaterThan(1);
    expect(await list('keyword=no%20such%20model')).toMatchObject({ items: [], total: 0 });
  });

  it('is root’s alone', async () => {
    const person = await world.person('a third');
    expect((await person.call('GET', '/api/pricebook/prices')).json.success).toBe(false);
  });
});

describe('a change of the price book', () => {
  const put = (body: object) => ['PUT', '/api/pricebook', { reason: 'a reason', ...body }] as const;
  type Answer = { readonly version: number };

  it('holds at once, everywhere, with its reason, and goes into what waits', async () => {
    const { version } = await world.root.done<Answer>(...put({ changes: { groupRatio: { late: '3' } } }));
    expect(version).toBe(4);
    expect(world.view.prices().book).toMatchObject({ version, groupRatio: { late: '3' } });
    const { items } = await world.root.done<Versions>('GET', '/api/pricebook/?p=1&page_size=2');
    expect(items).toMatchObject([
      { version: 5, reason: 'a reason', starts_at: startsAtMs / 1_000, in_force: false },
      { version: 4, reason: 'a reason', starts_at: 0, in_force: true, replaced: false },
    ]);
    expect(items[0]).toMatchObject({ replaced: false });
    expect(await world.root.done('GET', '/api/pricebook/3')).toMatchObject({ in_force: false, replaced: true });
    expect(await world.root.done('GET', '/api/pricebook/5')).toMatchObject({
      book: { groupRatio: { vip: '0.5', late: '3' }, rules: richer.rules },
    });
    expect(await world.root.done(...put({ changes: { groupRatio: { late: '3' } } }))).toEqual({ version });
  });

  it('may take the catalogue away, and name it again, which the ledger has by then', async () => {
    const { builtIn } = world.view.prices().book;
    const priced = () => world.root.done<{ price: { unpriced?: true } }>(...quoteOf('gpt-5'));
    expect((await priced()).price.unpriced).toBeUndefined();
    await world.root.done(...put({ changes: { builtIn: { rules: 1, catalogue: '' } } }));
    expect((await priced()).price.unpriced).toBe(true);
    await world.root.done(...put({ changes: { builtIn } }));
    expect((await priced()).price.unpriced).toBeUndefined();
    expect(
      await world.root.refused(...put({ changes: { builtIn: { rules: 2, catalogue: 'f'.repeat(64) } } })),
    ).toContain('builtIn.catalogue');
    expect(await world.root.refused(...put({ changes: { builtIn: { rules: 3, catalogue: '' } } }))).toContain('rules');
  });

  it('says to programs why it is refused, and where', async () => {
    const answers = [
      [put({ changes: { prices: { m: { input: 1 } } } }), 'price_invalid', 'prices.m.input'],
      [put({ changes: { quotaPerUnit: '1' }, starts_at: 1 }), 'price_invalid', 'starts_at'],
      [put({ changes: { rules: Array.from({ length: 2_001 }, () => ({})) } }), 'rules_too_many', 'rules'],
      [['GET', '/api/pricebook/987654'], 'price_book_missing', undefined],
    ] as const;
    for (const [[method, path, body], code, field] of answers) {
      const { json } = await world.root.call(method, path, body);
      expect(json).toEqual({ success: false, message: expect.any(String), code, field });
    }
  });

  it('is refused without a reason, in the past, and where a book cannot say it', async () => {
    await world.root.refused(...put({ changes: { quotaPerUnit: '1' }, reason: ' ' }));
    expect(await world.root.refused(...put({ changes: { quotaPerUnit: '1' }, starts_at: 1 }))).toContain('starts_at');
    expect(await world.root.refused(...put({ changes: { prices: { m: { input: 1 } } } }))).toContain('prices.m.input');
    expect(await world.root.refused(...put({}))).toContain('changes');
  });
});

describe('what a change would change by more than half', () => {
  type Big = { readonly items: readonly object[]; readonly total: number };
  const weigh = (body: object) => ['POST', '/api/pricebook/big_changes', body] as const;
  const weighed = (body: object) => world.root.done<Big>(...weigh(body));

  it('is told of changes, from when on they hold, and of the texts of options, and nothing is written', async () => {
    const { version } = world.view.prices().book;
    expect(await weighed({ changes: { modelPrice: { fixed: '0.06' } } })).toEqual({ items: [], total: 0 });
    const dearer = { items: [{ what: 'call', name: 'fixed', before: '0.04', after: '0.07' }], total: 1 };
    expect(await weighed({ changes: { modelPrice: { fixed: '0.07' } } })).toEqual(dearer);
    expect(await weighed({ options: { ModelPrice: '{"fixed":0.07}' } })).toEqual(dearer);
    const chat = { changes: { prices: { chat: { input: '4', output: '8' } } } };
    expect(await weighed(chat)).toEqual({ items: [], total: 0 });
    const later = await weighed({ ...chat, starts_at: startsAtMs / 1_000 });
    expect(later.items).toContainEqual({ what: 'input', name: 'chat', before: '2', after: '4' });
    expect(later.items).toContainEqual({ what: 'input', name: 'chat', of: 'priority', before: '4', after: '8' });
    expect(world.view.prices().book.version).toBe(version);
    expect((await currentPriceBook(world.store, Date.now())).version).toBe(version);
  });

  it('is told of what comes with the product, and bounded', async () => {
    expect(await weighed({ options: { ModelRatio: null } })).toEqual({ items: [], total: 0 });
    const { items, total } = await weighed({ options: { QuotaPerUnit: '5' } });
    expect(items[0]).toEqual({ what: 'quotaPerUnit', before: '500000', after: '5' });
    expect(items).toHaveLength(12);
    expect(total).toBeGreaterThan(200);
  });

  it('is refused as the change would be, and told to root alone', async () => {
    expect(await world.root.refused(...weigh({ options: { ModelRatio: '{"a":"b"}' } }))).toContain('ModelRatio.a');
    expect(await world.root.refused(...weigh({ changes: { unknown: {} } }))).toContain('unknown');
    expect(await world.root.refused(...weigh({ changes: {}, starts_at: 1 }))).toContain('starts_at');
    const person = await world.person('a fourth');
    expect((await person.call(...weigh({ options: {} }))).json.success).toBe(false);
  });
});

describe('differences', () => {
  type Difference = {
    readonly model: string;
    readonly kind: string;
    readonly refused: boolean;
    readonly change: object;
  };
  type Differences = {
    readonly items: readonly Difference[];
    readonly total: number;
    readonly open: Readonly<Record<string, number>>;
    readonly catalogue: object;
  };
  const list = (query: string) => world.root.done<Differences>('GET', `/api/pricebook/differences?${query}`);
  const refuse = (model: string, refused: boolean) =>
    ['PUT', '/api/pricebook/differences', { model, refused }] as const;
  const only = async (model: string) => (await list(`keyword=${model}`)).items.find((each) => each.model === model);

  it('are shown by page, kind and a part of the name, and gone once one is accepted', async () => {
    const change = { prices: { 'gpt-5': { input: '0.5', output: '4' } } };
    await world.root.done('PUT', '/api/pricebook', { reason: 'cheap', changes: change });
    const all = await list('p=1&page_size=1');
    expect(all.items).toHaveLength(1);
    expect(all.catalogue).toMatchObject({ in_force: true });
    expect(Object.values(all.open).reduce((sum, count) => sum + count, 0)).toBe(all.total);
    const dearer = await list('kind=dearer&page_size=100');
    expect(dearer.total).toBe(all.open['dearer']);
    const difference = dearer.items.find(({ model }) => model === 'gpt-5');
    expect(difference).toMatchObject({
      ours: { prices: { input: '0.5', output: '4' } },
      theirs: { prices: { input: '1.25', output: '10' } },
      change: { prices: { 'gpt-5': null } },
      refused: false,
    });
    await world.root.done('PUT', '/api/pricebook', { reason: 'as the provider', changes: difference?.change });
    expect(await only('gpt-5')).toBeUndefined();
  });

  it('that are refused stay refused, until they are taken back, and the act is recorded', async () => {
    const [{ model } = { model: '' }] = (await list('page_size=1')).items;
    expect(await world.root.done(...refuse(model, true))).toMatchObject({ model, refused: true });
    expect(await only(model)).toMatchObject({ refused: true });
    expect((await list('refused=true')).items.map((each) => each.model)).toEqual([model]);
    await rows(world.db, query.raw("update directory.refused_prices set figure = 'another' returning model"));
    expect(await only(model)).toMatchObject({ refused: false });
    expect(await world.root.done(...refuse(model, true))).toMatchObject({ refused: true });
    expect(await world.root.done(...refuse(model, false))).toMatchObject({ refused: false });
    expect(await only(model)).toMatchObject({ refused: false });
    expect(await world.root.refused(...refuse('no such model', true))).toContain('catalogue');
    await drainAudit(world.store, world.db);
    const acts = (await world.store.readAll(START, 500)).filter(
      ({ type, data }) => type === 'AdministrationRecorded' && data.includes('"pricebook.difference"'),
    );
    expect(acts).toHaveLength(3);
  });

  it('are root’s alone', async () => {
    const person = await world.person('another');
    expect((await person.call('GET', '/api/pricebook/differences')).json.success).toBe(false);
    expect((await person.call(...refuse('gpt-5', true))).json.success).toBe(false);
  });
});
