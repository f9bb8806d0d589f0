import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { en } from '../i18n/en.ts';
import { zh } from '../i18n/zh.ts';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, refused } from '../../testing/fake-api.ts';
import { token } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const ROOT = 100;

/** An api with so many tokens, `token 1` first, all enabled. */
function withTokens(count: number): FakeApi {
  const api = new FakeApi();
  api.tokens = Array.from({ length: count }, (_, index) => token(index + 1, `token ${index + 1}`));
  return api;
}

const chosenBar = (page: Page, t = en) => page.getByRole('toolbar', { name: t.table.chosenActions });
const box = (page: Page, name: string, t = en) =>
  page.getByRole('checkbox', { name: t.table.choose(name), exact: true });
const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

await browserSuite('chosen rows', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const t = variant.language === 'zh' ? zh : en;
    test(`their number and actions stand in the place of the filters: ${variantName(variant)}`, async () => {
      const api = withTokens(12);
      const { page, problems } = await open('/token', { api, role: 1, ...variant });
      await box(page, 'token 2', t).waitFor();
      const before = await page.locator('[data-row]').first().boundingBox();
      await box(page, 'token 2', t).check();
      await box(page, 'token 4', t).check();
      await chosenBar(page, t).getByText(t.table.chosen('2')).waitFor();
      await shoot(page, `test-chosen-${variantName(variant)}`);
      if (variant.width >= 600) expect(await page.locator('[data-row]').first().boundingBox()).toEqual(before);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await chosenBar(page, t).getByRole('button', { name: t.tokens.copyKeys }).click();
      await page.getByText(t.tokens.keysCopied(2)).waitFor();
      expect(await clipboard(page)).toBe(
        [1, 3].map((at) => `${api.tokens[at]?.name}\tsk-${api.tokens[at]?.key}`).join('\n'),
      );
      await chosenBar(page, t).getByRole('button', { name: t.table.unchoose }).click();
      await chosenBar(page, t).waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    });
  }

  test('with Shift all rows from the one that was chosen before, by mouse', async () => {
    const { page } = await open('/token', { api: withTokens(10), role: 1 });
    await box(page, 'token 2').check();
    await page.getByRole('row', { name: /token 5/u }).click({ modifiers: ['Shift'], position: { x: 300, y: 10 } });
    await chosenBar(page).getByText('4 chosen').waitFor();
    await box(page, 'token 4').uncheck();
    await box(page, 'token 7').click({ modifiers: ['Shift'] });
    await chosenBar(page).getByText('6 chosen').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('by Space, by Shift with arrows, and by the box over all', async () => {
    const { page } = await open('/token', { api: withTokens(10), role: 1 });
    await page
      .getByRole('row', { name: /token 1/u })
      .first()
      .focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await chosenBar(page).getByText('1 chosen').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await chosenBar(page).getByText('3 chosen').waitFor();
    expect(await page.locator('tr[aria-selected=true]').allTextContents()).toEqual([
      expect.stringContaining('token 2'),
      expect.stringContaining('token 3'),
      expect.stringContaining('token 4'),
    ]);
    await page.keyboard.press(' ');
    await chosenBar(page).getByText('2 chosen').waitFor();
    const all = page.getByRole('checkbox', { name: en.table.choosePage });
    expect(await all.evaluate((input) => (input as HTMLInputElement).indeterminate)).toBe(true);
    await all.check();
    await chosenBar(page).getByText('10 chosen').waitFor();
    await all.uncheck();
    await chosenBar(page).waitFor({ state: 'detached' });
  });

  test('stay chosen on other pages, and are disabled, each by its own call; what failed stays chosen and says why', async () => {
    const api = withTokens(15);
    const { page } = await open('/token', { api, role: 1 });
    await box(page, 'token 3').check();
    await page.getByRole('button', { name: en.table.next }).click();
    await box(page, 'token 12').check();
    await box(page, 'token 13').check();
    await chosenBar(page).getByText('3 chosen').waitFor();
    const { handle } = api;
    api.handle = async (call) =>
      call.method === 'PUT' && (call.body as { id: number }).id === 12
        ? refused('This token is too old.')
        : handle.call(api, call);
    await chosenBar(page).getByRole('button', { name: en.common.disable }).click();
    await chosenBar(page).getByText('1 chosen').waitFor();
    expect(await box(page, 'token 12').isChecked()).toBe(true);
    expect(api.tokens.filter(({ status }) => status !== 1).map(({ id }) => id)).toEqual([3, 13]);
    const place = page.getByRole('button', { name: 'Disable tokens: 3 of 3' });
    await place.click();
    await page.getByText('This token is too old.').waitFor();
    await shoot(page, 'test-work-failed');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear what has ended' }).click();
    await place.waitFor({ state: 'detached' });
  });

  test('a change of many can be taken back, for those that it has changed', async () => {
    const api = withTokens(5);
    api.tokens = api.tokens.map((each) => (each.id === 2 ? { ...each, status: 2 } : each));
    const { page } = await open('/token', { api, role: 1 });
    await page.getByRole('checkbox', { name: en.table.choosePage }).check();
    await chosenBar(page).getByRole('button', { name: en.common.disable }).click();
    await page.getByText('5 tokens disabled').waitFor();
    expect(api.tokens.map(({ status }) => status)).toEqual([2, 2, 2, 2, 2]);
    await page.getByRole('button', { name: en.common.undo }).click();
    await page.getByText('4 tokens enabled').waitFor();
    expect(api.tokens.map(({ status }) => status)).toEqual([1, 2, 1, 1, 1]);
  });

  test('tokens and codes are deleted after a question that names them', async () => {
    const api = withTokens(8);
    const { page } = await open('/token', { api, role: ROOT });
    await page.getByRole('checkbox', { name: en.table.choosePage }).check();
    await chosenBar(page).getByRole('button', { name: en.common.delete }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 8 tokens?' });
    await question.getByText('token 1, token 2, token 3, token 4, token 5 and 3 more.').waitFor();
    await question.getByRole('button', { name: en.common.delete }).click();
    await page.getByText('8 tokens deleted').waitFor();
    await page.getByText(en.tokens.emptyTitle).waitFor();
    const codes = api.codes.length;
    await page.goto(new URL('/redemption', page.url()).href);
    await page.locator('tbody input[type=checkbox]').first().check();
    await chosenBar(page).getByRole('button', { name: en.codes.copyChosen }).click();
    await page.getByText('1 code copied').waitFor();
    expect(await clipboard(page)).toBe(api.codes[0]?.key);
    await chosenBar(page).getByRole('button', { name: en.common.delete }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: en.common.delete }).click();
    await page.getByText('1 code deleted').waitFor();
    expect(api.codes).toHaveLength(codes - 1);
  });

  test('channels are tagged and deleted by one call', async () => {
    const { page, api } = await open('/channel', { role: ROOT });
    const [first, second] = api.channels;
    if (!first || !second) throw new Error('there are no channels');
    await box(page, first.name).check();
    await box(page, second.name).check();
    await chosenBar(page).getByRole('button', { name: en.channels.setTag }).click();
    const dialog = page.getByRole('dialog', { name: 'Tag 2 channels' });
    await dialog.getByRole('button', { name: en.common.save }).click();
    await dialog.getByText(en.channels.tagNeeded).waitFor();
    await dialog.getByLabel(en.channels.tag).fill('night');
    await dialog.getByRole('button', { name: en.common.save }).click();
    await page.getByText('2 channels tagged night').waitFor();
    expect(api.channels.filter(({ tag }) => tag === 'night')).toHaveLength(2);
    await chosenBar(page).waitFor({ state: 'detached' });
    await box(page, first.name).check();
    await chosenBar(page).getByRole('button', { name: en.common.delete }).click();
    await page.getByRole('alertdialog').getByText(`${first.name}.`).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: en.common.delete }).click();
    await page.getByText('1 channel deleted').waitFor();
    expect(api.bodies).toContainEqual({ ids: [first.id] });
    await eventually(async () => expect(await page.getByText(first.name, { exact: true }).count()).toBe(0));
  });
});

