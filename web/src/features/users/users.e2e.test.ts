import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, refused } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { usersTexts } from './texts.ts';

await browserSuite('users', ({ open, test }) => {
  test('limits of his calls are part of a user who is edited, over the list as it was filtered', async () => {
    const { page, api } = await open('/user/edit/2?q=alan', { role: 100 });
    await page.getByRole('link', { name: 'alan', includeHidden: true }).waitFor();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('group', { name: 'Limits of calls' }).getByLabel('Calls at a time').fill('3');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(api.bodies).toContainEqual(expect.objectContaining({ limits: { rpm: 0, tpm: 0, parallel: 3 } }));
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/user?q=alan');
  });

  test('an address that names nobody says so, in both languages, and asks the server nothing', async () => {
    for (const variant of VARIANTS) {
      const { page, api } = await open('/user/abc', { role: 100, ...variant });
      await page.getByRole('heading', { name: usersTexts[variant.language].nobody, level: 1 }).waitFor();
      expect(api.calls.filter((call) => call.includes('abc'))).toEqual([]);
    }
  });

  test('a person has a page with facts, statement and ledger, and what can be done; his form leads back to it', async () => {
    const { page, api } = await open('/user', { role: 100 });
    await page.getByRole('link', { name: 'alan', exact: true }).click();
    await page.getByRole('heading', { name: 'alan', level: 1 }).waitFor();
    await page.locator('[data-figure="Balance"]').getByText('$1.88').waitFor();
    await page.getByRole('tab', { name: 'Statement' }).click();
    await page.getByRole('table', { name: 'Statement' }).waitFor();
    await page.getByRole('tab', { name: 'Ledger' }).click();
    await page.getByRole('button', { name: /Redeemed code 2/u }).click();
    await page.getByText('codes:outstanding').waitFor();
    await page.getByText('−5,000,000').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.waitForURL('**/user/edit/3');
    await page.getByRole('dialog', { name: 'Edit alan' }).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL((url) => url.pathname === '/user/3');
    await page.getByText('codes:outstanding').waitFor();
    await page.getByRole('button', { name: 'Adjust balance' }).click();
    await page.getByRole('dialog', { name: 'Adjust the balance of alan' }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/topup/statement?user=3&range=7d`);
    await page.waitForURL('**/user/3?tab=statement&range=7d');
    await page.getByRole('table', { name: 'Statement' }).waitFor();
    expect(api.calls.filter((call) => /^GET .*self\?/u.test(call) && !call.includes('log'))).toEqual([]);
    await page.goto(`${new URL(page.url()).origin}/user/99`);
    await page.getByRole('alert').getByText('There is no such user.').waitFor();
  });

  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const own = usersTexts[variant.language];

    test(`an administrator unbinds what somebody signs in with, after a question: ${name}`, async () => {
      const api = new FakeApi();
      api.users = api.users.map((user) =>
        user.id === 3 ? { ...user, email: 'alan@example.com', github_id: '583231' } : user,
      );
      const { page, problems } = await open('/user/3', { role: 100, api, ...variant });
      await page.getByRole('button', { name: own.unbindOf('GitHub') }).click();
      const question = page.getByRole('alertdialog', { name: own.unbindTitle('GitHub', 'alan') });
      expect(api.calls.some((call) => call.startsWith('DELETE'))).toBe(false);
      await question.getByRole('button', { name: own.unbind }).click();
      await page.getByText(own.isUnbound('GitHub', 'alan')).waitFor();
      await page.getByRole('button', { name: own.unbindOf('GitHub') }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: own.unbindOf(own.email) }).waitFor();
      expect(api.calls.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /api/user/3/binding/github']);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-unbound-${name}`);
      expect(problems).toEqual([]);
    });
  }

  test('what the server keeps bound says why in the question, and of the own rank nothing is unbound', async () => {
    const api = new FakeApi();
    api.users = api.users.map((user) => ({ ...user, github_id: `58323${user.id}` }));
    api.when(/^DELETE/u, () => refused('He could not sign in any more'));
    const { page } = await open('/user/3', { role: 10, api });
    await page.getByRole('button', { name: usersTexts.en.unbindOf('GitHub') }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: usersTexts.en.unbind }).click();
    await question.getByRole('alert').filter({ hasText: 'He could not sign in any more' }).waitFor();
    await page.goto(new URL('/user/4', page.url()).href);
    await page.getByRole('button', { name: usersTexts.en.unbindOf('GitHub'), disabled: true }).waitFor();
  });

  test('everybody changes his own names', async () => {
    const { page, api } = await open('/setting', { role: 1 });
    await page.getByRole('link', { name: 'Change names' }).click();
    await page.getByLabel('Display name').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This field is required.').waitFor();
    await page.getByLabel('Display name').fill('Countess');
    await page.evaluate(() => history.back());
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Account of ada · Countess' }).waitFor();
    expect(api.bodies).toContainEqual({ username: 'ada', display_name: 'Countess' });
    await page.evaluate(() => history.back());
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  });

  test('a list is sorted by its heads and narrowed by status, in the address; on small screens by a choice', async () => {
    const { page, api } = await open('/user', { role: 100 });
    const head = page.getByRole('columnheader', { name: 'Balance' });
    const names = (): Promise<string[]> => page.locator('[data-row] a[href^="/user/"]:first-child').allTextContents();
    await head.getByRole('button').click();
    await page.waitForURL('**/user?sort=quota&order=desc');
    const balances = new Map(api.users.map(({ username, quota }) => [username, quota]));
    const richestFirst = [...balances.keys()].toSorted((a, b) => (balances.get(b) ?? 0) - (balances.get(a) ?? 0));
    await eventually(async () => expect((await names()).filter((name) => balances.has(name))).toEqual(richestFirst));
    await eventually(async () => expect(await head.getAttribute('aria-sort')).toBe('descending'));
    // Rows that were dimmed while others were awaited come back in steps.
    await eventually(async () => expect(await accessibilityProblems(page)).toEqual([]));
    await shoot(page, 'users-sorted');
    await head.getByRole('button').click();
    await page.waitForURL('**/user?sort=quota');
    await eventually(async () => expect(await head.getAttribute('aria-sort')).toBe('ascending'));
    await head.getByRole('button').click();
    await page.waitForURL('**/user');
    // Before the page is drawn anew: the order that has gone stays away.
    await page.getByRole('combobox', { name: 'Status' }).selectOption('2');
    await page.waitForURL('**/user?status=2');
    await eventually(async () =>
      expect(api.calls.some((call) => call.startsWith('GET /api/user?') && call.includes('status=2'))).toBe(true),
    );
    const small = await open('/user?sort=username&order=desc', { role: 100, width: 390, height: 844 });
    await small.page.getByRole('button', { name: 'Filter' }).click();
    const choice = small.page.getByRole('combobox', { name: 'Sort', exact: true });
    expect(await choice.inputValue()).toBe('username');
    await small.page.getByRole('button', { name: 'Descending' }).click();
    await small.page.waitForURL('**/user?sort=username');
    await small.page.getByRole('button', { name: 'Ascending' }).waitFor();
    await choice.selectOption({ label: 'Sort by Balance' });
    await small.page.waitForURL('**/user?sort=quota&order=desc');
    expect(await sidewaysScroll(small.page)).toBeLessThanOrEqual(0);
    await shoot(small.page, 'users-sorted-390');
  });

  test('an adjustment shows the sum and sends a signed change with its reason', async () => {
    const { page, api } = await open('/user', { role: 100 });
    await page.getByRole('button', { name: 'Actions for alan' }).click();
    await page.getByRole('menuitem', { name: 'Adjust balance' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adjust the balance of alan' });
    await dialog.getByLabel('Change').fill('-0.5');
    await dialog.locator('[data-sum]').getByText('$1.380244').waitFor();
    await dialog.getByRole('button', { name: 'Adjust balance' }).click();
    await dialog.getByText('Say why; it stands in the ledger.').waitFor();
    await dialog.getByLabel('Reason').fill('charged twice by mistake');
    await shoot(page, 'test-adjust');
    await dialog.getByRole('button', { name: 'Adjust balance' }).click();
    await page.getByText('alan now has $1.38').waitFor();
    expect(api.bodies).toContainEqual({
      id: 3,
      delta: -250_000,
      reason: 'charged twice by mistake',
      balance_seen: 940_122,
      command_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
    });
    await page.getByRole('row', { name: /alan.*\$1\.38/u }).waitFor();
  });

  test('an adjustment below a balance of 0 is asked about, old beside new', async () => {
    const { page, api } = await open('/user', { role: 100 });
    await page.getByRole('button', { name: 'Actions for alan' }).click();
    await page.getByRole('menuitem', { name: 'Adjust balance' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adjust the balance of alan' });
    await dialog.getByLabel('Change').fill('3000000');
    await dialog.getByLabel('Reason').fill('chargeback');
    await dialog.getByRole('button', { name: 'Adjust balance' }).click();
    await dialog.getByText('At most $2,199,023.25.').waitFor();
    await dialog.getByLabel('Change').fill('-2');
    await dialog.getByRole('button', { name: 'Adjust balance' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Bring alan below a balance of 0?' });
    await asked.getByText('$1.880244 → −$0.119756').waitFor();
    await shoot(page, 'test-adjust-below-zero');
    const adjusted = () => api.calls.filter((call) => call === 'POST /api/user/adjust').length;
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(adjusted()).toBe(0);
    await dialog.getByRole('button', { name: 'Adjust balance' }).click();
    await asked.getByRole('button', { name: 'Adjust all the same' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(adjusted()).toBe(1);
  });

  for (const { answer, told } of [
    {
      answer: { quota: null, before: null, repeated: false },
      told: 'The change stands in the ledger; the balance of alan is shown as soon as the figures have it',
    },
    { answer: { quota: 690_122, before: 940_122, repeated: true }, told: 'This had been done already: alan has $1.38' },
    {
      answer: { quota: 500_000, before: 750_000, repeated: false },
      told: 'alan now has $1.00; without this change it would be $1.50',
    },
  ]) {
    test(`an adjustment ends with what the server knows of the balance: ${told}`, async () => {
      const { page, api } = await open('/user', { role: 100 });
      api.when(/^POST \/api\/user\/adjust$/u, () => ({
        status: 200,
        body: { success: true, message: '', data: { id: 3, position: 1_204_333, ...answer } },
      }));
      await page.getByRole('button', { name: 'Actions for alan' }).click();
      await page.getByRole('menuitem', { name: 'Adjust balance' }).click();
      const dialog = page.getByRole('dialog', { name: 'Adjust the balance of alan' });
      await dialog.getByLabel('Change').fill('-0.5');
      await dialog.getByLabel('Reason').fill('charged twice by mistake');
      await page.keyboard.press('Tab');
      await dialog.getByRole('button', { name: 'Adjust balance' }).click();
      await page.getByText(told, { exact: true }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('row', { name: /alan.*\$1\.88/u }).waitFor();
    });
  }

  test('an account is closed only after a question, and a closed one has no actions', async () => {
    const { page, api } = await open('/user', { role: 100 });
    await page.getByRole('button', { name: 'Actions for alan' }).click();
    await page.getByRole('menuitem', { name: 'Close account' }).click();
    await page
      .getByRole('alertdialog', { name: 'Close the account of alan?' })
      .getByRole('button', { name: 'Close account' })
      .click();
    await page.getByText('Account of alan closed').waitFor();
    expect(api.bodies).toContainEqual({ id: 3, action: 'delete' });
    expect(await page.getByRole('button', { name: 'Actions for edsger' }).count()).toBe(0);
  });

  test('an ordinary user does not find the page', async () => {
    const { page } = await open('/user', { role: 1 });
    await page.getByText('Page does not exist').waitFor();
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
  });
});
