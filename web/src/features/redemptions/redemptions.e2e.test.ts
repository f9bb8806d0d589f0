import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';

const COMMAND_ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/u);

await browserSuite('redemption codes', ({ open, test }) => {
  test('are created, shown and copied', async () => {
    const { page, api } = await open('/redemption', { role: 100 });
    await page.getByRole('button', { name: 'New codes' }).click();
    const drawer = page.getByRole('dialog', { name: 'New codes' });
    await drawer.getByRole('button', { name: '$50', exact: true }).click();
    await drawer.getByLabel('How many').fill('101');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('A whole number from 1 to 100.').waitFor();
    await drawer.getByLabel('How many').fill('2');
    await drawer.getByRole('button', { name: 'Create' }).click();
    const created = page.getByRole('dialog', { name: '2 codes created' });
    await created.getByRole('button', { name: 'Copy all' }).click();
    await page.getByText('2 codes copied').waitFor();
    expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(
      api.codes.slice(0, 2).map(({ key }) => key),
    );
    expect(api.bodies).toContainEqual({ name: '$50.00', quota: 25_000_000, count: 2, command_id: COMMAND_ID });
  });

  test('are asked for under one id until they are made, also by two presses in one moment', async () => {
    const { page, api } = await open('/redemption', { role: 100 });
    await page.getByRole('button', { name: 'New codes' }).click();
    const drawer = page.getByRole('dialog', { name: 'New codes' });
    const create = drawer.getByRole('button', { name: 'Create' });
    await drawer.getByLabel('Name').fill('lost');
    let asked: { readonly name: string; readonly command_id: string }[] = [];
    let isLost = true;
    await page.route(/\/api\/redemption\/$/u, (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      asked.push(route.request().postDataJSON());
      return isLost ? route.abort() : route.fallback();
    });

    await drawer.locator('form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await drawer.getByText('Unable to connect to the server.').waitFor();
    expect(asked).toMatchObject([{ name: 'lost', command_id: COMMAND_ID }]);
    expect(await drawer.getByLabel('Name').inputValue()).toBe('lost');

    isLost = false;
    api.when(/^POST \/api\/redemption$/u, () => ({
      status: 200,
      body: { success: false, message: 'used for something else', code: 'command_id_reused' },
    }));
    await drawer.getByLabel('Name').fill('changed');
    await create.click();
    await drawer.getByText('What you sent first was carried out, although its answer was lost.').waitFor();
    await shoot(page, 'test-made-before');
    api.forget();
    await create.click();
    await page.getByRole('dialog', { name: '1 code created' }).waitFor();
    const [first, second, third] = asked.map(({ command_id }) => command_id);
    expect([second, third !== first]).toEqual([first, true]);

    asked = [];
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New codes' }).click();
    await create.click();
    await page.getByRole('dialog', { name: '1 code created' }).waitFor();
    expect([first, third]).not.toContain(asked[0]?.command_id);
  });

  test('an address opens its form; one that there is not is said', async () => {
    const { page, api } = await open('/redemption', { role: 100 });
    const [code] = api.codes.filter(({ status }) => status === 1);
    await page.goto(`${page.url()}?open=${code?.id}`);
    await page.getByRole('dialog', { name: `Edit ${code?.name}` }).waitFor();
    await page.goto(page.url().replace(/\d+$/u, '999'));
    await page.getByRole('dialog').getByText('There is no such redemption code.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  test('a used one can neither be edited nor enabled', async () => {
    const { page } = await open('/redemption', { role: 100 });
    await page.getByRole('button', { name: 'Actions for welcome' }).click();
    for (const name of ['Edit', 'Enable'])
      expect(await page.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true');
  });
});