await browserSuite('how a list is shown', ({ open, test }) => {
  test('columns are chosen and kept, and those left out stand in the row', async () => {
    const { page } = await open('/token', { role: 1, width: 1440, height: 900 });
    await page.getByRole('columnheader', { name: 'Key' }).waitFor();
    await page.getByRole('button', { name: en.table.view }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Key' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Group' }).click();
    await page.getByRole('columnheader', { name: 'Key' }).waitFor({ state: 'detached' });
    await shoot(page, 'test-columns-chosen');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('columnheader', { name: 'Name' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Key' }).count()).toBe(0);
    const row = page.getByRole('row', { name: /production/u });
    await row.getByRole('button', { name: en.table.more }).click();
    expect(await page.locator('[data-fact=key]').textContent()).toContain('sk-');
    await page.getByRole('button', { name: en.table.view }).click();
    await page.getByRole('menuitem', { name: en.table.usualColumns }).click();
    await page.getByRole('columnheader', { name: 'Key' }).waitFor();
  });

  test('its head stays below the top bar, and more columns than there is room for are moved in a frame of their own', async () => {
    const api = withTokens(100);
    const { page } = await open('/token', { api, role: 1, width: 1024, height: 700 });
    await page.getByRole('combobox', { name: en.table.pageSize }).selectOption('100');
    await eventually(async () => expect(await page.locator('[data-row]').count()).toBe(100));
    const topOf = async () => Math.round((await page.locator('thead th').nth(2).boundingBox())?.y ?? -1);
    await page.mouse.wheel(0, 2_000);
    await eventually(async () => expect(await topOf()).toBe(48));
    await shoot(page, 'test-sticky-head');
    await page.getByRole('button', { name: en.table.view }).click();
    for (const name of ['Key', 'Group', 'Created', 'Expiry'])
      await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    const frame = page.locator('[data-frame]');
    await eventually(async () =>
      expect(await frame.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true),
    );
    expect(await sidewaysScroll(page)).toBe(0);
    await frame.evaluate((element) => element.scrollTo(300, 1_000));
    await frame.scrollIntoViewIfNeeded();
    const [head, top] = await Promise.all([topOf(), frame.boundingBox()]);
    expect(Math.abs(head - (top?.y ?? 0))).toBeLessThanOrEqual(2);
  });

  test('on paper it keeps its amounts, within the page, and nothing to press', async () => {
    for (const [path, column] of [
      ['/token', 'remain'],
      ['/log', 'amount'],
      ['/user', 'quota'],
      ['/books', 'balance'],
    ] as const) {
      const { page } = await open(path, { role: ROOT, width: 794, height: 1123 });
      await page.locator('[data-row]').first().waitFor();
      await page.emulateMedia({ media: 'print' });
      const amounts = page.locator(`[data-row] > [data-column=${column}]`);
      expect(await amounts.count()).toBeGreaterThan(0);
      for (const amount of await amounts.all()) {
        expect(await amount.textContent()).not.toBe('');
        const { x = 999, width = 999 } = (await amount.boundingBox()) ?? {};
        expect(x + width).toBeLessThanOrEqual(794);
      }
      expect(await page.locator('[data-tool]').filter({ visible: true }).count()).toBe(0);
      expect(await page.locator('[data-actions]').filter({ visible: true }).count()).toBe(0);
      if (path === '/log') await page.getByText(/^1–10 of/u).waitFor();
      const pages = page.getByRole('navigation', { name: 'Pages' }).locator('select, button');
      expect(await pages.filter({ visible: true }).count()).toBe(0);
      await shoot(page, `test-print-${path.slice(1)}`);
    }
  });
});
