import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';

await browserSuite('wallet', ({ open, test }) => {
  test('a code is redeemed and the balance follows', async () => {
    const { page, api } = await open('/topup', { role: 1 });
    await page.getByText('$10.00', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Redeem' }).click();
    await page.getByText('Please enter redemption code.').waitFor();
    await page.getByLabel('Redemption code').fill('nothing');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await page.getByText('Invalid redemption code').waitFor();
    await page.getByLabel('Redemption code').fill(api.codes[0]?.key ?? '');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await page.getByText('$10.00 credited').waitFor();
    await page.locator('[data-figure="Balance"]', { hasText: '$20.00' }).waitFor();
    await shoot(page, 'test-wallet');
  });

  test('the statement runs from the opening to the closing balance', async () => {
    const { page } = await open('/topup/statement?range=7d', { role: 1 });
    const table = page.getByRole('table', { name: 'Statement' });
    await table.getByText('Opening balance').waitFor();
    await table.getByRole('button', { name: '9 charges' }).click();
    await table.getByRole('button', { name: 'Receipt' }).first().click();
    await page.getByText('Price book v14').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Price book v14').waitFor({ state: 'detached' });
    await shoot(page, 'test-statement');
  });

  test('the ledger shows postings to administrators on demand', async () => {
    const { page } = await open('/topup/ledger?user=2', { role: 100 });
    await page.getByRole('button', { name: /Redeemed code 2/u }).click();
    await page.getByText('codes:outstanding').waitFor();
    await eventually(async () => expect(await page.getByText('−5,000,000').count()).toBe(1));
  });
});
