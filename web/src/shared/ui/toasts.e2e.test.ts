import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';

await browserSuite('toasts', ({ open, test }) => {
  const toastOf = (page: Page): Locator => page.locator('[data-scope=toast][data-part=root]');

  /** Fields and buttons that lie, in any part, below a toast: those of a dialog alone where there is one. */
  const covered = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => {
      const dialogs = [...document.querySelectorAll('[role=dialog][data-state=open]')];
      const controls = [
        ...(dialogs.at(-1) ?? document).querySelectorAll(
          'button, a[href], input, select, textarea, [data-scope=switch][data-part=root]',
        ),
      ];
      return [...document.querySelectorAll('[data-scope=toast][data-part=root]')].flatMap((toast) => {
        const over = toast.getBoundingClientRect();
        return controls
          .filter((control) => !toast.contains(control))
          .filter((control) => {
            const below = control.getBoundingClientRect();
            const [left, right] = [Math.max(below.left, over.left), Math.min(below.right, over.right)];
            const [top, bottom] = [Math.max(below.top, over.top), Math.min(below.bottom, over.bottom)];
            // What is scrolled away, or is there for screen readers alone, is in no place that can be pressed.
            return (
              right - left > 1 &&
              bottom - top > 1 &&
              document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(control)
            );
          })
          .map((control) => control.getAttribute('aria-label') ?? control.outerHTML.slice(0, 120));
      });
    });

  const free = async (page: Page): Promise<void> =>
    eventually(async () => expect([await toastOf(page).count(), await covered(page)]).toEqual([1, []]));

  for (const { width, height } of [
    { width: 390, height: 844 },
    { width: 700, height: 900 },
    { width: 1440, height: 900 },
  ]) {
    test(`cover no field, no button and no action of a row, ${width} px wide`, async () => {
      const { page } = await open('/token', { role: 1, width, height });
      await page.getByRole('button', { name: 'New token' }).click();
      const drawer = page.getByRole('dialog', { name: 'New token' });
      await drawer.getByLabel('Name').fill('nightly');
      await drawer.getByLabel('Remaining').fill('2.5');
      await drawer.getByRole('button', { name: 'Create' }).click();
      await drawer.waitFor({ state: 'detached' });
      // Stays while the pointer is on it, as it would while a person reads.
      await toastOf(page).hover();
      await free(page);
      await shoot(page, `test-toast-over-list-${width}`);
      await page.getByRole('button', { name: 'New token' }).press('Enter');
      await drawer.waitFor();
      await toastOf(page).hover();
      await free(page);
      await shoot(page, `test-toast-over-drawer-${width}`);
    });
  }

  test('what the browser does not copy stands in a dialog, selected, over a drawer too', async () => {
    const { page } = await open('/token', { role: 1 });
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) });
      document.execCommand = () => false;
    });
    await page
      .getByRole('button', { name: /^Copy key of/u })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Cannot copy to the clipboard' });
    const text = dialog.getByRole('textbox');
    await eventually(async () =>
      expect(
        await text.evaluate((area: HTMLTextAreaElement) => [
          area.value.startsWith('sk-'),
          area.value.slice(area.selectionStart, area.selectionEnd) === area.value,
          document.activeElement === area,
        ]),
      ).toEqual([true, true, true]),
    );
    await shoot(page, 'test-copy-by-hand');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Copy key of'));
  });
});
