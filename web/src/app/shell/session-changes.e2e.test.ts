import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { haltTexts } from '../../shared/session/halt-texts.ts';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { ORIGIN } from '../../testing/console-page.ts';
import { eventually } from '../../testing/eventually.ts';
import { answered, type FakeApi, notSignedIn } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { openRowMenu } from '../../testing/row-actions.ts';
import { VARIANTS, variantName } from '../../testing/variants.ts';

const grace = {
  id: 9,
  username: 'grace',
  display_name: 'Grace',
  role: 1,
  status: 1,
  group: 'default',
  permissions: [],
};
const storedName = (page: Page): Promise<string | null> =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? 'null') as { username: string } | null)?.username ?? null,
  );
const isLogin = (call: string): boolean => call.startsWith('POST /api/user/login');

/** The session ends, until somebody signs in: `ada`, or who `other` is. */
function endsSession(api: FakeApi, other?: object): void {
  const { id, username, display_name, role, status, group, permissions } = api.user;
  api.when(/^(GET|PUT|POST|DELETE) \/api\/(?!status|user\/login)/u, notSignedIn);
  api.when(/^POST \/api\/user\/login$/u, () => {
    api.forget();
    return answered({
      ...(other ?? { id, username, display_name, role, status, group, permissions }),
      must_change_password: false,
    });
  });
}

