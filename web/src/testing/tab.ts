import type { Page } from 'playwright-core';

/** The tab is left for another one, or come back to, as a browser says it: in none that a test drives does it happen by itself. */
export const showTab = (page: Page, visibility: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, visibility);
