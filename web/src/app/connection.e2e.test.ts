import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { connectionTexts } from '../shared/connection/connection-texts.ts';
import { settingsTexts } from '../features/settings/texts.ts';
import { en } from '../shared/i18n/en.ts';
import { zh } from '../shared/i18n/zh.ts';
import { leavingTexts } from '../shared/ui/leaving-texts.ts';
import { browserSuite, shoot } from '../testing/browser-suite.ts';
import { Network } from '../testing/console-page.ts';
import { eventually } from '../testing/eventually.ts';
import { accessibilityProblems, sidewaysScroll } from '../testing/page-checks.ts';
import { showTab } from '../testing/tab.ts';
import { VARIANTS, variantName } from '../testing/variants.ts';

const ROOT = 100;
const ALL = /./u;
const ROUND_MS = 30_500;
const FIVE_MINUTES_MS = 300_500;
const NEXT_RELEASE = '9.9.9';

/** What no person should have to read. */
const TECHNICAL = /fetch|network ?error|undefined|\berr_|assets\/|https?:\/\/|TypeError/iu;
const textOf = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

/** A document that is loaded again does not know it any more. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

const lineOn = (page: Page, text: string): Locator =>
  page.locator('[data-page-line]:visible').filter({ hasText: text }).first();

await browserSuite('a lost connection', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const isZh = variant.language === 'zh';
    const [t, own] = [isZh ? zh : en, connectionTexts[isZh ? 'zh' : 'en']];
    const isSmall = variant.width < 600;
    const shot = (page: Page, name: string) => shoot(page, `${name}-${variantName(variant).replaceAll(' ', '-')}`);
    const goTo = async (page: Page, name: string): Promise<void> => {
      if (isSmall) await page.getByRole('button', { name: t.nav.menu }).click();
      await page.getByRole('link', { name, exact: true }).click();
    };

    test(`of 20 s is one line: figures stay, and are asked for again by themselves: ${variantName(variant)}`, async () => {
      const { page, api, network } = await open('/detail', { role: 1, clock: true, ...variant });
      const line = lineOn(page, own.lost);
      await page.getByText('$10.00', { exact: true }).first().waitFor();
      await page.locator('[data-total]').waitFor();
      const total = await page.locator('[data-total]').textContent();
      network.cut = ALL;
      await page.clock.runFor(ROUND_MS);
      await line.waitFor();
      network.inVain.length = 0;
      for (let second = 0; second < 20; second += 1) await page.clock.runFor(1_000);
      await eventually(async () => expect(network.inVain.length).toBeGreaterThanOrEqual(3));
      expect(new Set(network.inVain)).toEqual(new Set(['/api/status']));
      expect(network.inVain.length).toBeLessThanOrEqual(6);
      expect(await page.locator('[data-total]').textContent()).toBe(total);
      await page.getByText('$10.00', { exact: true }).first().waitFor();
      expect(await page.getByRole('button', { name: t.states.tryAgain, exact: true }).count()).toBe(0);
      expect(await textOf(page)).not.toMatch(TECHNICAL);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shot(page, 'test-lost-figures');
      api.user = { ...api.user, quota: 4_000_000 };
      network.cut = undefined;
      await page.clock.runFor(15_500);
      await page.getByText('$8.00', { exact: true }).first().waitFor();
      await line.waitFor({ state: 'detached' });
    });

    test(`leaves the page that was open until the code of the next one comes: ${variantName(variant)}`, async () => {
      const { page, api, network } = await open('/token', { role: ROOT, clock: true, ...variant });
      await page.getByText('production').first().waitFor();
      await mark(page);
      // The code of a small screen's menu is there, as it is soon after the page.
      if (isSmall) await page.getByRole('button', { name: t.nav.menu }).click();
      const next = page.getByRole('link', { name: t.nav.redemption, exact: true });
      await next.waitFor();
      network.cut = ALL;
      await next.click();
      await lineOn(page, own.pageWaits).waitFor();
      await page.getByText('production').first().waitFor();
      for (let second = 0; second < 20; second += 1) await page.clock.runFor(1_000);
      expect(await textOf(page)).not.toMatch(TECHNICAL);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shot(page, 'test-lost-page');
      network.cut = undefined;
      await page.clock.runFor(15_500);
      await page.getByRole('heading', { name: t.nav.redemption, level: 1 }).waitFor();
      await page
        .getByText(api.codes[0]?.name ?? '', { exact: true })
        .first()
        .waitFor();
      await page.locator('[data-page-line]').waitFor({ state: 'detached' });
      expect([new URL(page.url()).pathname, await isMarked(page)]).toEqual(['/redemption', true]);
    });

    test(`keeps what is typed, and what is sent again is done once: ${variantName(variant)}`, async () => {
      const { page, api, network } = await open('/token', { role: 1, ...variant });
      await page.getByRole('button', { name: t.tokens.create }).first().click();
      const drawer = page.getByRole('dialog');
      const name = drawer.getByRole('textbox', { name: t.tokens.name });
      await name.fill('nightly');
      network.cut = ALL;
      const create = drawer.getByRole('button', { name: t.common.create, exact: true });
      await create.click();
      await drawer.getByRole('alert').getByText(t.errors.unansweredOnce).waitFor();
      await lineOn(page, own.lost).waitFor();
      // On a small screen the drawer covers the one under the top bar.
      if (isSmall) await drawer.getByText(own.lost).waitFor();
      expect(network.inVain.filter((path) => path === '/api/token/')).toHaveLength(1);
      expect(await name.inputValue()).toBe('nightly');
      expect(await textOf(page)).not.toMatch(TECHNICAL);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shot(page, 'test-lost-form');
      network.cut = undefined;
      await lineOn(page, own.lost).waitFor({ state: 'detached' });
      expect(api.tokens.filter((token) => token.name === 'nightly')).toEqual([]);
      expect(await name.inputValue()).toBe('nightly');
      await create.click();
      await drawer.waitFor({ state: 'detached' });
      await page.getByText('nightly').first().waitFor();
      expect(api.tokens.filter((token) => token.name === 'nightly')).toHaveLength(1);
    });

    test(`is none where the server has a new release without an old page: it offers to load again: ${variantName(variant)}`, async () => {
      const { page, network, api } = await open('/token', { role: ROOT, ...variant });
      await page.getByText('production').first().waitFor();
      await mark(page);
      api.status = { ...api.status, version: NEXT_RELEASE };
      network.gone = /\/redemptions-page-/u;
      await goTo(page, t.nav.redemption);
      await page.getByRole('main').getByText(own.gone).waitFor();
      await lineOn(page, own.release).waitFor();
      expect(await page.getByText(own.lost).count()).toBe(0);
      expect(await textOf(page)).not.toMatch(TECHNICAL);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shot(page, 'test-release-gone');
      expect(await isMarked(page)).toBe(true);
      network.gone = undefined;
      await lineOn(page, own.release).getByRole('button', { name: own.reload }).click();
      await page.getByRole('heading', { name: t.nav.redemption, level: 1 }).waitFor();
      expect([await isMarked(page), await page.locator('[data-page-line]').count()]).toEqual([false, 0]);
    });

    test(`and a new release that is heard of while something is typed: the usual question comes before: ${variantName(variant)}`, async () => {
      const { page, api } = await open('/setting?tab=other', { role: ROOT, clock: true, ...variant });
      const field = page.getByLabel(settingsTexts[variant.language].options.SystemName, { exact: true });
      await field.fill('Another name');
      await mark(page);
      api.status = { ...api.status, version: NEXT_RELEASE };
      await page.clock.runFor(FIVE_MINUTES_MS);
      const load = lineOn(page, own.release).getByRole('button', { name: own.reload });
      await load.click();
      const leaving = leavingTexts[isZh ? 'zh' : 'en'];
      const question = page.getByRole('alertdialog', { name: leaving.title });
      await question.getByRole('button', { name: leaving.stay }).click();
      expect([await field.inputValue(), await isMarked(page)]).toEqual(['Another name', true]);
      await shot(page, 'test-release-typed');
      await load.click();
      await question.getByRole('button', { name: leaving.discard }).click();
      await eventually(async () => expect(await isMarked(page).catch(() => true)).toBe(false));
      await eventually(async () => expect(await field.inputValue()).not.toBe('Another name'));
      expect(await page.locator('[data-page-line]').count()).toBe(0);
    });
  }

  test('is asked for by no hidden tab, and at once by one that comes back or hears of a network', async () => {
    const { page, network } = await open('/detail', { role: 1, clock: true });
    const line = lineOn(page, connectionTexts.en.lost);
    await page.locator('[data-total]').waitFor();
    network.cut = ALL;
    await page.clock.runFor(ROUND_MS);
    await line.waitFor();
    await page.clock.runFor(30_000);
    await showTab(page, 'hidden');
    await page.waitForLoadState('networkidle');
    network.inVain.length = 0;
    await page.clock.runFor(60_000);
    expect(network.inVain).toEqual([]);
    await showTab(page, 'visible');
    await eventually(async () => expect(network.inVain).toEqual(['/api/status']));
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1_000)));
    network.cut = undefined;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await line.waitFor({ state: 'detached' });
  });

  test('is said as soon as the browser says it, and not where the server answers all the same', async () => {
    const { page, api, network } = await open('/token', { role: 1 });
    await page.getByText('production').first().waitFor();
    const asked = (): number => api.calls.filter((call) => call === 'GET /api/status').length;
    const before = asked();
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await eventually(async () => expect(asked()).toBe(before + 1));
    expect(await page.locator('[data-page-line]').count()).toBe(0);
    network.cut = ALL;
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await lineOn(page, connectionTexts.en.lost).waitFor();
  });

  test('leaves the rows of a list, which are filtered when it is back, and tries at once when asked to', async () => {
    const { page, network } = await open('/token', { role: 1 });
    await page.getByText('production').first().waitFor();
    network.cut = ALL;
    await page.keyboard.press('/');
    await page.keyboard.type('stag');
    const line = lineOn(page, connectionTexts.en.lost);
    await line.waitFor();
    await page.getByText('production').first().waitFor();
    expect(await page.getByRole('button', { name: en.states.tryAgain, exact: true }).count()).toBe(0);
    network.cut = undefined;
    await line.getByRole('button', { name: connectionTexts.en.tryNow }).click();
    await line.waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.evaluate(() => document.activeElement?.id)).toBe('content'));
    await page.getByText('production').first().waitFor({ state: 'detached' });
    await page.getByText('staging').first().waitFor();
  });

  test('says of a change that the server does not know again that nobody knows whether it was done', async () => {
    const { page, network } = await open('/user/edit', { role: 1 });
    await page.getByLabel('Display name').fill('Countess');
    network.cut = ALL;
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(en.errors.unanswered).waitFor();
    expect(network.inVain.filter((path) => path === '/api/user/self')).toHaveLength(1);
    expect(await page.getByLabel('Display name').inputValue()).toBe('Countess');
  });

  test('is said where the code of the first page does not come, which comes later', async () => {
    const network = new Network();
    network.cut = /^\/assets\/tokens-page-|^\/api\//u;
    const { page } = await open('/token', { role: 1, network });
    const line = lineOn(page, connectionTexts.en.pageWaits);
    await line.waitFor();
    await shoot(page, 'test-lost-first');
    network.cut = undefined;
    await page.getByText('production').first().waitFor();
    await line.waitFor({ state: 'detached' });
  });
});
