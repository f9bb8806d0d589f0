import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { WRONG_PASSWORD } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { VARIANTS, variantName } from '../../testing/variants.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { accessTexts } from './access-texts.ts';
import { closeTexts } from './close-texts.ts';

const USER_ROLE = 1;
const ROOT_ROLE = 100;

await browserSuite('forms of the own account', ({ open, test }) => {
  test('a password is changed by who knows the one so far, and what is wrong is told at its field', async () => {
    const { page, api } = await open('/setting', { role: USER_ROLE });
    const section = page.getByRole('region', { name: en.personal.password });
    const old = section.getByLabel(accessTexts.en.oldPassword);
    await section.getByLabel(en.users.newPassword).fill('long-enough');
    await section.getByLabel(en.register.password2).fill('long-enough');
    const change = section.getByRole('button', { name: en.personal.changePassword });
    await change.click();
    await section.getByText(en.form.required).waitFor();
    await old.fill(WRONG_PASSWORD);
    await change.click();
    await section.getByText('The password so far is wrong').waitFor();
    expect(await old.getAttribute('aria-invalid')).toBe('true');
    await old.fill('known-secret');
    await change.click();
    await page.getByText(en.personal.passwordChanged).waitFor();
    expect(api.bodies).toContainEqual({ old_password: 'known-secret', password: 'long-enough' });
    await eventually(async () => expect(await old.inputValue()).toBe(''));
  });

  for (const variant of VARIANTS) {
    const [t, own] = variant.language === 'en' ? [en, closeTexts.en] : ([zh, closeTexts.zh] as const);
    test(`an account is closed by who types its name, and nobody is signed in then: ${variantName(variant)}`, async () => {
      const { page, api } = await open('/setting', { role: USER_ROLE, ...variant });
      await page.getByRole('button', { name: t.users.actions.delete }).click();
      const dialog = page.getByRole('dialog', { name: own.closeTitle });
      await dialog.getByLabel(own.nameOf('ada')).fill('adam');
      await dialog.getByRole('button', { name: t.users.actions.delete }).click();
      await dialog.getByText(own.otherName).waitFor();
      expect(api.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      await shoot(page, `test-close-account-${variantName(variant)}`);
      await dialog.getByLabel(own.nameOf('ada')).fill(' ada ');
      await dialog.getByRole('button', { name: t.users.actions.delete }).click();
      await page.waitForURL('**/login');
      await page.getByText(own.closed).waitFor();
      expect(api.bodies).toContainEqual({ username: 'ada' });
      expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
      await page.getByLabel(t.signIn.password, { exact: true }).waitFor();
    });
  }

  test('root is not offered to close his', async () => {
    const { page } = await open('/setting', { role: ROOT_ROLE });
    await page.getByRole('region', { name: en.personal.password }).waitFor();
    expect(await page.getByRole('button', { name: en.users.actions.delete }).count()).toBe(0);
  });
});
