import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { answered, FakeApi, refused } from '../../testing/fake-api.ts';
import { MISSING_REQUEST, receipt, receiptAnswer } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const ID = 'req-7';
const A4 = { format: 'A4', margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } } as const;

/** How many leaves a PDF has. */
const leavesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0;

await browserSuite('receipt', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';

    test(`stands on a page of its own, also in dollars a million tokens: ${variantName(variant)}`, async () => {
      const { page, api, problems } = await open(`/receipt/${ID}`, { role: 1, ...variant });
      await page.getByRole('heading', { level: 1, name: isEnglish ? 'Receipt' : '收据' }).waitFor();
      const shown = page.locator('[data-receipt]');
      await shown.getByText('2,741.25').first().waitFor();
      const prices = shown.getByRole('region', {
        name: isEnglish ? 'In $ per million tokens' : '每百万 Token 的美元价格',
      });
      expect(await prices.getByText('1,200 × $2.125').count()).toBe(1);
      expect(await prices.getByText('345 × $8.500').count()).toBe(1);
      expect(await prices.getByText('$0.0029325', { exact: true }).count()).toBe(1);
      expect(api.calls.filter((call) => call.includes('receipt'))).toEqual([`GET /api/receipt/${ID}`]);
      expect(await page.title()).toMatch(isEnglish ? /^Receipt · / : /^收据 · /u);
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `test-receipt-page-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });

    test(`that there is not, or that is another's, is said with a way back: ${variantName(variant)}`, async () => {
      const { page, problems } = await open(`/receipt/${MISSING_REQUEST}`, { role: 1, ...variant });
      const said = page
        .getByRole('status')
        .filter({ hasText: isEnglish ? 'There is no such receipt' : '没有这张收据' });
      await said.getByText(MISSING_REQUEST).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-receipt-missing-${variantName(variant)}`);
      await said.getByRole('link', { name: isEnglish ? 'To the logs' : '前往日志' }).click();
      await page.waitForURL('**/log');
      expect(problems).toEqual([]);
    });
  }

  test('is opened from its row in the log, and its link is copied there and on the page', async () => {
    const { page } = await open('/log?type=2', { role: 1 });
    await page.locator('tr[data-row]').first().focus();
    await page.keyboard.press('Enter');
    const row = page.locator('[data-receipt]');
    await row.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await row.getByRole('link', { name: 'Open as a page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
    expect(page.url()).toBe(copied);
    expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Open as a page' }).count()).toBe(0);
  });

  test('asks an id of any characters as it is', async () => {
    const id = 'req-a/b c?d';
    const { page, api } = await open(`/receipt/${encodeURIComponent(id)}`, { role: 1 });
    await page.locator('[data-receipt]').waitFor();
    expect(api.calls).toContain(`GET /api/receipt/${encodeURIComponent(id)}`);
  });

  for (const [stream, shown] of [
    [true, 1],
    [false, 0],
  ] as const)
    test(`says when the first token came ${stream ? 'of a stream' : 'of nothing else'}`, async () => {
      const api = new FakeApi();
      api.when(/^GET \/api\/receipt/u, () => ({
        status: 200,
        body: {
          success: true,
          message: '',
          data: { ...receiptAnswer(ID), receipt: { ...receipt(ID), stream, first_token_ms: 420 } },
        },
      }));
      const { page } = await open(`/receipt/${ID}`, { role: 1, api });
      await page.locator('[data-receipt]').getByText('4.18 s').waitFor();
      expect(await page.getByText(/first token after 420 ms/u).count()).toBe(shown);
    });

  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    test(`says that it is sealed, what followed, and how to check it: ${variantName(variant)}`, async () => {
      const { page, problems } = await open(`/receipt/${ID}`, { role: 1, ...variant });
      const proof = page.locator('[data-proof]');
      await proof.getByText(isEnglish ? 'Sealed' : '已封存', { exact: true }).waitFor();
      await proof.getByText(isEnglish ? '1,203,432 of 1,204,331' : '第 1,203,432 个，共 1,204,331 个').waitFor();
      await proof.getByText(isEnglish ? 'Priced again' : '重新计价').waitFor();
      await proof.getByText(isEnglish ? 'Sealed at' : '封存时间').waitFor();
      await proof.getByText(isEnglish ? /not that nothing followed later/u : /不证明此后没有变动/u).waitFor();
      expect(await proof.getByText(isEnglish ? 'Private part' : '私有部分').count()).toBe(0);
      const saving = page.waitForEvent('download');
      await proof.getByRole('button', { name: 'receipt-req-7.json' }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe('receipt-req-7.json');
      const { vkey } = receiptAnswer(ID, false);
      expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toMatchObject({ vkey, stands_at: 2_412 });
      const script = proof.getByRole('link', { name: 'check-receipt.mjs' });
      expect(await script.getAttribute('download')).toBe('check-receipt.mjs');
      const source = await page.evaluate(
        async (address) => (await fetch(address)).text(),
        (await script.getAttribute('href')) ?? '',
      );
      expect(source).toBe(await readFile('docs/check-receipt.mjs', 'utf8'));
      await proof.getByRole('button', { name: isEnglish ? 'Copy command' : '复制命令' }).click();
      await page.getByText(isEnglish ? 'Command copied' : '已复制命令').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `node check-receipt.mjs receipt-req-7.json '${vkey}'`,
      );
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `test-receipt-proof-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });
  }

  test('is looked at again until it is sealed, and no longer', async () => {
    const api = new FakeApi();
    let looks = 0;
    api.when(/^GET \/api\/receipt/u, () => {
      looks += 1;
      const whole = receiptAnswer(ID, false);
      return answered(looks > 2 ? whole : { ...whole, sealed: false, proof: null, later: [] });
    });
    const { page } = await open(`/receipt/${ID}`, { role: 1, api });
    await page.getByText('Not sealed yet: it will be within a minute.').waitFor();
    expect(await page.getByText('Check it yourself').count()).toBe(0);
    await page.getByText('Check it yourself').waitFor({ timeout: 20_000 });
    await page.waitForTimeout(6_000);
    expect(looks).toBe(3);
  });

  test('stays shown where asking for it again fails, and is not asked for without end', async () => {
    const api = new FakeApi();
    let looks = 0;
    api.when(/^GET \/api\/receipt/u, () => {
      looks += 1;
      return looks === 1
        ? answered({ ...receiptAnswer(ID, false), sealed: false, proof: null, later: [] })
        : refused('The ledger cannot be read.');
    });
    const { page } = await open(`/receipt/${ID}`, { role: 1, api, clock: true });
    await page.getByText('Not sealed yet: it will be within a minute.').waitFor();
    for (let look = 2; look <= 24; look += 1) {
      await page.clock.runFor(5_500);
      await eventually(async () => expect(looks).toBe(look));
    }
    await page.getByText('Still not sealed.').waitFor();
    await page.getByText(/asking again has failed/u).waitFor();
    expect(await page.locator('[data-receipt]').isVisible()).toBe(true);
    await page.clock.runFor(60_000);
    expect(looks).toBe(24);
    await page.getByRole('button', { name: 'Look again' }).click();
    await eventually(async () => expect(looks).toBe(25));
  });

  test('is sealed once what followed is, and offers files to check only then', async () => {
    const api = new FakeApi();
    const whole = receiptAnswer(ID, false);
    api.when(/^GET \/api\/receipt/u, () =>
      answered({ ...whole, later: whole.later.map((one) => ({ ...one, sealed: false, proof: null })) }),
    );
    const { page } = await open(`/receipt/${ID}`, { role: 1, api });
    const proof = page.locator('[data-proof]');
    await proof.getByText('Not sealed yet: it will be within a minute.').waitFor();
    expect(await proof.getByText('Sealed', { exact: true }).count()).toBe(0);
    expect(await page.getByText('Check it yourself').count()).toBe(0);
  });

  test('says how much of what followed it does not hold', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/receipt/u, () => answered({ ...receiptAnswer(ID, false), later_left_off: 1_203 }));
    const { page } = await open(`/receipt/${ID}`, { role: 1, api });
    await page.locator('[data-proof]').getByText('1,203 later changes are not in it').waitFor();
    expect(await page.getByText('Check it yourself').count()).toBe(0);
  });

  test('of others is explained to administrators, without a proof', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/receipt/u, () => ({
      status: 200,
      body: { success: false, message: 'There is none.', code: 'receipt_missing' },
    }));
    api.when(/^GET \/api\/log\/req-7\/explanation/u, () => answered(receipt(ID)));
    const { page } = await open(`/receipt/${ID}`, { role: 10, api });
    await page.locator('[data-receipt-total]').waitFor();
    expect(await page.locator('[data-proof]').count()).toBe(0);
    expect(await page.getByText('There is no such receipt').count()).toBe(0);
  });

  test('shows the private part to who reads money', async () => {
    const { page } = await open(`/receipt/${ID}`, { role: 100 });
    await page.getByRole('region', { name: 'Private part' }).getByText('"privateSalt": "AAECAwQ"').waitFor();
  });

  test('of a session leads to those of its answers', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/receipt\/sess-1$/u, () =>
      answered({ session_id: 'sess-1', request_ids: ['req-7-1', 'req-7-2'] }),
    );
    const { page } = await open('/receipt/sess-1', { role: 1, api });
    await page.getByText('This is a session').waitFor();
    await page.getByRole('link', { name: 'req-7-2' }).click();
    await page.locator('[data-receipt-total]').waitFor();
  });

  test('has no prices of tokens where none were priced', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/receipt/u, () => ({
      status: 200,
      body: {
        success: true,
        message: '',
        data: { ...receiptAnswer(ID), receipt: { ...receipt(ID), per_million_tokens: [] } },
      },
    }));
    const { page } = await open(`/receipt/${ID}`, { role: 1, api });
    await page.locator('[data-receipt-total]').waitFor();
    expect(await page.getByText('In $ per million tokens').count()).toBe(0);
  });

  test('names whose prices held where those of the model alone did not', async () => {
    const api = new FakeApi();
    const terms = { rule_id: 'acme', tier: 200_000, service_tier: 'flex' };
    api.when(/^GET \/api\/receipt/u, () => ({
      status: 200,
      body: { success: true, message: '', data: { ...receiptAnswer(ID), receipt: { ...receipt(ID), ...terms } } },
    }));
    const { page } = await open(`/receipt/${ID}`, { role: 1, api });
    await page.getByText('customer rule acme · service tier flex · prompt above 200,000 tokens').waitFor();
  });

  for (const theme of ['light', 'dark'] as const)
    test(`prints on one leaf of A4 without what only a screen needs, ${theme}`, async () => {
      const { page } = await open(`/receipt/${ID}`, { role: 100, theme });
      await page.locator('[data-receipt]').waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('heading', { level: 1, name: 'Receipt' }).isVisible()).toBe(true);
      expect(await page.locator('[data-receipt-total]').isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0);
      expect(await page.locator('.no-print:visible').count()).toBe(0);
      expect(leavesOf(await page.pdf(A4))).toBe(1);
    });
});
