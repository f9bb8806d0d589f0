import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import type { Download, Page } from 'playwright-core';
import { z } from 'zod';
import { CALL_PRICE, CrashWorld, type Spender } from '../crash/world.ts';
import { eventually } from '../testing/eventually.ts';
import { Load } from '../testing/load.ts';
import { buildProduct, Product } from '../testing/product.ts';
import { ConsoleVisit } from './console-visit.ts';

const LIMIT_MS = 180_000;
const ROOT = { username: 'root', password: '123456' };
const PASSWORD = 'a long secret';

/** In UTC, as the window has it: `2026-10`. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

const browser = await findBrowser();
if (!browser)
  process.stderr.write('NOT RUN: browser tests of proofs: no Chromium found (set CHROMIUM_PATH, or install it)\n');

/** What somebody has who holds a file and the key, and nothing of the product's. */
(browser ? describe : describe.skip)('proofs, from the screens of the running product', () => {
  const product = new Product();
  let world: CrashWorld;
  let spender: Spender;
  let folder: string;

  beforeAll(async () => {
    if (!browser) return;
    folder = mkdtempSync(join(tmpdir(), 'ledgate-proofs-'));
    buildProduct();
    await product.start();
    world = await CrashWorld.open(product);
    spender = await world.spender(10 * CALL_PRICE);
    const load = new Load(product.url, world.model);
    expect(await load.one(spender.key, false)).toMatchObject({ status: 200, complete: true });
    await load.end();
    await eventually('the charge can be read', async () => (await world.charges(spender)).length === 1);
  }, LIMIT_MS);

  afterAll(async () => {
    world.upstream.close();
    await browser?.close();
    await product.stop();
    await product.discard();
    rmSync(folder, { recursive: true, force: true });
  });

  async function saved(page: Page, press: () => Promise<void>): Promise<string> {
    const [download]: [Download, void] = await Promise.all([page.waitForEvent('download'), press()]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return path;
  }

  /** The exit code of a command, in the folder of what was downloaded. */
  function codeOf(command: string, parameters: readonly string[]): number {
    try {
      execFileSync(command, parameters, { cwd: folder, stdio: 'ignore' });
      return 0;
    } catch (error) {
      return Number((error as { readonly status: unknown }).status);
    }
  }

  it(
    'a customer checks his receipt by the two files and the command that its page has, and a changed one fails',
    async () => {
      if (!browser) return;
      const console = await world.consoleOf(spender.username);
      const logs = z.object({ items: z.array(z.object({ request_id: z.string() })) });
      const { items } = await console.get('/api/log/self/?p=1&page_size=1&type=2', logs);
      const requestId = items[0]?.request_id ?? '';
      const visit = new ConsoleVisit(await openWindow(browser, { language: 'en', zone: 'UTC' }), product.url);
      const { page } = visit;
      await visit.signIn({ username: spender.username, password: PASSWORD });
      await page.goto(`${product.url}/receipt/${requestId}`);
      await (await world.root()).post('/api/ledger/seal', z.unknown(), {});
      await page.getByRole('status').getByText('Sealed', { exact: true }).waitFor({ timeout: LIMIT_MS });
      await visit.shoot('receipt-sealed');
      const receipt = await saved(page, () => page.getByRole('button', { name: /^receipt-.*\.json$/u }).click());
      await saved(page, () => page.getByRole('link', { name: 'check-receipt.mjs' }).click());
      await page.getByRole('button', { name: 'Copy command' }).click();
      const command = await visit.clipboard();
      expect(codeOf('sh', ['-c', command])).toBe(0);
      const told = readFileSync(receipt, 'utf8');
      expect(told).not.toMatch(/"attempts":\[|"channelId"|"privateSalt"/u);
      writeFileSync(
        receipt,
        told.replace(/"total":(\d+)/u, (_, total: string) => `"total":${Number(total) + 1}`),
      );
      expect(codeOf('sh', ['-c', command])).toBe(1);
      expect(visit.problems).toEqual([]);
      await visit.close();
    },
    LIMIT_MS,
  );

  it(
    'a bookkeeper closes a month and downloads its bundle, which the audit finds true with the key that everybody is told',
    async () => {
      if (!browser) return;
      const visit = new ConsoleVisit(await openWindow(browser, { language: 'en', zone: 'UTC' }), product.url);
      const { page } = visit;
      await visit.signIn(ROOT, () => page.getByRole('button', { name: 'Later' }).click());
      await page.goto(`${product.url}/periods?open=new`);
      const drawer = page.getByRole('dialog', { name: 'Close a period' });
      await drawer.getByRole('textbox', { name: 'Month' }).fill(lastMonth());
      await drawer.getByRole('textbox', { name: 'Reason' }).fill('the month is over');
      await drawer.getByRole('button', { name: 'Close the period' }).click();
      const link = page.getByRole('link', { name: 'Download the bundle of period 1' });
      await link.waitFor({ timeout: LIMIT_MS });
      await visit.shoot('period-closed');
      const bundle = await saved(page, () => link.click());
      const keys = z.array(z.object({ vkey: z.string() }));
      const [{ vkey } = { vkey: '' }] = await (await world.root()).get('/api/ledger/keys', keys);
      expect(await product.run('audit', bundle, '--key', vkey)).toMatchObject({ code: 0 });
      expect(visit.problems).toEqual([]);
      await visit.close();
    },
    LIMIT_MS,
  );
});
