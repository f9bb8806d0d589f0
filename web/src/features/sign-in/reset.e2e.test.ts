import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { counting } from '../../testing/counting.ts';
import { eventually } from '../../testing/eventually.ts';
import { NEW_PASSWORD, RESET_EMAIL } from '../../testing/fake-api.ts';
import { RESET_LINK } from '../../testing/gallery/views.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { resetTexts } from './texts.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';

const SECOND_MS = 1_000;
const WAIT_MS = 30_500;
/** Longer than anything on these pages takes. */
const QUIET_MS = 500;

/** How the page looks is kept, and that it can be read. */
async function looksRight(page: Page, name: string): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await shoot(page, name);
}

await browserSuite('a new password by mail', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const [t, own] = variant.language === 'en' ? [en, resetTexts.en] : [zh, resetTexts.zh];

    test(`a link is mailed to the e-mail that is typed, and again only after 30 s: ${name}`, async () => {
      const { page, api, problems } = await open('/login', { clock: true, ...variant });
      await page.getByRole('link', { name: t.signIn.forgot }).click();
      await page.getByRole('heading', { name: own.title }).waitFor();
      expect(await page.title()).toContain(own.title);
      const send = page.getByRole('main').getByRole('button');
      await send.click();
      await page.getByText(t.register.emailMissing).waitFor();
      expect(api.calls.some((call) => call.includes('reset_password'))).toBe(false);
      await page.getByLabel(t.register.email).fill('nobody@example.com');
      await send.click();
      await page.getByRole('alert').filter({ hasText: 'No account has this e-mail' }).waitFor();
      await looksRight(page, `test-reset-refused-${name}`);
      await page.getByLabel(t.register.email).fill(` ${RESET_EMAIL} `);
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .filter({ hasText: own.sent(RESET_EMAIL) })
        .waitFor();
      await page.getByRole('button', { name: counting(own.again), disabled: true }).waitFor();
      await looksRight(page, `test-reset-sent-${name}`);
      await page.keyboard.press('Enter');
      await page.clock.runFor(SECOND_MS);
      await page.getByRole('button', { name: counting(own.again), disabled: true }).waitFor();
      await page.clock.runFor(WAIT_MS);
      await page.getByRole('button', { name: own.send, disabled: false }).click();
      await page.getByRole('button', { name: counting(own.again), disabled: true }).waitFor();
      expect(api.calls.filter((call) => call.includes('reset_password'))).toEqual([
        'GET /api/reset_password?email=nobody%40example.com',
        'GET /api/reset_password?email=ada%40example.com',
        'GET /api/reset_password?email=ada%40example.com',
      ]);
      expect(problems).toEqual([]);
    });

    test(`a link makes a password by a press alone, shows it once and has it copied: ${name}`, async () => {
      const { page, api, problems } = await open(RESET_LINK, variant);
      await page.getByText(own.newAbout(RESET_EMAIL)).waitFor();
      await page.waitForTimeout(QUIET_MS);
      expect(api.calls.some((call) => call.startsWith('POST'))).toBe(false);
      await looksRight(page, `test-new-password-${name}`);
      await page.getByRole('button', { name: own.make }).click();
      const field = page.getByRole('textbox', { name: own.newTitle });
      await eventually(async () => expect(await field.inputValue()).toBe(NEW_PASSWORD));
      expect(await field.getAttribute('translate')).toBe('no');
      await looksRight(page, `test-new-password-made-${name}`);
      await page.getByRole('button', { name: t.common.copy }).click();
      await page.getByText(own.copied).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(NEW_PASSWORD);
      await page.getByRole('link', { name: t.signIn.title }).last().click();
      await page.getByLabel(t.signIn.username).waitFor();
      expect(problems).toEqual([]);
    });

    test(`a link that was used leads to a new one: ${name}`, async () => {
      const { page, api, problems } = await open(RESET_LINK, variant);
      api.usedLinks.add(new URL(page.url()).searchParams.get('token'));
      await page.getByRole('button', { name: own.make }).click();
      await page.getByRole('heading', { name: own.badTitle }).waitFor();
      await page.getByText('The link is wrong or used').waitFor();
      await looksRight(page, `test-new-password-bad-${name}`);
      await page.getByRole('link', { name: own.newLink }).click();
      await page.getByRole('heading', { name: own.title }).waitFor();
      expect(problems).toEqual([]);
    });
  }

  for (const path of ['/user/reset', '/user/reset?token=0123', '/user/reset?email=ada%40example.com'])
    test(`a link that lacks a part says so: ${path}`, async () => {
      const { page, api } = await open(path);
      await page.getByRole('heading', { name: resetTexts.en.partTitle }).waitFor();
      await page.getByRole('link', { name: resetTexts.en.newLink }).click();
      await page.waitForURL('**/reset');
      await page.getByRole('heading', { name: resetTexts.en.title }).waitFor();
      expect(api.calls.some((call) => call.startsWith('POST'))).toBe(false);
    });

  test('what the limits or the server keep from being made can be tried again by the same link', async () => {
    const { page, api } = await open(RESET_LINK);
    const make = page.getByRole('button', { name: resetTexts.en.make });
    api.when(/^POST \/api\/user\/reset$/u, () => ({
      status: 429,
      body: { success: false, message: '' },
      headers: { 'retry-after': '1' },
    }));
    await make.click();
    await page.getByRole('alert').filter({ hasText: en.errors.tooMany }).first().waitFor();
    api.when(/^POST \/api\/user\/reset$/u, () => ({ status: 500, body: { success: false, message: 'no' } }));
    await make.click();
    await page.getByRole('alert').filter({ hasText: en.errors.internal }).first().waitFor();
    api.forget();
    await make.click();
    await eventually(async () => expect(await page.getByRole('textbox').inputValue()).toBe(NEW_PASSWORD));
  });
});