await browserSuite('a session that changes', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const isZh = variant.language === 'zh';
    const [t, own] = [isZh ? zh : en, haltTexts[isZh ? 'zh' : 'en']];
    const shot = (page: Page, name: string) => shoot(page, `${name}-${variantName(variant).replaceAll(' ', '-')}`);

    test(`ends in a half-filled drawer: its person signs in over it and the call goes on: ${variantName(variant)}`, async () => {
      const { page, api } = await open('/token', { role: 1, ...variant });
      await page.getByRole('button', { name: t.tokens.create }).first().click();
      await page.getByRole('dialog').getByRole('textbox', { name: t.tokens.name }).fill('nightly');
      endsSession(api);
      await page.getByRole('dialog').getByRole('button', { name: t.common.create, exact: true }).click();
      const over = page.getByRole('dialog', { name: own.over });
      await over.waitFor();
      await page.keyboard.press('Escape');
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shot(page, 'session-over');
      expect(await over.getByLabel(t.signIn.username).inputValue()).toBe('ada');
      await over.getByLabel(t.signIn.password).fill('correct-horse');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').first().waitFor({ state: 'detached' });
      await page.getByText('nightly').first().waitFor();
      expect(api.tokens.filter(({ name }) => name === 'nightly')).toHaveLength(1);
    });

    test(`is another person's by another tab: this one says so and calls no more: ${variantName(variant)}`, async () => {
      const { page, api } = await open('/token', { role: 1, ...variant });
      await page.getByText('production').first().waitFor();
      const other = await page.context().newPage();
      await other.goto(`${ORIGIN}/login`);
      await other.evaluate((user) => localStorage.setItem('user', JSON.stringify(user)), grace);
      await page.getByRole('alert').getByText(own.signedInElsewhere('grace', 'ada')).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shot(page, 'session-elsewhere');
      const calls = api.calls.length;
      await openRowMenu(page, t.table.actionsOf('production'), 'production');
      await page.getByRole('menuitem', { name: t.common.disable }).click();
      await page.getByText(t.errors.elsewhere).waitFor();
      expect(api.calls).toHaveLength(calls);
      expect(await storedName(page)).toBe('grace');
      api.user = { ...api.user, ...grace };
      await page.getByRole('button', { name: own.reload }).click();
      await page.getByRole('button', { name: t.nav.account('grace · Grace') }).waitFor();
    });

    test(`is that of a banned account: one page says it: ${variantName(variant)}`, async () => {
      const { page, api } = await open('/token', { role: 1, ...variant });
      await page.getByText('production').first().waitFor();
      api.when(/^GET \/api\/(?!status|user\/logout)/u, () => ({
        status: 200,
        body: { success: false, message: 'This user has been banned.', code: 'user_banned' },
      }));
      await page.goto(`${ORIGIN}/detail`);
      await page.getByText(own.banned, { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await shot(page, 'session-banned');
      await page.getByRole('main').getByRole('button', { name: t.nav.signOut }).click();
      await page.waitForURL('**/login');
      expect(api.calls).toContain('GET /api/user/logout');
    });

    test(`meets a limit: what is shown stays, and it goes on by itself: ${variantName(variant)}`, async () => {
      const { page, api } = await open('/token', { role: 1, ...variant, clock: true });
      await page.getByText('production').first().waitFor();
      let refused = 0;
      api.when(/^GET \/api\/token/u, (call) => {
        refused += 1;
        if (refused > 1) api.forget();
        return refused > 1 ? api.handle(call) : { status: 429, body: null, headers: { 'retry-after': '75' } };
      });
      api.tokens = api.tokens.map((token) => (token.name === 'staging' ? { ...token, name: 'renamed' } : token));
      await page.clock.fastForward(10_000);
      await page.keyboard.press('/');
      await page.keyboard.type('n');
      await page.clock.fastForward(1_000);
      await page.locator('[data-page-line]').waitFor();
      await page.getByText('production').first().waitFor();
      await shot(page, 'session-limit');
      await page.clock.fastForward(80_000);
      await page.getByText('renamed').first().waitFor();
      await page.locator('[data-page-line]').waitFor({ state: 'detached' });
    });
  }

  /** Presses whatever undoes something, where it is still offered; answers whether it was. */
  const pressUndo = (page: Page): Promise<boolean> =>
    page.evaluate((label) => {
      const undo = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
      undo?.click();
      return undo !== undefined;
    }, en.common.undo);
  const disable = async (page: Page): Promise<void> => {
    await openRowMenu(page, en.table.actionsOf('production'), 'production');
    await page.getByRole('menuitem', { name: en.common.disable }).click();
    await page.getByRole('button', { name: en.common.undo }).waitFor();
  };
  const production = (api: FakeApi) => api.tokens.find(({ name }) => name === 'production')?.status;
  const changes = (api: FakeApi): readonly string[] => api.calls.filter((call) => call.startsWith('PUT /api/token'));

  test('is another person’s by another tab: what the first has done is undone no more', async () => {
    const { page, api } = await open('/token', { role: 1 });
    await disable(page);
    const other = await page.context().newPage();
    await other.goto(`${ORIGIN}/login`);
    await other.evaluate((user) => localStorage.setItem('user', JSON.stringify(user)), grace);
    await page.getByRole('alert').getByText(haltTexts.en.signedInElsewhere('grace', 'ada')).waitFor();
    if (await pressUndo(page)) await page.getByText(en.errors.elsewhere).waitFor();
    expect([production(api), changes(api).length]).toEqual([2, 1]);
  });

  test('is another person’s in the same tab: what the first has done is undone no more', async () => {
    const { page, api } = await open('/token', { role: 1 });
    await disable(page);
    await page.getByRole('button', { name: /^Account of/u }).click();
    await page.getByRole('menuitem', { name: en.nav.signOut }).click();
    api.user = { ...api.user, ...grace };
    await page.getByLabel(en.signIn.username).fill('grace');
    await page.getByLabel(en.signIn.password).fill('correct-horse');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: en.nav.account('grace · Grace') }).waitFor();
    await pressUndo(page);
    // A call of hers that comes after it.
    await page.getByRole('link', { name: en.nav.log, exact: true }).click();
    await eventually(async () => expect(api.calls.some((call) => call.startsWith('GET /api/log/self'))).toBe(true));
    expect([production(api), changes(api).length]).toEqual([2, 1]);
  });

  test('somebody else who signs in over the page sends nothing', async () => {
    const { page, api } = await open('/setting?tab=other', { role: 100 });
    await page.getByLabel('Name of this site', { exact: true }).fill('Another name');
    endsSession(api, grace);
    await page.getByLabel('Name of this site', { exact: true }).press('Enter');
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await over.getByLabel('Username or e-mail').fill('grace');
    await over.getByLabel('Password').fill('correct-horse');
    await page.keyboard.press('Enter');
    await over.getByText('grace is signed in now, not ada.').waitFor();
    expect(await storedName(page)).toBe('grace');
    expect(api.calls.at(-1)).toMatch(/^POST \/api\/user\/login/u);
    await shoot(page, 'session-over-other');
    api.when(/^POST \/api\/user\/login$/u, () =>
      answered({ ...grace, id: api.user.id, username: 'ada', role: 100, must_change_password: false }),
    );
    await over.getByLabel('Password').fill('correct-horse');
    await page.keyboard.press('Enter');
    await over.waitFor({ state: 'detached' });
    await eventually(async () => expect(api.options['SystemName']).toBe('Another name'));
    expect(await storedName(page)).toBe('ada');
  });

  test('and one that ends under nothing typed leads to sign-in, under a drawer that is untouched too', async () => {
    const { page, api } = await open('/token', { role: 1 });
    await page.getByRole('button', { name: 'Actions for production' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    // What the drawer itself asks for is answered before.
    for (const asked of ['GET /api/user/self/groups', 'GET /api/user/models'])
      await eventually(async () => expect(api.calls).toContain(asked));
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
    endsSession(api);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/login?expired=true');
    expect(api.calls.filter(isLogin)).toEqual([]);
  });

  test('over a drawer another tab that signs out is said in a dialog', async () => {
    const { page, api } = await open('/token', { role: 1 });
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('nightly');
    const other = await page.context().newPage();
    await other.goto(`${ORIGIN}/token`);
    await other.getByRole('button', { name: /^Account of/u }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    const said = page.getByRole('alertdialog', { name: /^You signed out in another tab/u });
    await said.getByRole('button', { name: 'Stay on this page' }).click();
    const calls = api.calls.length;
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').getByText('Another tab has changed who is signed in.', { exact: false }).waitFor();
    expect(api.calls).toHaveLength(calls);
    await shoot(page, 'session-elsewhere-drawer');
  });
});
