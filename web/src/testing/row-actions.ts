import type { Page } from 'playwright-core';

/** Opens the menu of a row, which stands inside the row on a small screen. `row`: what the row is known by; '' for the first. */
export async function openRowMenu(page: Page, menu: string | RegExp, row = ''): Promise<void> {
  const button = page.getByRole('button', { name: menu }).first();
  const stacked = page.locator('li[data-row]', { hasText: row }).first();
  await button.or(stacked).first().waitFor();
  if ((await button.count()) === 0) await stacked.getByRole('button', { expanded: false }).first().click();
  await button.click();
}
