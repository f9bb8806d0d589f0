import { expect } from '@jest/globals';
import { browserSuite } from '../../testing/browser-suite.ts';

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
    expect(api.bodies).toContainEqual({ name: '$50.00', quota: 25_000_000, count: 2 });
  });

  test('a used one can neither be edited nor enabled', async () => {
    const { page } = await open('/redemption', { role: 100 });
    await page.getByRole('button', { name: 'Actions for welcome' }).click();
    for (const name of ['Edit', 'Enable'])
      expect(await page.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true');
  });
});
