import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { counting } from '../../testing/counting.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, MAILED_CODE, refused } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { mailTexts } from '../../shared/mail/texts.ts';
import { leavingTexts } from '../../shared/ui/leaving-texts.ts';
import { emailTexts } from './email-texts.ts';
import { settingsTexts } from './texts.ts';

const ROOT = 100;
const RESEND_MS = 30_500;

await browserSuite('settings of mail', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const { language } = variant;
    const t = language === 'en' ? en : zh;
    const [own, proof, settings] = [emailTexts[language], mailTexts[language], settingsTexts[language]];

    test(`one’s own e-mail is changed by the code that is mailed to it: ${name}`, async () => {
      const { page, api, problems } = await open('/setting', { role: 1, clock: true, ...variant });
      const card = page.getByRole('region', { name: t.register.email });
      await card.getByText(own.none).waitFor();
      await card.getByLabel(t.register.email).fill('ada@example.com');
      await card.getByRole('button', { name: proof.sendCode }).click();
      await card.getByRole('button', { name: counting(proof.again), disabled: true }).waitFor();
      await card.getByLabel(proof.code).fill('000000');
      await card.getByRole('button', { name: t.common.save }).click();
      await card.getByText('The code is wrong or too old').waitFor();
      const code = card.getByRole('textbox', { name: proof.code });
      expect(await code.getAttribute('aria-invalid')).toBe('true');
      expect(await card.getByRole('alert').textContent()).toBe('');
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-own-email-refused-${name}`);
      await card.getByLabel(proof.code).fill(MAILED_CODE);
      await card.getByRole('button', { name: t.common.save }).click();
      await card.getByText(own.inForce('ada@example.com')).waitFor();
      await page.getByText(own.saved).waitFor();
      expect(await card.getByLabel(t.register.email).inputValue()).toBe('');
      await page.clock.runFor(RESEND_MS);
      await card.getByRole('button', { name: proof.sendCode, disabled: false }).waitFor();
      expect(api.calls.filter((call) => call.includes('/email/bind'))).toEqual([
        'GET /api/oauth/email/bind?email=ada%40example.com&code=000000',
        `GET /api/oauth/email/bind?email=ada%40example.com&code=${MAILED_CODE}`,
      ]);
      await shoot(page, `test-own-email-${name}`);
      expect(problems).toEqual([]);
    });

    test(`the mail server is set, and a test mail says whether it works: ${name}`, async () => {
      const { page, api, problems } = await open('/setting?tab=system', { role: ROOT, ...variant });
      const section = page.getByRole('region', { name: settings.groups.mail });
      const test = section.getByRole('button', { name: settings.mail.test });
      await section.getByLabel(settings.mail.testTo).fill('ops@example.com');
      await test.click();
      await section.getByRole('alert').filter({ hasText: 'There is no mail server' }).waitFor();
      await section.getByLabel(settings.options.SMTPServer).fill('mail.example.com');
      await section.getByLabel(settings.options.SMTPPort).fill('465');
      await section.getByLabel(settings.options.SMTPAccount).fill('gate@example.com');
      await section.getByRole('button', { name: t.common.save, exact: true }).click();
      await page.getByText(t.settings.saved, { exact: true }).waitFor();
      const password = section.getByLabel(settings.secrets.SMTPToken.label);
      await section.getByRole('button', { name: settings.secrets.SMTPToken.save }).click();
      await page.getByText(t.settings.unchanged).waitFor();
      await password.fill('not told to anybody');
      await section.getByRole('button', { name: settings.secrets.SMTPToken.save }).click();
      await page.getByText(settings.secrets.SMTPToken.saved).waitFor();
      expect(await password.inputValue()).toBe('');
      const saved = api.bodies.filter((body) => typeof body === 'object' && body !== null && 'key' in body);
      expect(saved).toEqual([
        { key: 'SMTPServer', value: 'mail.example.com' },
        { key: 'SMTPPort', value: '465' },
        { key: 'SMTPAccount', value: 'gate@example.com' },
        { key: 'SMTPToken', value: 'not told to anybody' },
      ]);
      await test.click();
      await section
        .getByRole('status')
        .filter({ hasText: settings.mail.sent('ops@example.com') })
        .waitFor();
      expect(api.bodies).toContainEqual({ to: 'ops@example.com' });
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-mail-settings-${name}`);
      expect(problems).toEqual([]);
    });
  }

  test('an e-mail that is not proven yet is not lost unasked', async () => {
    const { page } = await open('/setting', { role: 1 });
    const card = page.getByRole('region', { name: en.register.email });
    await card.getByLabel(en.register.email).fill('ada@example.com');
    await page.getByRole('link', { name: en.nav.log }).click();
    await page.getByRole('alertdialog', { name: leavingTexts.en.title }).waitFor();
  });

  test('a password of the mail account that is refused stays as typed', async () => {
    const api = new FakeApi();
    api.when(/^PUT \/api\/option$/u, () => refused('The ledger cannot be reached.'));
    const { page } = await open('/setting?tab=system', { role: ROOT, api });
    const section = page.getByRole('region', { name: settingsTexts.en.groups.mail });
    const password = section.getByLabel(settingsTexts.en.secrets.SMTPToken.label);
    await password.fill('secret');
    await password.press('Enter');
    await section.getByRole('alert').filter({ hasText: 'The ledger cannot be reached.' }).waitFor();
    await eventually(async () => expect(await password.inputValue()).toBe('secret'));
  });
});
