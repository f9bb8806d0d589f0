import type { Page } from 'playwright-core';
import { WITHIN_MS } from './eventually.ts';

const QUIET_MS = 400;
const LOOK_EVERY_MS = 50;

/** Until a page has its heading or its form and asks for nothing more for a while. `asked`: how many requests there were. */
export async function quiet(page: Page, asked: () => number): Promise<void> {
  await page.locator('main').first().waitFor();
  // What is on its way, however slow the machine, has more behind it.
  await page.waitForLoadState('networkidle');
  const until = performance.now() + WITHIN_MS;
  let [before, sinceMs] = [asked(), performance.now()];
  while (performance.now() - sinceMs < QUIET_MS) {
    if (performance.now() > until) throw new Error(`the page still asks after ${WITHIN_MS} ms`);
    await page.waitForTimeout(LOOK_EVERY_MS);
    if (asked() !== before) [before, sinceMs] = [asked(), performance.now()];
  }
}
