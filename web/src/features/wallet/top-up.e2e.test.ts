import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, PAY_ADDRESS } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { topUpTexts } from '../../shared/topup/topup-texts.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { walletTexts } from './texts.ts';

const withTopUp = (part: Partial<FakeApi['status']> = {}): FakeApi => {
  const api = new FakeApi();
  api.status = { ...api.status, enable_online_topup: true, ...part };
  return api;
};

const callsTo = (api: FakeApi, path: string): number => api.calls.filter((call) => call === `POST ${path}`).length;

await browserSuite('online top-up', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const own = walletTexts[variant.language];

    test(`a pick says what is to be paid, and the form leads to the payment provider once: ${variantName(variant)}`, async () => {
      const api = withTopUp();
      const { page, problems } = await open('/topup', { role: 1, api, ...variant });
      const form = page.locator('form', { has: page.getByLabel(own.amount) });
      const payable = form.locator('[data-payable]');
      await form.getByRole('button', { name: '$20', exact: true }).click();
      await payable.getByText('¥146.00').waitFor();
      await form.getByText(own.ways.wx).click();
      await shoot(page, `test-top-up-${variantName(variant)}`);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      const posted = page.waitForRequest(PAY_ADDRESS);
      await form.getByRole('button', { name: own.pay, exact: true }).dblclick();
      const request = await posted;
      expect(request.method()).toBe('POST');
      expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({
        pid: '1001',
        type: 'wxpay',
        out_trade_no: 'USR2NOabcdef1795000000',
        money: '146.00',
        sign: 'c0ffee',
      });
      await page.getByRole('heading', { name: 'Another site' }).waitFor();
      expect(callsTo(api, '/api/user/pay')).toBe(1);
      expect(api.bodies).toContainEqual({ amount: 20, top_up_code: '', payment_method: 'wx' });
      expect(problems).toEqual([]);
    });
  }

  test('an answer that comes late says nothing of another amount', async () => {
    const api = withTopUp();
    let answerFirst = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    api.when(/^POST \/api\/user\/amount$/u, async ({ body }) => {
      const { amount } = body as { readonly amount: number };
      if (amount === 10) await first;
      return { status: 200, body: { message: 'success', data: (amount * 7.3).toFixed(2) } };
    });
    const { page } = await open('/topup', { role: 1, api });
    const amount = page.getByLabel('Amount to top up');
    await amount.fill('10');
    await eventually(async () => expect(callsTo(api, '/api/user/amount')).toBe(1));
    await amount.fill('30');
    await page.getByText('¥219.00').waitFor();
    answerFirst();
    await page.waitForTimeout(200);
    await page.getByText('¥219.00').waitFor();
    expect(await page.getByText('¥73.00').count()).toBe(0);
    // While one types there is no answer to what stands there.
    await amount.fill('3');
    expect(await page.getByText('¥219.00').count()).toBe(0);
  });

  test('what is wrong with an amount is said at its field, by us or by the server', async () => {
    const api = withTopUp({ min_topup: 20 });
    const { page } = await open('/topup', { role: 1, api });
    const amount = page.getByLabel('Amount to top up');
    const picks = page.getByRole('group', { name: 'Common amounts' });
    await picks.waitFor();
    expect(await picks.getByRole('button').allInnerTexts()).toEqual(['$20', '$50', '$100', '$500']);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('Enter a whole number.').waitFor();
    await amount.fill('1.5');
    await page.getByText('Enter a whole number.').waitFor();
    await amount.fill('5');
    await eventually(async () => expect(await amount.getAttribute('aria-invalid')).toBe('true'));
    await page.getByText('At least $20, whole.').waitFor();
    expect(callsTo(api, '/api/user/amount')).toBe(0);
    await picks.getByRole('button', { name: '$500' }).click();
    await page.getByText('The amount must be at most 400.').waitFor();
    expect(await amount.getAttribute('aria-invalid')).toBe('true');
    expect(callsTo(api, '/api/user/pay')).toBe(0);
  });

  test('in quota units where those are shown; what the server refuses of an order is said, and nothing is posted', async () => {
    const api = withTopUp({ display_in_currency: false, min_topup: 50 });
    api.when(/^POST \/api\/user\/pay$/u, () => ({
      status: 200,
      body: { message: 'error', data: 'Fill in the server address first.', code: 'topup_address_missing' },
    }));
    const { page } = await open('/topup', { role: 1, api });
    await page.getByText('At least 25,000,000, whole.').waitFor();
    await page.getByRole('button', { name: '25,000,000', exact: true }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('Fill in the server address first.').waitFor();
    api.forget();
    api.when(/^POST \/api\/user\/pay$/u, () => ({
      status: 200,
      body: { message: 'success', data: {}, url: 'javascript:document.title="run"' },
    }));
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('The address of the payment provider is no web address.', { exact: false }).waitFor();
    api.forget();
    api.when(/^POST \/api\/user\/pay$/u, () => ({
      status: 429,
      body: { success: false, message: 'too many' },
      headers: { 'retry-after': '1' },
    }));
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('too many requests', { exact: false }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/topup');
  });

  test('without online top-up that is said; the palette and the account menu lead to the field where it is', async () => {
    const { page } = await open('/topup', { role: 1 });
    await page.getByText('The administrator has not enabled online top-up.').waitFor();
    expect(await page.getByLabel('Amount to top up').count()).toBe(0);
    const other = await open('/log', { role: 1, api: withTopUp() });
    await other.page.getByRole('button', { name: 'Account of ada' }).click();
    await other.page.getByRole('menuitem', { name: 'Top up' }).click();
    const amount = other.page.getByLabel('Amount to top up');
    await amount.waitFor();
    await eventually(async () => expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true));
    await other.page.keyboard.press('Control+k');
    const palette = other.page.getByRole('dialog');
    await palette.getByRole('combobox').fill('Top up');
    await palette.getByRole('option', { name: 'Top up', exact: true }).click();
    await eventually(async () => expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true));
  });

  for (const variant of VARIANTS) {
    const orders = topUpTexts[variant.language];

    test(`the own orders say how far each is, and are asked again: ${variantName(variant)}`, async () => {
      const api = new FakeApi();
      const { page, problems } = await open('/topup/orders', { role: 1, api, ...variant });
      await page.getByText(orders.states.pending, { exact: true }).locator('visible=true').first().waitFor();
      for (const text of [orders.notPaidLong, orders.notCredited, orders.states.success])
        await page.getByText(text, { exact: true }).locator('visible=true').first().waitFor();
      const row = page.locator('[data-row]').first();
      const ask = page.getByRole('button', { name: orders.askOf('USR2NOk3Xv9Q1795000000') });
      if (variant.width < 600) await row.locator('button[aria-expanded=false]').click();
      await ask.click();
      await page.getByText(orders.notPaid).waitFor();
      api.paidOrders.add('USR2NOk3Xv9Q1795000000');
      await ask.click();
      await page.getByText(orders.credited('$10.00')).waitFor();
      await ask.waitFor({ state: 'detached' });
      await row.getByText(orders.states.success, { exact: true }).first().waitFor();
      await shoot(page, `test-own-orders-${variantName(variant)}`);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
    });
  }

  test('the own orders are narrowed by state in the address, and a row opens to how it was priced', async () => {
    const { page } = await open('/topup/orders', { role: 1 });
    await page.getByLabel('State').selectOption('success');
    await eventually(async () => expect(new URL(page.url()).search).toBe('?status=success'));
    await eventually(async () => expect(await page.locator('tr[data-row]').count()).toBe(2));
    await page.locator('tr[data-row]').nth(1).click();
    await page.getByText('7.3 CNY a dollar × group ratio 0.9').waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe('USR2NOz6Wq3F1794960000');
  });

  test('what the provider answers badly is told', async () => {
    const api = new FakeApi();
    api.when(/pay\/query$/u, () => ({
      status: 200,
      body: { success: false, message: 'The payment provider cannot be reached.', code: 'outside_unreachable' },
    }));
    const { page } = await open('/topup/orders', { role: 1, api });
    await page
      .getByRole('button', { name: /^Ask again about/u })
      .first()
      .click();
    await page.getByText('The payment provider cannot be reached.').waitFor();
  });
});
