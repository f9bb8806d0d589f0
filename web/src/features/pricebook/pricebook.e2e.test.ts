import { expect } from '@jest/globals';
import type { BigChange } from '@ledgate/domain/pricebook/big-changes';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { answered, FakeApi, refused } from '../../testing/fake-api.ts';
import { accessibilityProblems, figuresOutOfSight, sidewaysScroll } from '../../testing/page-checks.ts';
import { bigChanges, catalogue } from '../../testing/price-book.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const ROOT = 100;
const BIG_CHANGES = /^POST \/api\/pricebook\/big_changes$/u;
/** What changes of a model by more than half, as the server says it. */
const changeOf = (name: string, what: BigChange['what'], before: string, after: string) =>
  answered({ items: [{ what, name, before, after }], total: 1 });
const published = (api: FakeApi): readonly unknown[] =>
  api.bodies.filter((body) => typeof body === 'object' && body !== null && 'reason' in body);

await browserSuite('price book', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const name = variantName(variant).replaceAll(' ', '-');
    const isNarrow = variant.width < 600;

    for (const [tab, ready] of [
      ['prices', 'house-model'],
      ['differences', 'gpt-5-mini'],
      ['history', 'ada'],
    ] as const)
      test(`${tab} have names for everything, fit and have no complaints, a row open: ${name}`, async () => {
        const { page, problems } = await open(`/pricebook?tab=${tab}`, { role: ROOT, ...variant });
        await page.getByText(ready).first().waitFor();
        if (tab === 'differences') {
          const row = isNarrow ? page.locator('li[data-row]').nth(2) : page.locator('tr[data-row]').nth(2);
          if (isNarrow) await row.getByRole('button', { name: /^(Details|详情)/u }).click();
          else await row.locator('[data-numeric]').first().click();
          await page.getByText('$0.075').first().waitFor();
        }
        if (tab === 'history') {
          const row = isNarrow ? page.locator('li[data-row]').nth(1) : page.locator('tr[data-row]').nth(1);
          if (isNarrow) await row.getByRole('button').click();
          else await row.click();
          await page.getByText(/1\.25 \(/u).waitFor();
        }
        expect(await accessibilityProblems(page)).toEqual([]);
        await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
        await shoot(page, `page-pricebook-${tab}-${name}`);
        expect(problems).toEqual([]);
      });

    test(`the drawer of a price and its question have names for everything and fit: ${name}`, async () => {
      const api = new FakeApi();
      api.when(BIG_CHANGES, () => changeOf('claude-sonnet-4-5-20250929', 'input', '3', '9'));
      const { page, problems } = await open('/pricebook', { role: ROOT, api, ...variant });
      if (isNarrow)
        await page
          .locator('li[data-row]')
          .first()
          .getByRole('button', { name: /^(Details|详情)/u })
          .click();
      else await page.locator('tr[data-row]').first().locator('td[data-numeric]').first().click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel(/^(Input, |输入，)/u).fill('9');
      await drawer.getByLabel(/^(Reason|原因)/u).fill('dearer');
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `page-pricebook-drawer-${name}`);
      await drawer.getByRole('button', { name: /^(Publish|发布)/u }).click();
      await page.getByRole('alertdialog').getByText('$3.00 → $9.00').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `page-pricebook-question-${name}`);
      expect(problems).toEqual([]);
    });
  }

  test('beside the open menu every figure is in sight from 1,024 px on', async () => {
    for (const tab of ['prices', 'differences', 'history']) {
      const { page } = await open(`/pricebook?tab=${tab}`, { role: ROOT, width: 1024, height: 768 });
      const table = page.locator('main table');
      await page.locator('tr[data-row]').first().waitFor();
      expect(await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))).toBe(
        0,
      );
    }
  });

  test('prices are found by a part of the name and by where they come from; the address keeps both', async () => {
    const { page } = await open('/pricebook?q=gpt', { role: ROOT });
    const rows = page.locator('tr[data-row]');
    await eventually(async () => expect(await rows.count()).toBe(2));
    await page.getByRole('combobox', { name: 'Price from' }).selectOption('catalogue');
    await page.waitForURL(/source=catalogue/u);
    await page.getByRole('status').getByText('Nothing matches the filters').waitFor();
    await page.getByRole('button', { name: 'Remove filter Model' }).click();
    await eventually(async () => expect(await rows.count()).toBe(3));
  });

  test('a ratio is changed in dollars, with its reason, and without a question where it is a small change', async () => {
    const { page, api } = await open('/pricebook', { role: ROOT });
    await page.getByRole('row', { name: /Ratio \$2\.5000 \$10\.00 \$1\.25/u }).click();
    const drawer = page.getByRole('dialog', { name: 'Price of gpt-4o' });
    await drawer.getByRole('button', { name: 'Publish' }).click();
    await drawer.getByText('This field is required.').waitFor();
    await drawer.getByLabel('Reason').fill('as the provider');
    await drawer.getByRole('button', { name: 'Publish' }).click();
    await drawer.getByText('Nothing is other than it was.').waitFor();
    await drawer.getByLabel('Input, a million tokens').fill('3');
    await drawer.getByRole('button', { name: 'Publish' }).click();
    await drawer
      .getByText('As a ratio this has no end. Take another figure, or own prices in dollars.')
      .first()
      .waitFor();
    await drawer.getByLabel('Output, a million tokens').fill('12');
    await drawer.getByLabel('Read from the cache, a million tokens').fill('x');
    await drawer.getByRole('button', { name: 'Publish' }).click();
    await drawer.getByText('A price in dollars.').waitFor();
    await drawer.getByLabel('Read from the cache, a million tokens').fill('$1.5');
    await drawer.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published as version 5').waitFor();
    await drawer.waitFor({ state: 'detached' });
    expect(published(api)).toEqual([{ changes: { modelRatio: { 'gpt-4o': '1.5' } }, reason: 'as the provider' }]);
  });

  test('a change by more than half is sent only after a question with both figures', async () => {
    const api = new FakeApi();
    api.when(BIG_CHANGES, () => changeOf('house-model', 'output', '1234.5', '617.249'));
    const { page } = await open('/pricebook?q=gpt&open=price%3Ahouse-model', { role: ROOT, api });
    const drawer = page.getByRole('dialog', { name: 'Price of house-model' });
    await drawer.getByLabel('Output, a million tokens').fill('617.249');
    await drawer.getByLabel('Reason').fill('half');
    await drawer.getByLabel('Holds from').fill('2099-01-02T03:04');
    await drawer.getByRole('button', { name: 'Publish' }).click();
    const question = page.getByRole('alertdialog', { name: 'Change house-model by more than half?' });
    await question.getByText('$1,234.50 → $617.249').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(published(api)).toEqual([]);
    expect(await drawer.getByLabel('Output, a million tokens').inputValue()).toBe('617.249');
    await drawer.getByRole('button', { name: 'Publish' }).click();
    await question.getByRole('button', { name: 'Publish all the same' }).click();
    await page.getByText('Published as version 5').waitFor();
    const changes = { prices: { 'house-model': { input: '0.0375', output: '617.249' } } };
    const start = { starts_at: expect.any(Number) };
    expect(published(api)).toEqual([{ changes, reason: 'half', ...start }]);
    // Weighed is the book that will hold then.
    expect(api.bodies).toContainEqual({ changes, ...start });
  });

  test('what no catalogue but that of before prices is accepted by the whole catalogue, asked about as that is', async () => {
    const api = new FakeApi();
    const { change: changes } = catalogue;
    api.differences = api.differences.map((each) => (each.kind === 'gone' ? { ...each, change: changes } : each));
    api.when(BIG_CHANGES, () => answered(bigChanges()));
    const { page } = await open('/pricebook?tab=differences&kind=gone', { role: ROOT, api });
    await page.locator('tr[data-row]').getByRole('button', { name: 'Accept' }).click();
    const drawer = page.getByRole('dialog', { name: 'Take the catalogue’s price of text-davinci-003?' });
    await drawer.getByText(/^The catalogue of this release does not have the model\./u).waitFor();
    await drawer.getByLabel('Reason').fill('nobody sells it');
    await drawer.getByRole('button', { name: 'Accept' }).click();
    const question = page.getByRole('alertdialog', { name: 'Change prices by more than half?' });
    await question.getByRole('row', { name: /^gpt-4o · Input, a million tokens \$2\.50 → \$12\.50/u }).waitFor();
    expect(published(api)).toEqual([]);
    await question.getByRole('button', { name: 'Publish all the same' }).click();
    await page.getByText('Published as version 5').waitFor();
    expect(published(api)).toEqual([{ changes, reason: 'nobody sells it' }]);
  });

  test('what is refused without a price is said, and what the server refuses: at the field, or at the form', async () => {
    const api = new FakeApi();
    const { page } = await open('/pricebook?q=house', { role: ROOT, api });
    await page.getByRole('row', { name: /Own prices/u }).click();
    const drawer = page.getByRole('dialog', { name: 'Price of house-model' });
    await drawer.getByText(/Calls for a search, files, code or sound in the answer are refused;/u).waitFor();
    await drawer.getByLabel('Input, a million tokens').fill('0.04');
    await drawer.getByLabel('Reason').fill('a reason');
    const message = 'prices.house-model.input is not accepted: too many digits.';
    api.when(/^PUT \/api\/pricebook$/u, () => refused(message));
    await drawer.getByRole('button', { name: 'Publish' }).click();
    await drawer.getByText(message).waitFor();
    expect(await drawer.getByLabel('Input, a million tokens').getAttribute('aria-invalid')).toBe('true');
    const upgrade = 'An upgrade is running: until it has ended this cannot be saved.';
    api.when(/^PUT \/api\/pricebook$/u, () => refused(upgrade));
    await drawer.getByLabel('Input, a million tokens').fill('0.041');
    await drawer.getByRole('button', { name: 'Publish' }).click();
    await drawer.getByRole('alert').getByText(upgrade).waitFor();
  });

  test('a difference is accepted with a reason, and asked about where it is more than half', async () => {
    const api = new FakeApi();
    api.when(BIG_CHANGES, () => changeOf('claude-opus-4-5', 'input', '15', '5'));
    const { page } = await open('/pricebook?tab=differences', { role: ROOT, api });
    const row = page.locator('tr[data-row]', { hasText: 'claude-opus' });
    const drawer = page.getByRole('dialog', { name: 'Take the catalogue’s price of claude-opus-4-5?' });
    // The row stays open below its drawer.
    await row.click();
    await row.getByRole('button', { name: 'Accept' }).click();
    await drawer.waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe('accept:claude-opus-4-5');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.searchParams.get('open') === 'row:claude-opus-4-5');
    await drawer.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Accept' }).click();
    await drawer.getByLabel('Reason').fill('it got cheaper');
    await drawer.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('alertdialog').getByText('$15.00 → $5.00').waitFor();
    await page.getByRole('button', { name: 'Publish all the same' }).click();
    await page.getByText('Published as version 5').waitFor();
    await row.waitFor({ state: 'detached' });
    expect(published(api)).toEqual([
      { changes: { modelRatio: { 'claude-opus-4-5': null } }, reason: 'it got cheaper' },
    ]);
  });

  test('what else differs has room for its words beside prices, where letters need no spaces to break too', async () => {
    const { page } = await open('/pricebook?tab=differences', {
      role: ROOT,
      language: 'zh',
      theme: 'light',
      width: 1024,
      height: 768,
    });
    const words = page.locator('tr[data-row] td[data-column=more] > span:not(:empty)');
    await words.first().waitFor();
    for (const each of await words.all()) expect((await each.boundingBox())?.width).toBeGreaterThanOrEqual(96);
    await shoot(page, 'test-differences-zh-light-1024');
    expect(await figuresOutOfSight(page)).toEqual([]);
  });

  test('a difference is refused, which can be undone, and stands among the refused ones', async () => {
    const { page } = await open('/pricebook?tab=differences&kind=new', { role: ROOT });
    const row = page.getByRole('row', { name: /gpt-5-mini/u });
    await row.getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('gpt-5-mini: refused until the catalogue says something else').waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'State' }).selectOption('true');
    await row.getByText('New · Refused').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor({ state: 'detached' });
    await page.locator('[data-counts]').getByText('New 1').waitFor();
  });

  test('the catalogue is used whole, with a reason', async () => {
    const { page, api } = await open('/pricebook?tab=differences', { role: ROOT });
    await page.getByRole('button', { name: 'Use the catalogue' }).click();
    const drawer = page.getByRole('dialog', { name: 'Use the catalogue of this release?' });
    await drawer.getByText(/1 of them without a price so far/u).waitFor();
    await drawer.getByLabel('Reason').fill('the new release');
    await drawer.getByRole('button', { name: 'Use the catalogue' }).click();
    await page.getByText('The catalogue of this release is in force.').waitFor();
    expect(published(api)).toMatchObject([{ changes: { builtIn: { rules: 2 } }, reason: 'the new release' }]);
  });

  test('the history says who, why and from when on, and what each version changed', async () => {
    const { page, api } = await open('/pricebook', { role: ROOT });
    const [waiting] = api.versions;
    if (waiting === undefined) throw new Error('no version waits');
    api.versions = [{ ...waiting, version: 5 }, { ...waiting, replaced: true }, ...api.versions.slice(1)];
    await page.getByRole('tab', { name: 'History' }).click();
    await page.waitForURL(/tab=history/u);
    await page.getByRole('row', { name: /5 Waiting .* ada prices of the new year/u }).waitFor();
    await page.getByRole('row', { name: /4 Replaced .* ada prices of the new year/u }).waitFor();
    await page.getByRole('row', { name: /3 In force .* At once ada as the provider/u }).click();
    const changes = page.getByRole('table', { name: 'What version 3 changed' });
    await changes
      .getByRole('row', {
        name: 'gpt-4o · Model ratio 1 ($2.00 a million tokens) 1.25 ($2.50 a million tokens)',
        exact: true,
      })
      .waitFor();
    await changes
      .getByRole('row', { name: 'house-model · Own prices · Input, a million tokens $0.05 $0.0375', exact: true })
      .waitFor();
    await changes.getByRole('row', { name: /Customers’ rules · analytics · users – 7, 9/u }).waitFor();
    await page.getByRole('row', { name: /1 Past .* The product/u }).click();
    await page.getByText('The first book: there is none before it.').waitFor();
  });

  for (const variant of VARIANTS)
    test(`a quote says what a usage costs, line by line: ${variantName(variant)}`, async () => {
      const { page, api, problems } = await open('/pricebook?q=gpt-4o', { role: ROOT, ...variant });
      await page.getByRole('button', { name: /^(Quote|试算)$/u }).click();
      const drawer = page.getByRole('dialog');
      expect(await drawer.getByLabel(/^(Model|模型)/u).inputValue()).toBe('gpt-4o');
      await drawer.getByLabel(/^(Tokens out|输出)/u).fill('x');
      await drawer.getByRole('button', { name: /^(Work out|计算)$/u }).click();
      await drawer.locator('[aria-invalid=true]').first().waitFor();
      await drawer.getByLabel(/^(Tokens out|输出)/u).fill('800');
      await drawer.getByLabel(/^(Of which|其中)/u).fill('400');
      await drawer.getByLabel(/^(Group|分组)/u).fill('vip');
      await drawer.getByRole('button', { name: /^(Work out|计算)$/u }).click();
      const total = drawer.locator('[data-quote]').getByText('$0.010000');
      await total.waitFor();
      const { y = Infinity, height = 0 } = (await total.boundingBox()) ?? {};
      expect(y + height).toBeLessThan(variant.height);
      expect(api.bodies).toContainEqual({
        model: 'gpt-4o',
        group: 'vip',
        usage: { prompt: 1_000, completion: 800, parts: { cachedRead: 400 } },
      });
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await drawer.locator('[data-quote]').scrollIntoViewIfNeeded();
      await shoot(page, `page-pricebook-quote-${variantName(variant).replaceAll(' ', '-')}`);
      expect(problems).toEqual([]);
    });

  test('a quote states what is charged by the piece, and how pictures are', async () => {
    const { page, api } = await open('/pricebook?q=gpt-4o', { role: ROOT });
    await page.getByRole('button', { name: 'Quote' }).click();
    const drawer = page.getByRole('dialog');
    const add = drawer.getByLabel('Another part or piece');
    expect(await drawer.getByLabel('Size of the images').count()).toBe(0);
    for (const name of ['Images', 'Seconds', 'Web searches']) await add.selectOption(name);
    await drawer.getByLabel('Images', { exact: true }).fill('3');
    await drawer.getByLabel('Size of the images').fill('1024x1792');
    await drawer.getByLabel('Seconds', { exact: true }).fill('62');
    await drawer.getByLabel('Web searches', { exact: true }).fill('1.5');
    await drawer.getByRole('button', { name: 'Work out' }).click();
    await drawer.getByText('A whole number from 0.').waitFor();
    await drawer.getByLabel('Web searches', { exact: true }).fill('2');
    await drawer.getByRole('button', { name: 'Work out' }).click();
    await drawer.locator('[data-quote]').waitFor();
    expect(api.bodies).toContainEqual({
      model: 'gpt-4o',
      usage: {
        prompt: 1_000,
        completion: 1_000,
        measured: { images: 3, milliseconds: 62_000, searches: 2 },
        size: '1024x1792',
      },
    });
  });

  for (const variant of VARIANTS)
    test(`the whole catalogue is used only after a question where figures change by more than half: ${variantName(variant)}`, async () => {
      const api = new FakeApi();
      api.when(BIG_CHANGES, () => answered(bigChanges()));
      const { page, problems } = await open('/pricebook?tab=differences', { role: ROOT, api, ...variant });
      await page.getByRole('button', { name: /^(Use the catalogue|采用目录)$/u }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel(/^(Reason|原因)/u).fill('all of it');
      const question = page.getByRole('alertdialog', {
        name: /^(Change prices by more than half|将价格变动一半以上)/u,
      });
      for (const answer of [/^(Cancel|取消)$/u, /^(Publish all the same|仍然发布)$/u]) {
        expect(published(api)).toEqual([]);
        await drawer.getByRole('button', { name: /^(Use the catalogue|采用目录)$/u }).click();
        await question.getByText('$2.50 → $12.50').waitFor();
        await question.getByText(/1,200/u).waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
        await shoot(page, `page-pricebook-catalogue-question-${variantName(variant).replaceAll(' ', '-')}`);
        await question.getByRole('button', { name: answer }).click();
        await question.waitFor({ state: 'detached' });
      }
      await drawer.waitFor({ state: 'detached' });
      const { change: changes } = catalogue;
      expect(api.bodies).toContainEqual({ changes });
      expect(published(api)).toEqual([{ changes, reason: 'all of it' }]);
      expect(problems).toEqual([]);
    });

  test('an administrator who is not root does not find the page', async () => {
    const { page } = await open('/pricebook', { role: 10 });
    await page.getByText('Page does not exist').waitFor();
    expect(await page.getByRole('link', { name: 'Price book' }).count()).toBe(0);
  });
});
