import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';

/** A user who holds the permission to read money. A call that he may not make is a fault of the fake api, and fails the suite. */
const clerk = (): { readonly api: FakeApi; readonly role: number } => {
  const api = new FakeApi();
  api.user = { ...api.user, permissions: ['finance'] };
  return { api, role: 1 };
};

await browserSuite('a clerk', ({ open, test }) => {
  test('finds in menu and palette what he may read, and nothing else', async () => {
    const { page } = await open('/log', clerk());
    const menu = page.getByRole('navigation', { name: 'Console' });
    await menu.getByRole('link', { name: 'Users' }).waitFor();
    const names = await menu.getByRole('link').allInnerTexts();
    expect(names).toEqual(expect.arrayContaining(['Users', 'Books']));
    for (const name of ['Channels', 'Redemption codes', 'Price book']) expect(names).not.toContain(name);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill('alan');
    await palette.getByRole('option', { name: 'alan' }).waitFor();
    await palette.getByRole('combobox').fill('New');
    await palette.getByRole('option', { name: 'New token' }).waitFor();
    expect(await palette.getByRole('option', { name: 'New user' }).count()).toBe(0);
    for (const path of ['/channel', '/redemption', '/pricebook']) {
      await page.goto(`${new URL(page.url()).origin}${path}`);
      await page.getByRole('heading', { name: 'Page does not exist' }).waitFor();
    }
  });

  for (const [width, language, theme] of [
    [1440, 'en', 'light'],
    [390, 'zh', 'dark'],
  ] as const)
    test(`looks at users, logs, dashboard and books without a button for what he may not (${language}, ${width})`, async () => {
      const opening = { ...clerk(), width, language, theme, height: 844 };
      for (const path of [
        '/user',
        '/user/3',
        '/user/3?tab=statement',
        '/user/3?tab=ledger',
        '/log',
        '/detail?of=all',
        '/books',
        '/orders',
      ]) {
        const { page, problems } = await open(path, opening);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await eventually(async () =>
          expect(await page.locator('[data-part=skeleton], .chakra-skeleton').count()).toBe(0),
        );
        for (const name of ['New user', '新建用户', 'Edit', '编辑', 'Adjust balance', '调整余额'])
          expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        expect(problems).toEqual([]);
        await shoot(page, `clerk-${path.replaceAll(/\W+/gu, '-')}-${language}-${theme}-${width}`);
      }
    });

  test('sees every person’s calls, and how many were refused without their keys', async () => {
    const { page } = await open('/log', clerk());
    await page.getByText('Refused', { exact: false }).first().waitFor();
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('button', { name: /Show refused/u }).count()).toBe(0);
    await page.getByRole('columnheader', { name: 'User' }).waitFor();
  });

  test('opens no form by an address, and hears of a person that there is not', async () => {
    const { page } = await open('/user/edit/3', clerk());
    await page.getByRole('link', { name: 'alan', exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto(`${new URL(page.url()).origin}/user/99`);
    await page.getByText('There is no such user').waitFor();
  });

  test('is made by root with a switch, which says what it opens; others see its name alone', async () => {
    const { page, api } = await open('/user/3', { role: 100 });
    const finance = page.getByRole('checkbox', { name: 'Finance' });
    await finance.waitFor({ state: 'attached' });
    expect(await finance.isChecked()).toBe(false);
    await page.getByText('Finance', { exact: true }).click();
    await eventually(async () => expect(await finance.isChecked()).toBe(true));
    expect(api.bodies).toContainEqual({ id: 3, permissions: ['finance'] });
    await page.getByText('Permissions of alan saved').waitFor();
    await page.getByText('Bookkeeping', { exact: true }).click();
    await eventually(async () => expect(api.bodies).toContainEqual({ id: 3, permissions: ['finance', 'bookkeeping'] }));
    api.when(/PUT \/api\/user\/permissions/u, () => ({ status: 200, body: { success: false, message: 'Not now.' } }));
    await page.getByText('Finance', { exact: true }).click();
    await page.getByText('Not now.').waitFor();
    await eventually(async () => expect(await finance.isChecked()).toBe(true));

    const admin = await open('/user/3', { role: 10, api });
    await admin.page.getByText('Permissions', { exact: true }).waitFor();
    await admin.page.getByText('Finance · Bookkeeping', { exact: true }).waitFor();
    expect(await admin.page.getByRole('checkbox').count()).toBe(0);
  });

  test('has his menu as soon as the server says what he may', async () => {
    const { api, role } = clerk();
    const { page } = await open('/token', { api, role });
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('user') ?? '{}') as Record<string, unknown>;
      localStorage.setItem('user', JSON.stringify({ ...stored, permissions: undefined }));
    });
    await page.reload();
    const menu = page.getByRole('navigation', { name: 'Console' });
    await menu.getByRole('link', { name: 'Tokens' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await menu.getByRole('link', { name: 'Settings' }).click();
    await menu.getByRole('link', { name: 'Users' }).waitFor();
  });
});
