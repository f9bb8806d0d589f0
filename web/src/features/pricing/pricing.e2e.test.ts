import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const CALL = /^GET \/api\/pricing$/u;

await browserSuite('prices', ({ open, test }) => {
  for (const variant of VARIANTS) {
    test(`have names for everything, fit and have no complaints, a row open: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/pricing', { role: 1, ...variant });
      await page.getByText('$2.500000').first().waitFor();
      await page
        .getByRole('button', { name: /^(Details|详情)/u })
        .first()
        .or(page.locator('tr[data-row]').first())
        .first()
        .click();
      await page.getByText(/1\.5 × 5 × 1 × \$2 = \$15\.000000/u).waitFor();
      await page.getByText(/\$3\.75 × 1 = \$3\.750000/u).waitFor();
      await page.getByText(/200,000.*\$22\.500000/u).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `page-pricing-${variantName(variant).replaceAll(' ', '-')}`);
      expect(problems).toEqual([]);
    });
  }

  test('are those of the chosen group, which has models of its own; the address keeps it', async () => {
    const { page } = await open('/pricing', { role: 1 });
    const models = page.locator('tr[data-row]');
    await page.getByText('$2.500000').waitFor();
    expect(await models.count()).toBe(3);
    await page.getByText('$0.040000').waitFor();
    await page.getByRole('combobox', { name: 'Group' }).selectOption('vip');
    await page.waitForURL(/group=vip/u);
    await page.getByText('$2.125000').first().waitFor();
    expect(await models.count()).toBe(4);
  });

  test('are found by a part of the name', async () => {
    const { page } = await open('/pricing?q=Sonnet', { role: 1 });
    await page.getByText('$3.000000').waitFor();
    expect(await page.locator('tr[data-row]').count()).toBe(1);
    await page.getByRole('searchbox', { name: 'Model' }).fill('nothing like it');
    await page.getByRole('status').getByText('Nothing matches the filters').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Clear filters' }).click();
    await eventually(async () => expect(await page.locator('tr[data-row]').count()).toBe(3));
  });

  test('have their shape while they load, say why they failed, and come on another try', async () => {
    const api = new FakeApi();
    let fail = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      fail = resolve;
    });
    api.when(CALL, async () => {
      await waiting;
      return { status: 503, body: { success: false, message: 'The database cannot be reached.' } };
    });
    const { page } = await open('/pricing', { role: 1, api });
    await page.locator('main .chakra-skeleton').first().waitFor();
    fail();
    const failure = page.getByRole('alert').filter({ hasText: 'Prices could not be loaded' });
    await failure.getByText('The database cannot be reached.').waitFor();
    api.when(CALL, () => ({ status: 200, body: { success: false, message: 'Not now.' } }));
    await failure.getByRole('button', { name: 'Try again' }).click();
    await failure.getByText('Not now.').waitFor();
    api.forget();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('$2.500000').waitFor();
  });

  test('say what they are for where nothing is sold', async () => {
    const api = new FakeApi();
    api.soldModels = [];
    const { page, problems } = await open('/pricing', { role: 1, api });
    await page.getByRole('status').getByText('No models are sold yet').waitFor();
    await shoot(page, 'test-empty-pricing');
    expect(problems).toEqual([]);
  });

  test('stand in the menu under their name in each language', async () => {
    for (const [language, name] of [
      ['en', 'Prices'],
      ['zh', '价格'],
    ] as const) {
      const { page } = await open('/pricing', { role: 1, language });
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page
        .getByRole('navigation', { name: /^(Console|控制台)$/u })
        .getByRole('link', { name, exact: true })
        .waitFor();
    }
  });
});
