import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const ROOT = 100;
const FIVE_MINUTES_MS = 300_500;
/** Two lines, and below them the buttons on a small screen. */
const FOLDED_PX = 110;
const LONG = `# Maintenance\n\n${'On Sunday the gateway is away for an hour; calls are refused meanwhile. '.repeat(12)}\n\n[more](/about)`;

const noticed = (notice: string): FakeApi => Object.assign(new FakeApi(), { notice });

await browserSuite('the line under the top bar', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    test(`has the notice, folded, on a public page: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/login', { api: noticed(LONG), ...variant });
      const notice = page.getByRole('region', { name: isEnglish ? 'Notice' : '公告' });
      const more = notice.getByRole('button', { name: isEnglish ? 'Show all of it' : '展开全文' });
      await more.waitFor();
      expect((await notice.boundingBox())?.height).toBeLessThan(FOLDED_PX);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-notice-folded-${variantName(variant).replaceAll(' ', '-')}`);
      await more.click();
      await notice.getByRole('link', { name: 'more' }).waitFor();
      await eventually(async () => expect((await notice.boundingBox())?.height).toBeGreaterThan(FOLDED_PX));
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-notice-open-${variantName(variant).replaceAll(' ', '-')}`);
      expect(problems).toEqual([]);
    });
  }

  test('has a notice until it is read, and a changed one again; none of it runs', async () => {
    const api = noticed('Away on **Sunday** <img src=x onerror="window.ran = true"><script>window.ran = true</script>');
    const { page } = await open('/token', { api, role: 1, clock: true });
    const notice = page.getByRole('region', { name: 'Notice' });
    await notice.getByText('Sunday').waitFor();
    expect(await notice.getByRole('button', { name: 'Show all of it' }).count()).toBe(0);
    await notice.getByRole('button', { name: 'Got it' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Tokens' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await notice.count()).toBe(0);
    api.notice = 'Away on Monday';
    await page.clock.runFor(FIVE_MINUTES_MS);
    await notice.getByText('Away on Monday').waitFor();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });

  test('says that root has the factory password until it is changed; its link has the focus in the field', async () => {
    const api = Object.assign(noticed('Away on Sunday'), { hasFactoryPassword: true });
    const { page } = await open('/setting?tab=operation', { api, role: ROOT });
    const warned = page.getByText('This account still has the factory password');
    await warned.waitFor();
    expect(await page.getByText('Away on Sunday').count()).toBe(0);
    await page.getByRole('link', { name: 'Change it now' }).click();
    const field = page.getByLabel('Password so far');
    await eventually(async () => expect(await field.evaluate((input) => input === document.activeElement)).toBe(true));
    await shoot(page, 'test-factory-password');
    await page.getByLabel('Password again').focus();
    await page.getByRole('link', { name: 'Change it now' }).click();
    await eventually(async () => expect(await field.evaluate((input) => input === document.activeElement)).toBe(true));
    await field.fill('123456');
    await page.getByLabel('New password').fill('another-secret');
    await page.getByLabel('Password again').fill('another-secret');
    await page.getByRole('button', { name: 'Change password' }).click();
    await warned.waitFor({ state: 'detached' });
    expect(api.bodies).toContainEqual({ old_password: '123456', password: 'another-secret' });
    await page.getByText('Away on Sunday').waitFor();
  });

  test('asks nobody but root for what tells of the factory password', async () => {
    const { page, api } = await open('/token', { role: 10 });
    await page.getByRole('heading', { name: 'Tokens' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(api.calls).toContain('GET /api/notice');
    expect(api.calls.filter((call) => call.startsWith('GET /api/user/self'))).toEqual([]);
  });
});
