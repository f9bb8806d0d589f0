import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../testing/browser-suite.ts';
import { accessibilityProblems } from '../testing/page-checks.ts';
import { eventually } from '../testing/eventually.ts';

const ROOT = 100;
const REQUEST_ID = '0b5f1c9a-7e0b-4d3d-9c11-aa00ff12ee34';
const drawers = [
  ['/token', 'New token'],
  ['/channel', 'New channel'],
  ['/user', 'New user'],
] as const;

await browserSuite('appearance', ({ open, test }) => {
  for (const [path, name] of drawers)
    for (const theme of ['light', 'dark'] as const)
      test(`the drawer of ${path} has names for everything: ${theme}`, async () => {
        const { page, problems } = await open(path, { role: ROOT, theme });
        await page.getByRole('button', { name }).click();
        await page.getByRole('dialog', { name }).waitFor();
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.locator('[aria-invalid=true]').first().waitFor();
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(problems).toEqual([]);
      });

  test('theme and language are switched and kept', async () => {
    const { page } = await open('/token', { role: 1 });
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await eventually(async () =>
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
        'rgb(15, 21, 20)',
      ),
    );
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: '中文' }).click();
    await page.getByRole('heading', { name: '令牌' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '令牌' }).waitFor();
    await eventually(async () =>
      expect(
        await page.evaluate(() => [
          document.documentElement.lang,
          document.documentElement.className,
          localStorage.getItem('theme-mode'),
        ]),
      ).toEqual(['zh', 'dark', 'dark']),
    );
  });

  test('the palette finds pages and people by name', async () => {
    const { page } = await open('/token', { role: ROOT });
    await page.getByRole('heading', { name: 'Tokens' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('barb');
    await page.getByRole('option', { name: 'barbara' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user/4*');
  });

  test('the palette does what the person may do, and leads from a pasted request id to its receipt', async () => {
    const { page } = await open('/detail', { role: 1 });
    const typed = page.getByRole('combobox', { name: 'Search or go to' });
    const start = async (): Promise<void> => {
      await page.locator('main h1').waitFor();
      await page.keyboard.press('Control+k');
      await typed.waitFor();
    };
    await start();
    await page.getByRole('option', { name: 'New token' }).waitFor();
    expect(await page.getByRole('option', { name: 'New user' }).count()).toBe(0);
    await shoot(page, 'test-palette');
    await typed.fill('dark');
    await page.keyboard.press('Enter');
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true),
    );
    await start();
    await typed.fill('new tok');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/token?open=new');
    await page.getByRole('dialog', { name: 'New token' }).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/token');
    await start();
    await typed.fill(`Insufficient quota (request id: ${REQUEST_ID})`);
    await page.getByRole('option', { name: `Receipt of request ${REQUEST_ID}` }).waitFor();
    await shoot(page, 'test-palette-receipt');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/receipt/${REQUEST_ID}`);
    await start();
    await typed.fill('sign out');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
  });

  for (const [theme, system, ground] of [
    ['dark', 'light', 'rgb(15, 21, 20)'],
    ['light', 'dark', 'rgb(255, 255, 255)'],
  ] as const)
    test(`the chosen theme is there before the console, whatever the system's is: ${theme} under ${system}`, async () => {
      const { page } = await open('/login', { theme });
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.emulateMedia({ colorScheme: system });
      // Nothing of the console comes: what is drawn is the document's own.
      await page.route('**/assets/**', (route) => route.abort());
      await page.reload({ waitUntil: 'domcontentloaded' });
      expect(
        await page.evaluate(() => {
          const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
          return [backgroundColor, colorScheme];
        }),
      ).toEqual([ground, theme]);
    });

  for (const width of [1280, 390]) {
    test(`the link that skips to the content is seen when it has the focus, ${width} px`, async () => {
      const { page } = await open('/token', { role: 1, width, height: 844 });
      await page.getByRole('heading', { name: 'Tokens' }).waitFor();
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect();
        return (
          box &&
          [box.left + 4, box.right - 4].every((x) =>
            [box.top + 4, box.bottom - 4].every((y) => document.elementFromPoint(x, y) === document.activeElement),
          )
        );
      });
      expect([await page.evaluate(() => document.activeElement?.textContent), seen]).toEqual(['Skip to content', true]);
      await page.keyboard.press('Enter');
      // Nothing that the router did not write stands in the history: Back from there would not be asked about.
      const [focused, state] = await page.evaluate(() => [document.activeElement?.id, Object.keys(history.state)]);
      expect([focused, state, new URL(page.url()).hash]).toEqual(['content', expect.arrayContaining(['idx']), '']);
    });
  }

  test('a drawer gives the focus back', async () => {
    const { page } = await open('/token', { role: 1 });
    await page.getByRole('button', { name: 'New token' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'New token');
  });

  test('the menu is a sheet on a small screen', async () => {
    const { page } = await open('/token', { role: ROOT, width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Logs' }).click();
    await page.getByRole('heading', { name: 'Logs' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('own names are under no page of the menu, and a person and his form are under the people', async () => {
    const { page } = await open('/user/edit', { role: ROOT });
    const people = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Users' });
    await page.getByLabel('Display name').waitFor();
    expect(await page.locator('nav [aria-current=page]').count()).toBe(0);
    for (const path of ['/user', '/user/3', '/user/edit/3', '/user/add']) {
      await page.goto(new URL(path, page.url()).href);
      await people.waitFor({ state: 'attached' });
      expect([path, await people.getAttribute('aria-current')]).toEqual([path, 'page']);
    }
  });
});
