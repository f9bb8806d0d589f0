import { afterAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { WITHIN_MS } from './eventually.ts';
import { findBrowser, openConsole, type OpenConsole, type Opening } from './console-page.ts';

const dist = `${import.meta.dirname}/../../dist`;
const shots = `${import.meta.dirname}/../../dist-test`;
/** Longer than one wait, so that it is the wait that says what did not come. */
const BROWSER_TEST_MS = 3 * WITHIN_MS;

export type BrowserTools = {
  /** Opens a page of the built console with a fake api; it is closed after the test. */
  readonly open: (path: string, opening?: Opening) => Promise<OpenConsole>;
  /** A test with a page of its own. It fails, too, where an answer of the fake api is none that the contract allows. */
  readonly test: (title: string, run: () => Promise<void>) => void;
};

/** Keeps a picture of the page under web/dist-test. */
export const shoot = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });

/**
 * A suite of browser tests. Where no browser is installed every test is listed as not run and a line says so; with REQUIRE_BROWSER=1 the suite
 * fails instead.
 */
export async function browserSuite(name: string, define: (tools: BrowserTools) => void): Promise<void> {
  const browser = await findBrowser();
  if (!browser)
    process.stderr.write(`NOT RUN: browser tests of ${name}: no Chromium found (set CHROMIUM_PATH, or install it)\n`);
  const opened: OpenConsole[] = [];
  describe(name, () => {
    afterAll(async () => browser?.close());
    define({
      open: async (path, opening) => {
        if (!browser) throw new Error('no browser');
        const one = await openConsole(browser, opening?.dist ?? dist, path, opening);
        opened.push(one);
        return one;
      },
      test: (title, run) => {
        const define = browser ? it : it.skip;
        define(
          title,
          async () => {
            try {
              await run();
              expect(opened.flatMap(({ api }) => api.faults)).toEqual([]);
            } finally {
              for (const one of opened.splice(0)) await one.close();
            }
          },
          BROWSER_TEST_MS,
        );
      },
    });
  });
}
