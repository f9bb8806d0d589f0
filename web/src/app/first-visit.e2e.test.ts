import { expect } from '@jest/globals';
import { browserSuite } from '../testing/browser-suite.ts';
import { quiet } from '../testing/quiet.ts';
import { pages } from './pages.ts';

const REQUESTS_MAX = 20;
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
      expect(requests.length > REQUESTS_MAX ? requests : []).toEqual([]);
      const measured = await page.evaluate(
        async () => (await (await fetch('/assets/first-visits.json')).json()) as Record<string, string[]>,
      );
      expect(scripts.filter((file) => !(measured[id] ?? []).includes(file))).toEqual([]);
    });
  }
});
