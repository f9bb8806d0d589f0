import type { Browser, CDPSession, Page } from 'playwright-core';
import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { FakeApi } from '@ledgate/web/testing/fake-api';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { serveConsole } from './fake-console.ts';
import { atMost, type Figure, figure, mib, ms, shown } from './figure.ts';
import { median, quantile, spreadOf } from './statistics.ts';

const ROOT = 100;
const CHANNELS = 1_000;
const ROWS = 100;
const PAGE_CHANGES = 100;
const FEW_PAGE_CHANGES = 10;
/** Of the menu, each a list with rows. */
const MENU = ['/token', '/log', '/channel', '/redemption', '/user'];
const FRAME_MS = 1_000 / 60;
const SCROLL_FRAMES = 240;
const SCROLL_STEP_PX = 12;
const CHANGE_GOAL_MS = 100;
const PAINT_GOAL_MS = 1_000;
const HEAP_GOAL = 1.5;

export const consoleOfPages: Benchmark = {
  title: 'Console in the browser',
  run: benchConsole,
  how:
    'The built console in Chromium without windows, 1280 x 800, on one machine with what answers it: an api in memory, files with gzip. A change of page is ' +
    'from the press on the menu to the frame that has the other page’s heading and rows, its answers known already. First paint is of a window ' +
    'without a cache. The search is from the last letter to the one row that is left of 1,000 channels. Frames are those of scrolling through 100 rows. The ' +
    'heap is that after a collection.',
};

async function benchConsole({ effort }: BenchResources): Promise<readonly Figure[]> {
  const browser = await findBrowser();
  if (browser === undefined) throw new Error('no Chromium found; set CHROMIUM_PATH or install it');
  const api = new FakeApi();
  api.user = { ...api.user, role: ROOT };
  const [channel] = api.channels;
  if (channel === undefined) throw new Error('the api in memory has no channel');
  api.channels = Array.from({ length: CHANNELS }, (_, index) => ({
    ...channel,
    id: index + 1,
    name: `channel-${index + 1}`,
  }));
  const { url, server } = await serveConsole(api);
  try {
    const paintsMs: number[] = [];
    for (let round = 0; round < effort.rounds; round += 1) paintsMs.push(await firstPaintMs(browser, api, url));
    const { page, close } = await opened(browser, api, `${url}/setting`);
    const heap = await page.context().newCDPSession(page);
    const { changesMs, heapBytes } = await changePages(page, heap);
    await page.evaluate((rows) => localStorage.setItem('page-size', rows), String(ROWS));
    const search = await searchChannels(page, url);
    const frames = await scrollRows(page, url);
    await close();
    const [few = 0, many = 0] = heapBytes;
    return [
      figure('Cached change of page, p95', ms(quantile(changesMs, 0.95)), {
        spread: spreadOf(changesMs),
        goal: atMost(quantile(changesMs, 0.95), CHANGE_GOAL_MS, '100 ms'),
      }),
      figure('First paint of the tokens, nothing cached', ms(median(paintsMs)), {
        spread: spreadOf(paintsMs),
        goal: atMost(median(paintsMs), PAINT_GOAL_MS, '1 s'),
      }),
      figure('Search of 1,000 channels', ms(search.tookMs)),
      figure('- nodes of the page with its list', shown(search.nodes)),
      figure('Dropped frames in a list of 100 rows', `${shown(frames.dropped)} of ${shown(frames.all)}`),
      figure('Heap after 100 page changes, to that after 10', shown(many / few), {
        goal: atMost(many / few, HEAP_GOAL, '1.5'),
      }),
      figure('- heap after 10, after 100', `${mib(few)}, ${mib(many)}`),
    ];
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

/** A window of its own in which somebody is signed in. */
async function opened(browser: Browser, api: FakeApi, address: string) {
  const { id, username, display_name, role, status, group } = api.user;
  const user = { id, username, display_name, role, status, group };
  const { page, context } = await openWindow(browser, {}, user);
  await page.goto(address);
  await page.locator('main h1').waitFor();
  return { page, close: () => context.close() };
}

async function firstPaintMs(browser: Browser, api: FakeApi, url: string): Promise<number> {
  const { page, close } = await opened(browser, api, `${url}/token`);
  const paintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint').at(0)?.startTime ?? Number.NaN,
  );
  await close();
  return paintMs;
}

/** Each page once before it is measured. Answers the heap after the first few, and after all. */
async function changePages(page: Page, heap: CDPSession) {
  for (const path of MENU) await changePage(page, path);
  const changesMs: number[] = [];
  const heapBytes: number[] = [];
  for (let change = 1; change <= PAGE_CHANGES; change += 1) {
    changesMs.push(await changePage(page, MENU[change % MENU.length] ?? '/token'));
    if (change === FEW_PAGE_CHANGES || change === PAGE_CHANGES) heapBytes.push(await heapUsed(heap));
  }
  return { changesMs, heapBytes };
}

/** Measured in the page: what passes between it and us is no part of it. */
const changePage = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (to) => {
    const link = document.querySelector<HTMLElement>(`nav a[href="${to}"]`);
    if (link === null) throw new Error(`no link to ${to} in the menu`);
    const before = document.querySelector('main h1');
    const startedAt = performance.now();
    link.click();
    const isThere = (): boolean =>
      location.pathname === to &&
      document.querySelector('main h1') !== before &&
      document.querySelector('main tbody tr:not([aria-hidden])') !== null &&
      document.querySelector('main .chakra-skeleton') === null;
    while (!isThere()) {
      if (performance.now() - startedAt > 10_000) throw new Error(`${to} is not there after 10 s`);
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
    return performance.now() - startedAt;
  }, path);

async function heapUsed(heap: CDPSession): Promise<number> {
  await heap.send('HeapProfiler.collectGarbage');
  return (await heap.send('Runtime.getHeapUsage')).usedSize;
}

async function searchChannels(page: Page, url: string): Promise<{ readonly tookMs: number; readonly nodes: number }> {
  await page.goto(`${url}/channel`);
  await page
    .locator('main tbody tr')
    .nth(ROWS - 1)
    .waitFor();
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const field = page.locator('[data-filter]');
  await field.fill('channel-99');
  const startedAt = performance.now();
  await field.press('7');
  await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length === 1);
  return { tookMs: performance.now() - startedAt, nodes };
}

/** Frames that came later than half a frame after their time. */
async function scrollRows(page: Page, url: string): Promise<{ readonly dropped: number; readonly all: number }> {
  await page.goto(`${url}/channel`);
  await page
    .locator('main tbody tr')
    .nth(ROWS - 1)
    .waitFor();
  const gapsMs = await page.evaluate(
    async ({ frames, stepPx }) => {
      const gaps: number[] = [];
      let before = await new Promise<number>((resolve) => {
        requestAnimationFrame(resolve);
      });
      for (let frame = 0; frame < frames; frame += 1) {
        window.scrollBy(0, stepPx);
        const now = await new Promise<number>((resolve) => {
          requestAnimationFrame(resolve);
        });
        gaps.push(now - before);
        before = now;
      }
      return gaps;
    },
    { frames: SCROLL_FRAMES, stepPx: SCROLL_STEP_PX },
  );
  const dropped = gapsMs.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  return { dropped, all: gapsMs.length + dropped };
}
