import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { order } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { topUpTexts } from '../../shared/topup/topup-texts.ts';
import { ordersTexts } from './texts.ts';

const ROOT = 100;
const ADMIN = 10;
const OTHER_MONEY = 'USR3NOa1Bc4D1794980000';
const UNPLACED = 'USR9NOu2Hh6J1794940000';

const settledIn = (api: FakeApi): readonly string[] => api.calls.filter((call) => call.endsWith('/settled'));

await browserSuite('payment orders', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const own = ordersTexts[variant.language];
    const orders = topUpTexts[variant.language];
    const t = variant.language === 'en' ? en : zh;

    test(`what somebody has to look at stands first, and root settles it with a reason: ${variantName(variant)}`, async () => {
      const api = new FakeApi();
      const { page, problems } = await open('/orders', { role: ROOT, api, ...variant });
      const list = page.locator('[role=treegrid], ul').filter({ has: page.getByText(orders.notPaidLong) });
      await list.first().waitFor();
      expect(api.calls.some((call) => call.includes('first=stuck'))).toBe(true);
      const states = await list.last().locator('[data-row]').allInnerTexts();
      for (const [at, text] of [orders.notPaidLong, orders.problems.other_money, orders.notCredited].entries())
        expect(states[at]).toContain(text);
      const unplaced = page.getByRole('region', { name: own.unplaced });
      await unplaced.getByText('¥73.00').waitFor();
      await shoot(page, `test-orders-${variantName(variant)}`);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      const settle = async (number: string): Promise<void> => {
        await page.getByRole('button', { name: t.table.actionsOf(number) }).click();
        await page.getByRole('menuitem', { name: own.settle }).click();
        const dialog = page.getByRole('dialog', { name: own.settleTitle(number) });
        await dialog.getByRole('button', { name: own.settle }).click();
        await dialog.getByText(own.reasonMissing).waitFor();
        await dialog.getByLabel(own.reason).fill('paid back by hand');
        await shoot(page, `test-orders-settle-${variantName(variant)}`);
        await dialog.getByRole('button', { name: own.settle }).click();
        await page.getByText(own.settled(number)).waitFor();
        await dialog.waitFor({ state: 'detached' });
      };
      if (variant.width < 600) await unplaced.locator('button[aria-expanded=false]').first().click();
      await settle(UNPLACED);
      await unplaced.waitFor({ state: 'detached' });
      if (variant.width < 600)
        await page
          .locator('[data-row]', { hasText: orders.problems.other_money })
          .locator('button[aria-expanded=false]')
          .click();
      await settle(OTHER_MONEY);
      await page.getByText(orders.problems.other_money, { exact: true }).first().waitFor({ state: 'detached' });
      expect(settledIn(api)).toEqual([
        `POST /api/user/topups/${UNPLACED}/settled`,
        `POST /api/user/topups/${OTHER_MONEY}/settled`,
      ]);
      expect(api.bodies).toContainEqual({ reason: 'paid back by hand' });
      expect(problems).toEqual([]);
    });
  }

  test('an administrator asks again, switches to the newest first, narrows, and settles nothing', async () => {
    const api = new FakeApi();
    api.paidOrders.add('USR2NOp8Lm2A1794990000');
    const { page } = await open('/orders', { role: ADMIN, api });
    await page.getByText('Other money paid').first().waitFor();
    await page.getByRole('button', { name: 'Actions for USR2NOp8Lm2A1794990000' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Ask again']);
    await page.getByRole('menuitem', { name: 'Ask again' }).click();
    await page.getByText('Paid: $10.00 credited').waitFor();
    const rows = page.getByRole('treegrid', { name: 'Payment orders' }).locator('tr[data-row]');
    await page.getByLabel('Order of the list').selectOption('newest');
    await eventually(async () => expect(new URL(page.url()).search).toBe('?first=newest'));
    await eventually(async () => expect(await rows.first().innerText()).toContain('Waiting'));
    await page.getByLabel('User name').fill('alan');
    await eventually(async () => expect(new URL(page.url()).searchParams.get('user')).toBe('alan'));
    await eventually(async () => expect(await page.getByRole('link', { name: 'ada', exact: true }).count()).toBe(0));
    await page.getByRole('treegrid').getByText('Other money paid').click();
    await page.getByText('Other money paid: ¥0.01.', { exact: false }).waitFor();
    expect(new URL(page.url()).searchParams.get('open')).toBe(OTHER_MONEY);
    await page.getByRole('link', { name: 'alan', exact: true }).first().click();
    await eventually(async () => expect(new URL(page.url()).pathname).toBe('/user/3'));
  });

  test('the audit list leads to an order, however far down the list it is, and a number that no order has finds none', async () => {
    const api = new FakeApi();
    const newestS = 1_795_000_000;
    const made = Array.from({ length: 95 }, (_, index) => {
      const second = newestS - index * 700;
      return order(`USR2NOa1Bc4D${second}`, { create_time: second, status: 'failed' });
    });
    const wanted = made[64]?.trade_no ?? '';
    api.orders = made;
    api.audit = api.audit.map((record) =>
      record.target_type === 'finance' ? { ...record, target_id: wanted, action: 'topup.credit' } : record,
    );
    const { page, problems } = await open('/audit', { role: ROOT, api });
    const link = page.getByRole('link', { name: wanted, exact: true });
    expect(await link.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('underline');
    await link.click();
    await eventually(async () =>
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ number: wanted, open: wanted }),
    );
    const facts = page.locator('[data-fact=asked]');
    await facts.waitFor();
    const row = page.locator('tr[data-row][aria-expanded=true]');
    await eventually(async () => expect(await row.innerText()).toContain('USR2NO'));
    const box = await row.boundingBox();
    expect(box !== null && box.y > 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0)).toBe(true);
    expect(await page.locator('tr[data-row]').count()).toBe(1);
    await page.getByLabel('Order number').fill(`USR2NOzzzzzz${newestS - 1_000}`);
    await page.getByText('Nothing matches the filters').first().waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await eventually(async () => expect(await page.locator('tr[data-row]').count()).toBe(10));
    expect(problems).toEqual([]);
  });

  test('a clerk sees the orders, and no button for what he may not', async () => {
    const api = new FakeApi();
    api.user = { ...api.user, permissions: ['finance'] };
    const { page, problems } = await open('/log', { role: 1, api });
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Payment orders' }).click();
    await page.getByText('Other money paid').first().waitFor();
    await page.getByText('Payments that belong to no order').waitFor();
    expect(await page.getByRole('button', { name: /^Actions for/u }).count()).toBe(0);
    await page.getByRole('link', { name: 'alan', exact: true }).first().waitFor();
    expect(problems).toEqual([]);
  });

  test('who holds nothing of money does not find the page', async () => {
    const { page } = await open('/orders', { role: 1 });
    await page.getByRole('heading', { name: 'Page does not exist' }).waitFor();
  });
});
