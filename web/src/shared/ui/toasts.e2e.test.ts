import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';

await browserSuite('toasts', ({ open, test }) => {
  const toastOf = (page: Page): Locator => page.locator('[data-scope=toast][data-part=root]');

  /** What lies uppermost in the middle of a button is the button. */
  const canBePressed = (button: Locator): Promise<boolean> =>
    button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });

  const bottomOf = async (locator: Locator): Promise<number> =>
    locator.evaluate((element) => Math.round(window.innerHeight - element.getBoundingClientRect().bottom));

  for (const { width, height } of [
    { width: 390, height: 844 },
    { width: 700, height: 900 },
    { width: 1280, height: 800 },
  ]) {
    test(`leave the buttons of a drawer free, ${width} px wide`, async () => {
      const { page } = await open('/token', { role: 1, width, height });
      await page.getByRole('button', { name: 'New token' }).click();
      const drawer = page.getByRole('dialog', { name: 'New token' });
      await drawer.getByLabel('Name').fill('nightly');
      await drawer.getByLabel('Remaining').fill('2.5');
      await drawer.getByRole('button', { name: 'Create' }).click();
      await drawer.waitFor({ state: 'detached' });
      // Stays while the pointer is on it, as it would while a person reads.
      await toastOf(page).hover();
      await eventually(async () => expect(await bottomOf(toastOf(page))).toBe(16));
      await page.getByRole('button', { name: 'New token' }).press('Enter');
      await drawer.waitFor();
      await eventually(async () => {
        expect(await toastOf(page).count()).toBe(1);
        for (const name of ['Create', 'Cancel', 'Close'])
          expect(await canBePressed(drawer.getByRole('button', { name, exact: true }))).toBe(true);
      });
      await shoot(page, `test-toast-over-drawer-${width}`);
      await drawer.getByRole('button', { name: 'Cancel' }).press('Enter');
      await drawer.waitFor({ state: 'detached' });
      await eventually(async () => expect(await bottomOf(toastOf(page))).toBe(16));
    });
  }
});
