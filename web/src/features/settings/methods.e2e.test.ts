import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, PROVIDER_ID, WECHAT_CODE } from '../../testing/fake-api.ts';
import { allWays } from '../../testing/gallery/views.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { en } from '../../shared/i18n/en.ts';
import { outsideTexts } from '../../shared/outside/texts.ts';
import { accessTexts } from './access-texts.ts';
import { methodsTexts } from './methods-texts.ts';

const USER_ROLE = 1;

const withAllWays = (): FakeApi => {
  const api = new FakeApi();
  allWays(api);
  return api;
};

await browserSuite('sign-in methods', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const { language } = variant;
    const [access, own, outside] = [accessTexts[language], methodsTexts[language], outsideTexts[language]];

    test(`an account of GitHub is bound by its page, and unbound after a question: ${name}`, async () => {
      const { page, api, problems } = await open('/setting', { role: USER_ROLE, api: withAllWays(), ...variant });
      await page.getByRole('button', { name: access.manage }).click();
      const card = page.getByRole('region', { name: access.methods });
      await card.getByRole('button', { name: own.bindOf('GitHub') }).click();
      await page.getByText(own.bound('GitHub')).waitFor();
      await card.getByText(`${access.providers.github_id}`).waitFor();
      await card.getByRole('button', { name: access.manage }).click();
      await card.getByRole('button', { name: own.unbindOf('GitHub') }).waitFor();
      expect(api.user.github_id).toBe(PROVIDER_ID);
      await card.getByText(PROVIDER_ID).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-methods-${name}`);
      await card.getByRole('button', { name: own.unbindOf('GitHub') }).click();
      const question = page.getByRole('alertdialog', { name: own.unbindTitle('GitHub') });
      expect(api.calls.some((call) => call.startsWith('DELETE'))).toBe(false);
      await question.getByRole('button', { name: own.unbind }).click();
      await page.getByText(own.isUnbound('GitHub')).waitFor();
      await card.getByRole('button', { name: own.bindOf('GitHub') }).waitFor();
      expect(api.calls.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /api/user/self/binding/github']);
      expect(problems).toEqual([]);
    });

    test(`WeChat is bound by the code that its account tells: ${name}`, async () => {
      const { page, api, problems } = await open('/setting', { role: USER_ROLE, api: withAllWays(), ...variant });
      await page.getByRole('button', { name: access.manage }).click();
      const card = page.getByRole('region', { name: access.methods });
      await card.getByRole('button', { name: own.bindOf(outside.names.wechat) }).click();
      const dialog = page.getByRole('dialog', { name: own.bindTitle(outside.names.wechat) });
      const bind = dialog.getByRole('button', { name: own.bind, exact: true });
      await bind.click();
      await page.getByText(outside.codeMissing).waitFor();
      await dialog.getByLabel(outside.code).fill(WECHAT_CODE);
      await bind.click();
      await card.getByRole('button', { name: own.unbindOf(outside.names.wechat) }).waitFor();
      expect(api.calls.filter((call) => call.includes('wechat'))).toEqual([
        `GET /api/oauth/wechat/bind?code=${WECHAT_CODE}`,
      ]);
      expect(problems).toEqual([]);
    });
  }

  const [own, card] = [methodsTexts.en, { name: accessTexts.en.methods }];

  test('Telegram is bound by its button, whose answer leads on and is not followed', async () => {
    const { page, api } = await open('/setting', { role: USER_ROLE, api: withAllWays() });
    await page.getByRole('button', { name: accessTexts.en.manage }).click();
    const region = page.getByRole('region', card);
    await region.getByRole('button', { name: own.bindOf('Telegram') }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log in with Telegram' }).click();
    await region.getByRole('button', { name: own.unbindOf('Telegram') }).waitFor();
    await page.getByText(own.bound('Telegram')).waitFor();
    expect(api.calls.filter((call) => call.includes('/telegram/'))).toHaveLength(1);
  });

  test('an account of Telegram that is somebody else’s is refused in the dialog', async () => {
    const api = withAllWays();
    api.when(/telegram\/bind$/u, () => ({ status: 200, body: { success: false, message: 'It is somebody else’s' } }));
    const { page } = await open('/setting', { role: USER_ROLE, api });
    await page.getByRole('button', { name: accessTexts.en.manage }).click();
    await page.getByRole('button', { name: own.bindOf('Telegram') }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log in with Telegram' }).click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'It is somebody else’s' }).waitFor();
  });

  test('the last way in stays, and the question says why', async () => {
    const api = withAllWays();
    api.user = { ...api.user, email: 'ada@example.com' };
    api.lastWayIn = 'email';
    const { page } = await open('/setting', { role: USER_ROLE, api });
    await page.getByRole('button', { name: accessTexts.en.manage }).click();
    await page.getByRole('button', { name: own.unbindOf(own.email) }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: own.unbind }).click();
    await question.getByRole('alert').filter({ hasText: 'you could not sign in any more' }).waitFor();
    await question.getByRole('button', { name: en.common.cancel }).click();
    await page.getByRole('region', card).getByText('ada@example.com').waitFor();
  });

  test('what is off is not offered, but shown and unbound where it is bound', async () => {
    const api = new FakeApi();
    api.user = { ...api.user, linux_do_id: '4711' };
    const { page } = await open('/setting', { role: USER_ROLE, api });
    await page.getByRole('button', { name: accessTexts.en.manage }).click();
    const region = page.getByRole('region', card);
    await region.getByRole('button', { name: own.unbindOf('LinuxDO') }).waitFor();
    expect(await region.getByRole('listitem').count()).toBe(3);
    await region.getByRole('button', { name: own.unbindOf('LinuxDO') }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: own.unbind }).click();
    await eventually(async () => expect(await region.getByRole('listitem').count()).toBe(2));
  });

  test('who has no password is told so, and led to the field that sets one', async () => {
    const api = new FakeApi();
    api.hasPassword = false;
    api.user = { ...api.user, github_id: PROVIDER_ID };
    const { page } = await open('/setting', { role: USER_ROLE, api });
    await page.getByRole('button', { name: accessTexts.en.manage }).click();
    const region = page.getByRole('region', card);
    await region.getByText(own.noPassword).waitFor();
    await shoot(page, 'test-methods-no-password');
    await region.getByRole('link', { name: own.set }).click();
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('new-password'),
    );
    const section = page.getByRole('region', { name: accessTexts.en.setPassword });
    await section.getByLabel(en.users.newPassword).fill('long-enough');
    await section.getByLabel(en.register.password2).fill('long-enough');
    await section.getByRole('button', { name: accessTexts.en.setPassword }).click();
    await page.getByText(accessTexts.en.passwordSet).waitFor();
    await region.getByText(own.isSet, { exact: true }).waitFor();
    await page.getByRole('region', { name: en.personal.password }).waitFor();
  });

  test('from the e-mail that is not there the way leads to its field', async () => {
    const { page } = await open('/setting', { role: USER_ROLE });
    await page.getByRole('button', { name: accessTexts.en.manage }).click();
    await page.getByRole('link', { name: own.bindOf(own.email) }).click();
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email'),
    );
  });
});
