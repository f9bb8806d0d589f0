import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { settingsTexts } from '../../features/settings/texts.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { leavingTexts } from '../../shared/ui/leaving-texts.ts';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { VARIANTS, variantName } from '../../testing/variants.ts';

type Out = readonly [way: string, go: (page: Page) => Promise<unknown>];

await browserSuite('what is typed', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const isZh = variant.language === 'zh';
    const [t, own] = [isZh ? zh : en, leavingTexts[isZh ? 'zh' : 'en']];
    const questionOn = (page: Page): Locator => page.getByRole('alertdialog', { name: own.title });
    const nameOf = (page: Page): Locator => page.getByRole('dialog').getByRole('textbox', { name: t.tokens.name });
    /** Each way is refused once, so that what is typed is there for the next one. */
    const staysWhen = async (page: Page, ways: readonly Out[], typed: () => Promise<void>): Promise<void> => {
      for (const [, go] of ways) {
        await go(page);
        await questionOn(page).getByRole('button', { name: own.stay }).click();
        await questionOn(page).waitFor({ state: 'detached' });
        await typed();
      }
    };
    const back: Out = ['Back', (page) => page.evaluate(() => history.back())];
    const escape: Out = ['Esc', (page) => page.keyboard.press('Escape')];

    test(`of a drawer is asked about on each way out, and goes when it may: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/log', { role: 1, ...variant });
      if (variant.width < 600) await page.getByRole('button', { name: t.nav.menu }).click();
      await page.getByRole('link', { name: t.nav.token, exact: true }).click();
      await page.getByRole('button', { name: t.tokens.create }).first().click();
      await nameOf(page).fill('x');
      await nameOf(page).fill('');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: t.tokens.create }).first().click();
      await nameOf(page).fill('nightly');
      const ways: Out[] = [
        escape,
        ['close', () => page.getByRole('dialog').getByRole('button', { name: t.common.close }).click()],
        ['cancel', () => page.getByRole('dialog').getByRole('button', { name: t.common.cancel }).click()],
        back,
        ...(variant.width < 600 ? [] : [['outside', () => page.mouse.click(20, 400)] as const]),
      ];
      await staysWhen(page, ways, async () => expect(await nameOf(page).inputValue()).toBe('nightly'));
      await page.keyboard.press('Escape');
      await questionOn(page).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `unsaved-drawer-${variantName(variant).replaceAll(' ', '-')}`);
      await questionOn(page).getByRole('button', { name: own.discard }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    });

    test(`of the settings is asked about at links, tabs, Back and signing out: ${variantName(variant)}`, async () => {
      const { page, api } = await open('/setting?tab=other', { role: 100, ...variant });
      const field = page.getByLabel(settingsTexts[variant.language].options.SystemName, { exact: true });
      await field.fill('Another name');
      const ways: Out[] = [
        ['a tab', () => page.getByRole('tab', { name: t.settings.tabs.personal }).click()],
        ['a link', () => page.getByRole('banner').getByRole('link').first().click()],
        [
          'signing out',
          async () => {
            await page.getByRole('button', { name: t.nav.account('ada · Ada Lovelace') }).click();
            await page.getByRole('menuitem', { name: t.nav.signOut }).click();
          },
        ],
      ];
      await staysWhen(page, ways, async () => expect(await field.inputValue()).toBe('Another name'));
      expect(api.calls.filter((call) => call.includes('logout'))).toEqual([]);
      await page.getByRole('tab', { name: t.settings.tabs.personal }).click();
      await questionOn(page).getByRole('button', { name: own.discard }).click();
      await page.getByRole('tab', { name: t.settings.tabs.other }).click();
      expect(await field.inputValue()).not.toBe('Another name');
    });
  }

  test('of a dialog is asked about, and by the browser before it loads the page again', async () => {
    const { page } = await open('/user', { role: 100 });
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page
      .getByRole('button', { name: /^Actions for/u })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Adjust balance' }).click();
    await page.reload();
    await page
      .getByRole('button', { name: /^Actions for/u })
      .first()
      .click();
    expect(asked).toEqual([]);
    await page.getByRole('menuitem', { name: 'Adjust balance' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('outage');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
  });

  test('and saved is not asked about', async () => {
    const { page } = await open('/setting?tab=other', { role: 100 });
    await page.getByLabel('Name of this site', { exact: true }).fill('Another name');
    await page.getByLabel('Name of this site', { exact: true }).press('Enter');
    await page.getByText('Saved', { exact: false }).first().waitFor();
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
  });
});
