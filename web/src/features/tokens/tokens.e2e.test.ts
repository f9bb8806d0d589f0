import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { eventually } from '../../testing/eventually.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { openRowMenu } from '../../testing/row-actions.ts';
import { VARIANTS, variantName } from '../../testing/variants.ts';

await browserSuite('tokens', ({ open, test }) => {
  test('keep what is pasted into a field and say there why it is refused', async () => {
    const { page, api } = await open('/token?open=new', { role: 1 });
    const drawer = page.getByRole('dialog', { name: 'New token' });
    const typed = {
      Name: 'a very long name of a token that was pasted',
      Remaining: '3000000',
      Expiry: '2020-01-01 00:00:00',
      'Allowed addresses': '10.0.0.1\nmy office',
    };
    for (const [label, text] of Object.entries(typed)) await drawer.getByRole('textbox', { name: label }).fill(text);
    await drawer.getByRole('button', { name: 'Create' }).click();
    for (const told of [
      'At most 30 bytes.',
      'At most $2,199,023.25.',
      /^This is past: it is 20/u,
      /^Line 2 is neither/u,
    ])
      await drawer.getByText(told).waitFor();
    for (const [label, text] of Object.entries(typed))
      expect(await drawer.getByRole('textbox', { name: label }).inputValue()).toBe(text);
    expect(api.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
    await shoot(page, 'test-token-refused');
  });

  test('one is created with limit, and stands in the list', async () => {
    const { page, api } = await open('/token', { role: 1 });
    await page.getByRole('button', { name: 'New token' }).click();
    const drawer = page.getByRole('dialog', { name: 'New token' });
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('This field is required.').waitFor();
    await drawer.getByLabel('Name').fill('nightly');
    await drawer.getByLabel('Remaining').fill('-5');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('At least $0.00.').waitFor();
    await drawer.getByLabel('Remaining').fill('2.5');
    await drawer.getByText('1,250,000 units').waitFor();
    await shoot(page, 'test-token-drawer');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /nightly/u }).waitFor();
    expect(api.bodies).toContainEqual(
      expect.objectContaining({ name: 'nightly', remain_quota: 1_250_000, expired_time: -1, unlimited_quota: false }),
    );
  });

  for (const variant of VARIANTS) {
    test(`limits of calls are typed, checked at their field and sent: ${variantName(variant)}`, async () => {
      const t = variant.language === 'zh' ? zh : en;
      const { page, api, problems } = await open('/token', { role: 1, ...variant });
      await openRowMenu(page, t.table.actionsOf('production'), 'production');
      await page.getByRole('menuitem', { name: t.common.edit }).click();
      const drawer = page.getByRole('dialog');
      const limits = drawer.getByRole('group', { name: t.limits.title });
      await limits.getByLabel(t.limits.rpm).fill('60');
      await limits.getByLabel(t.limits.parallel).fill('x');
      await drawer.getByRole('button', { name: t.common.save }).click();
      await limits.getByText(t.form.countBetween(0, 1_000_000)).waitFor();
      await limits.scrollIntoViewIfNeeded();
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `drawer-token-limits-${variantName(variant).replaceAll(' ', '-')}`);
      await limits.getByLabel(t.limits.parallel).fill('5');
      await drawer.getByRole('button', { name: t.common.save }).click();
      await drawer.waitFor({ state: 'detached' });
      expect(api.bodies).toContainEqual(expect.objectContaining({ limits: { rpm: 60, tpm: 0, parallel: 5 } }));
      expect(problems).toEqual([]);
    });
  }

  test('an expiry stands in the list to its last second', async () => {
    const { page } = await open('/token', { role: 1 });
    const row = page.getByRole('row', { name: /old-service/u });
    const expiry = await row
      .getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u)
      .last()
      .boundingBox();
    const action = await row.getByRole('button', { name: 'Copy key of old-service', exact: true }).last().boundingBox();
    if (expiry === null || action === null) throw new Error('expiry or action is not shown');
    expect(expiry.x + expiry.width).toBeLessThanOrEqual(action.x);
    await shoot(page, 'test-token-list');
  });

  test('a batch is one call, and its keys are shown to be copied', async () => {
    const { page, api } = await open('/token', { role: 1 });
    await page.getByRole('button', { name: 'New token' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('fleet');
    await drawer.getByRole('textbox', { name: 'How many' }).fill('3');
    await drawer.getByRole('button', { name: 'Create' }).click();
    const made = page.getByRole('dialog', { name: '3 tokens created' });
    await made.waitFor();
    expect(api.bodies).toContainEqual(expect.objectContaining({ name: 'fleet', count: 3 }));
    const keys = (await made.getByLabel('Keys, one a line').inputValue()).split('\n');
    expect(keys).toEqual([0, 1, 2].map(() => expect.stringMatching(/^sk-fleet/u)));
    await shoot(page, 'test-token-keys');
    await made.getByRole('button', { name: 'Copy all' }).click();
    await eventually(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(keys.join('\n')),
    );
    // It is nowhere once it is closed.
    await made.getByRole('button', { name: 'Close' }).first().click();
    await made.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Keys, one a line').count()).toBe(0);
  });

  test('a failed save keeps the form with the message', async () => {
    const { page, api } = await open('/token', { role: 1 });
    api.when(/^POST \/api\/token$/u, () => ({ status: 200, body: { success: false, message: 'name is taken' } }));
    await page.getByRole('button', { name: 'New token' }).click();
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.fill('staging');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'name is taken' }).waitFor();
    expect(await name.inputValue()).toBe('staging');
  });

  test('a change that the ledger has yet to follow is told as such', async () => {
    const { page, api } = await open('/token', { role: 1 });
    api.when(/^PUT \/api\/token$/u, () => ({
      status: 200,
      body: { success: true, message: 'The change is saved. The ledger follows.', data: api.tokens[0] },
    }));
    await page.getByRole('button', { name: 'Actions for production' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByText('The change is saved. The ledger follows.').waitFor();
  });

  test('a batch that the ledger has yet to follow is told so once', async () => {
    const { page, api } = await open('/token', { role: 1 });
    api.when(/^POST \/api\/token\/batch$/u, () => ({
      status: 200,
      body: { success: true, message: 'The change is saved. The ledger follows.', data: ['one', 'two', 'three'] },
    }));
    await page.getByRole('button', { name: 'New token' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('fleet');
    await drawer.getByRole('textbox', { name: 'How many' }).fill('3');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await page.getByText('3 tokens created').waitFor();
    expect(await page.getByText('The change is saved. The ledger follows.').count()).toBe(1);
    await shoot(page, 'test-token-notice');
  });

  test('a key is copied whole', async () => {
    const { page } = await open('/token', { role: 1 });
    await page.getByRole('button', { name: 'Copy key of production', exact: true }).last().click();
    await page.getByText('Key of production copied').waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^sk-production9f/u),
    );
  });

  test('is disabled, and enabled again from the message', async () => {
    const { page, api } = await open('/token', { role: 1 });
    await page.getByRole('button', { name: 'Actions for production' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('row', { name: /production.*Disabled/u }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('row', { name: /production.*Enabled/u }).waitFor();
    expect(api.tokens.find(({ name }) => name === 'production')?.status).toBe(1);
  });

  test('its form is opened by its address, whatever the filter leaves of the list, and closed to that list', async () => {
    const { page, api } = await open('/token?q=nightly&open=2', { role: 1 });
    const drawer = page.getByRole('dialog', { name: 'Edit staging' });
    await drawer.getByLabel('Name').fill('staging-2');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?q=nightly');
    expect(api.bodies).toContainEqual(expect.objectContaining({ id: 2, name: 'staging-2' }));
    await page.goto(page.url().replace('?q=nightly', '?open=99'));
    await page.getByRole('dialog', { name: 'Tokens #99' }).getByText('There is no such token.').waitFor();
  });

  test('is deleted only after its name was shown', async () => {
    const { page } = await open('/token', { role: 1 });
    await page.getByRole('button', { name: 'Actions for staging' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Delete staging?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: /staging/u }).waitFor({ state: 'detached' });
  });

  test('a search goes into the address after a pause', async () => {
    const { page, api } = await open('/token', { role: 1 });
    await page.getByRole('row', { name: /production/u }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('stag', { delay: 10 });
    await page.waitForURL('**/token?q=stag');
    await page.getByRole('row', { name: /production/u }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /staging/u }).waitFor();
    expect(api.calls.filter((call) => call.includes('/search'))).toEqual([
      'GET /api/token/search?keyword=stag&p=0&size=10',
    ]);
  });
});
