import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { en } from '../../shared/i18n/en.ts';
import { usersTexts } from '../users/texts.ts';
import { accessTexts } from './access-texts.ts';
import { sessionsTexts } from './sessions-texts.ts';

const USER_ROLE = 1;
const ADMIN_ROLE = 10;
const ELSEWHERE = '2001:db8:85a3:8d3:1319:8a2e:370:7348';

await browserSuite('own sessions', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const [access, own] = [accessTexts[variant.language], sessionsTexts[variant.language]];

    test(`are listed when asked for, this one marked; one is ended after a question, then all others: ${name}`, async () => {
      const { page, api, problems } = await open('/setting', { role: USER_ROLE, ...variant });
      const card = page.getByRole('region', { name: access.sessions });
      await card.getByRole('button', { name: access.showSessions }).click();
      const rows = card.getByRole('listitem');
      await rows
        .filter({ hasText: own.on('Chrome', 'macOS') })
        .getByText(own.current)
        .waitFor();
      const firefox = own.on('Firefox', 'Windows');
      await rows.filter({ hasText: firefox }).getByText(ELSEWHERE).waitFor();
      await rows.filter({ hasText: own.unknownProgram }).waitFor();
      expect(await card.getByRole('button', { name: own.end, exact: true }).count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-sessions-${name}`);
      await card.getByRole('button', { name: own.endOf(firefox, ELSEWHERE) }).click();
      const question = page.getByRole('alertdialog', { name: own.endTitle(firefox, ELSEWHERE) });
      expect(api.calls.some((call) => call.startsWith('DELETE'))).toBe(false);
      await question.getByRole('button', { name: own.end, exact: true }).click();
      await page.getByText(own.ended).waitFor();
      await eventually(async () => expect(await rows.count()).toBe(2));
      await card.getByRole('button', { name: own.endOthers }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: own.endOthers }).click();
      await page.getByText(own.othersEnded(1)).waitFor();
      await eventually(async () => expect(await rows.count()).toBe(1));
      expect(await card.getByRole('button', { name: own.endOthers }).isDisabled()).toBe(true);
      expect(problems).toEqual([]);
    });

    test(`have the access token beside them, which is ended and made anew: ${name}`, async () => {
      const { page, api, problems } = await open('/setting#sessions', { role: USER_ROLE, ...variant });
      const card = page.getByRole('region', { name: access.sessions });
      await card.getByText(own.hasToken).waitFor();
      await card.getByRole('button', { name: own.endToken }).click();
      await page
        .getByRole('alertdialog', { name: own.endTokenTitle })
        .getByRole('button', { name: own.endToken })
        .click();
      await page.getByText(own.tokenEnded).waitFor();
      await card.getByText(own.noToken, { exact: true }).waitFor();
      expect(api.calls.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /api/user/token']);
      expect(problems).toEqual([]);
    });
  }

  const own = sessionsTexts.en;

  test('that cannot be listed can be ended all the same', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/user\/sessions$/u, () => ({ status: 500, body: { success: false, message: 'Broken' } }));
    const { page } = await open('/setting#sessions', { role: USER_ROLE, api });
    const card = page.getByRole('region', { name: accessTexts.en.sessions });
    await card.getByRole('button', { name: en.states.tryAgain }).waitFor();
    await card.getByRole('button', { name: own.endOthers }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: own.endOthers }).click();
    await page.getByText(own.othersEnded(2)).waitFor();
  });

  for (const language of ['en', 'zh'] as const)
    test(`of a person are ended on his page by who ranks above him: ${language}`, async () => {
      const { page, api, problems } = await open('/user/3', { role: ADMIN_ROLE, language });
      const texts = usersTexts[language];
      const { username } = api.users.find(({ id }) => id === 3) ?? { username: '' };
      await page.locator('main button[aria-haspopup=menu]').first().click();
      await page.getByRole('menuitem', { name: texts.endSessions }).click();
      const question = page.getByRole('alertdialog', { name: texts.endSessionsTitle(username) });
      await question.getByText(texts.endSessionsAbout).waitFor();
      await shoot(page, `test-end-sessions-${language}`);
      await question.getByRole('button', { name: texts.endSessions }).click();
      await page.getByText(texts.sessionsEnded(2, username)).waitFor();
      expect(api.calls).toContain('DELETE /api/user/3/sessions');
      expect(problems).toEqual([]);
    });
});
