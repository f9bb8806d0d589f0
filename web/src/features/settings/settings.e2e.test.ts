import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { answered, FakeApi, refused } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { bigChanges } from '../../testing/price-book.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const BIG_CHANGES = /^POST \/api\/pricebook\/big_changes$/u;
const RESET = /^(Reset model ratios|重置模型倍率)$/u;

await browserSuite('settings', ({ open, test }) => {
  test('only changed options are saved, and nothing changed is said', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 100 });
    const general = page.getByRole('region', { name: 'General' });
    await general.getByRole('button', { name: 'Save' }).click();
    await page.getByText('You seem to have changed nothing.').waitFor();
    await general.getByLabel('Further attempts after a failure').fill('3');
    await general.getByText('Collapse the side menu by default').click();
    await general.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(api.bodies.filter((body) => typeof body === 'object' && body !== null && 'key' in body)).toEqual([
      { key: 'RetryTimes', value: '3' },
      { key: 'DefaultCollapseSidebar', value: 'true' },
    ]);
  });

  test('what the server refuses is told at its field, and stays as typed', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 100 });
    api.when(/^PUT \/api\/option$/u, () => refused('The ledger cannot be reached.'));
    const general = page.getByRole('region', { name: 'General' });
    const units = general.getByLabel('Quota units a dollar');
    api.when(BIG_CHANGES, () => answered({ items: [], total: 0 }));
    await units.fill('1');
    await general.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change' }).click();
    await general.getByText('The ledger cannot be reached.').waitFor();
    await general.getByText('Some saves failed, please retry.').waitFor();
    expect([await units.inputValue(), await units.getAttribute('aria-invalid')]).toEqual(['1', 'true']);
  });

  test('what cannot be is told at its field, which has the focus, in the person’s language', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 100, language: 'zh' });
    const units = page.getByLabel('每美元额度点数');
    await units.fill('0');
    await units.press('Enter');
    await page.getByText('请输入大于 0 的数字。').waitFor();
    await eventually(async () => expect(await units.evaluate((field) => field === document.activeElement)).toBe(true));
    expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  });

  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    test(`a number says its bounds before anything is refused: ${variantName(variant)}`, async () => {
      const { page, api, problems } = await open('/setting?tab=operation', { role: 100, ...variant });
      const general = page.getByRole('region', { name: isEnglish ? 'General' : '通用' });
      const reading = general.getByLabel(isEnglish ? /^Seconds that an answer is read on/u : /^调用方断开后/u);
      await general.getByText(isEnglish ? 'From 0 to 9' : '0 至 9', { exact: true }).waitFor();
      await general.getByText(isEnglish ? 'From 1 to 3,600' : '1 至 3,600', { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await reading.scrollIntoViewIfNeeded();
      await shoot(page, `test-setting-bounds-${variantName(variant)}`);
      await reading.fill('4');
      await general.getByLabel(isEnglish ? /^Seconds that an upstream may/u : /^上游最长无响应/u).fill('120');
      await general.getByRole('button', { name: isEnglish ? 'Save' : '保存' }).click();
      for (const body of [
        { key: 'HangUpReadSeconds', value: '4' },
        { key: 'UpstreamTimeoutSeconds', value: '120' },
      ])
        await eventually(async () => expect(api.bodies).toContainEqual(body));
      expect(problems).toEqual([]);
    });

    test(`names of tags are typed one a line, and what is none is named: ${variantName(variant)}`, async () => {
      const { page, api, problems } = await open('/setting?tab=operation', { role: 100, ...variant });
      const logs = page.getByRole('region', { name: isEnglish ? 'Logs' : '日志' }).first();
      const names = logs.getByLabel(isEnglish ? /^Names in the metadata/u : /^请求 metadata/u);
      await names.fill('team\nno name=x');
      await logs.getByRole('button', { name: isEnglish ? 'Save' : '保存' }).click();
      await logs.getByText(isEnglish ? /^name=x is no name of a tag/u : /^name=x 不能作为标签名称/u).waitFor();
      expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(false);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await names.scrollIntoViewIfNeeded();
      await shoot(page, `test-setting-tags-${variantName(variant)}`);
      await names.fill('team\nproject');
      await logs.getByRole('button', { name: isEnglish ? 'Save' : '保存' }).click();
      await eventually(async () => expect(api.bodies).toContainEqual({ key: 'TagKeys', value: 'team\nproject' }));
      expect(problems).toEqual([]);
    });
  }

  test('what is typed stays: another tab asks first, and what others save takes nothing of it away', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 100 });
    const general = page.getByRole('region', { name: 'General' });
    await general.getByLabel('Link to get codes').fill('https://codes.example');
    await page.getByRole('tab', { name: 'Other' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    api.options = { ...api.options, RetryTimes: '7', TopUpLink: 'https://others.example' };
    const quota = page.getByRole('region', { name: 'Quota' });
    await quota.getByLabel('For a new user').fill('5');
    await quota.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect(await general.getByLabel('Further attempts after a failure').inputValue()).toBe('7'),
    );
    expect(await general.getByLabel('Link to get codes').inputValue()).toBe('https://codes.example');
  });

  test('sign-in with a password is switched off after a question alone', async () => {
    const { page, api } = await open('/setting?tab=system', { role: 100 });
    const saved = (): boolean => api.calls.some((call) => call.startsWith('PUT'));
    await page.getByText('Allow sign-in with a password').click();
    for (const answer of ['Cancel', 'Switch off']) {
      expect(saved()).toBe(false);
      await page.getByRole('region', { name: 'Access' }).getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: answer }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    }
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(api.options['PasswordLoginEnabled']).toBe('false');
  });

  test('a price book on one line is shown a line an entry, and that is no change', async () => {
    const api = new FakeApi();
    api.options = { ...api.options, ModelRatio: '{"gpt-4o":1.250,"o3-mini":0.55}' };
    const { page } = await open('/setting?tab=pricing', { role: 100, api });
    expect(await page.getByRole('textbox', { name: 'Model ratio' }).inputValue()).toBe(
      '{\n  "gpt-4o": 1.250,\n  "o3-mini": 0.55\n}',
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('You seem to have changed nothing.').waitFor();
    expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  });

  test('a price book that is no JSON is not sent', async () => {
    const { page, api } = await open('/setting?tab=pricing', { role: 100 });
    await page.getByRole('textbox', { name: 'Model ratio' }).fill('{"gpt-4o": }');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not a valid JSON object.').waitFor();
    expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  });

  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const question = (page: Page): Locator =>
      page.getByRole('alertdialog', { name: /^(Change prices by more than half|将价格变动一半以上)/u });
    const answers = [/^(Cancel|取消)$/u, /^(Publish all the same|仍然发布)$/u];
    const weighing = (): FakeApi => {
      const api = new FakeApi();
      api.when(BIG_CHANGES, () => answered(bigChanges()));
      return api;
    };
    const looked = async (page: Page, shot: string): Promise<void> => {
      await question(page).getByText('$2.50 → $12.50').waitFor();
      await question(page).getByText('1 → 0.4').waitFor();
      await question(page).getByText(/1,200/u).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `page-setting-${shot}-${name.replaceAll(' ', '-')}`);
    };

    test(`a price option that changes figures by more than half is saved after a question alone: ${name}`, async () => {
      const { page, api, problems } = await open('/setting?tab=pricing', { role: 100, api: weighing(), ...variant });
      const typed = '{"gpt-4o": 6.25}';
      await page.getByRole('textbox').fill(typed);
      for (const answer of answers) {
        expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(false);
        await page.getByRole('button', { name: /^(Save|保存)$/u }).click();
        await looked(page, 'big-change');
        await question(page).getByRole('button', { name: answer }).click();
        await question(page).waitFor({ state: 'detached' });
      }
      await page.getByText(/^(Saved|已保存)$/u).waitFor();
      expect(api.bodies).toContainEqual({ options: { ModelRatio: typed } });
      expect(api.options['ModelRatio']).toBe(typed);
      expect(problems).toEqual([]);
    });

    test(`ratios that change figures by more than half are reset after a question alone: ${name}`, async () => {
      const { page, api, problems } = await open('/setting?tab=pricing', { role: 100, api: weighing(), ...variant });
      const isReset = (): boolean => api.calls.some((call) => call.endsWith('rest_model_ratio'));
      for (const answer of answers) {
        expect(isReset()).toBe(false);
        await page.getByRole('button', { name: RESET }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: RESET }).click();
        await looked(page, 'reset');
        await question(page).getByRole('button', { name: answer }).click();
        await page.getByRole('alertdialog').first().waitFor({ state: 'detached' });
      }
      await eventually(async () => expect(isReset()).toBe(true));
      expect(api.bodies).toContainEqual({ options: { ModelRatio: null } });
      expect(problems).toEqual([]);
    });
  }

  test('the units of a dollar are asked about too, and what cannot be weighed is not saved', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 100 });
    const general = page.getByRole('region', { name: 'General' });
    const units = general.getByLabel('Quota units a dollar');
    api.when(BIG_CHANGES, () => refused('The ledger cannot be reached.'));
    await units.fill('1000000');
    await general.getByRole('button', { name: 'Save' }).click();
    await general.getByText('The ledger cannot be reached.').waitFor();
    api.when(BIG_CHANGES, () => answered(bigChanges()));
    await units.fill('1000001');
    await general.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alertdialog').getByText('500000 → 1000000').waitFor();
    expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(false);
    await shoot(page, 'test-units-of-a-dollar');
    await page.getByRole('button', { name: 'Publish all the same' }).click();
    await eventually(async () => expect(api.options['QuotaPerUnit']).toBe('1000001'));
  });

  test('another number of units a dollar is asked about with what real balances read, however little it is', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 100 });
    const general = page.getByRole('region', { name: 'General' });
    const save = general.getByRole('button', { name: 'Save' });
    await general.getByLabel('Quota units a dollar').fill('0');
    await save.click();
    await general.getByText('A number above 0.').waitFor();
    api.when(BIG_CHANGES, () => answered({ items: [], total: 0 }));
    api.when(/^GET \/api\/user$/u, () => refused('cut off'));
    await general.getByLabel('Quota units a dollar').fill('400000');
    await save.click();
    await general.getByText('The balances that would read otherwise could not be looked at.').waitFor();
    api.forget();
    api.when(BIG_CHANGES, () => answered({ items: [], total: 0 }));
    await save.click();
    const asked = page.getByRole('alertdialog', { name: 'Change the quota units a dollar?' });
    await asked.getByRole('row', { name: '$1.88 → $2.35' }).waitFor();
    expect(await asked.getByRole('row').count()).toBe(3);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(false);
    await save.click();
    await asked.getByRole('button', { name: 'Change' }).click();
    await eventually(async () => expect(api.options['QuotaPerUnit']).toBe('400000'));
  });

  test('ordinary users see their personal settings alone', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 1 });
    await page.getByRole('heading', { name: 'Change password' }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(api.calls.some((call) => call.startsWith('GET /api/option'))).toBe(false);
  });
});
