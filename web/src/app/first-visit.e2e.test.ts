import { expect } from '@jest/globals';
import { browserSuite } from '../testing/browser-suite.ts';
import { quiet } from '../testing/quiet.ts';
import { pages } from './pages.ts';

const REQUESTS_MAX = 20;
/** Pages that do not keep to it yet: they may not become worse. */
const OVER: Readonly<Record<string, number>> = {
  '/audit': 21,
  '/topup/ledger': 21,
  '/topup/statement': 26,
  '/statements': 25,
};
/** What these pages ask for at once although it is no part of them, and the build does not measure it yet. */
const ON_DEMAND =
  /^assets\/(balance-at-date|statement-files|statement-bar|statement-bar-texts|filters|ranges|periods)-/u;
const API_REQUESTS_MAX = 6;
const ROOT = 100;
/** What a path of the rows stands for here. */
const ADDRESSES: Readonly<Record<string, string>> = {
  '/chat/:id?': '/chat/0',
  '/receipt/:requestId': '/receipt/req-7',
  '/user/:id': '/user/3',
};
await browserSuite('first visit of every page', ({ open, test }) => {
  for (const { id, path, role } of pages) {
    test(`${path}: few requests, and no JavaScript but what the build has measured`, async () => {
      const opening = role === 'public' ? {} : { role: ROOT };
      const requests: string[] = [];
      const { page } = await open(ADDRESSES[path] ?? path, {
        ...opening,
        language: 'zh',
        watch: (url) => requests.push(url.pathname + url.search),
      });
      await quiet(page, () => requests.length);
      const own = requests.filter((address) => address.startsWith('/api/'));
      const scripts = requests.filter((address) => address.endsWith('.js')).map((address) => address.slice(1));
      // All of them are shown where there are too many.
      expect(own.length > API_REQUESTS_MAX ? own : []).toEqual([]);
      expect(requests.length > (OVER[path] ?? REQUESTS_MAX) ? requests : []).toEqual([]);
      const measured = await page.evaluate(
        async () => (await (await fetch('/assets/first-visits.json')).json()) as Record<string, string[]>,
      );
      const isKnown = (file: string): boolean =>
        (measured[id] ?? []).includes(file) || (path in OVER && ON_DEMAND.test(file));
      expect(scripts.filter((file) => !isKnown(file))).toEqual([]);
    });
  }
});
