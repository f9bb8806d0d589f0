import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Network } from '../console-page.ts';
import { eventually } from '../eventually.ts';
import type { FakeAnswer, FakeApi } from '../fake-api.ts';
import type { Empty, View } from './views.ts';

/** Wednesday, 18 November 2026, 10:30 UTC: the middle of a week, of a month and of a day. */
export const NOW_S = Date.UTC(2026, 10, 18, 10, 30) / 1000;

export const emptied = ({ data, beside = {} }: Empty): FakeAnswer => ({
  status: 200,
  body: { success: true, message: '', data, ...beside },
  headers: { 'x-total-count': '0' },
});

export const failed = (): FakeAnswer => ({
  status: 503,
  body: { success: false, message: 'The database cannot be reached.' },
});

/** Nothing is on its way any more, the browser has nothing left to do, and nothing stands for what will come. */
export async function settled(page: Page, network: Network): Promise<void> {
  await page.locator('main').waitFor();
  await eventually(async () => {
    const before = network.steps;
    await idle(page);
    const skeletons = await page.locator('main .chakra-skeleton').count();
    expect([network.waiting, network.steps, skeletons]).toEqual([0, before, 0]);
  });
}

/** The browser has drawn what it has, letters in their font, and has nothing to do. */
export const idle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let times = 0; times < 2; times += 1)
      await new Promise((resolve) => {
        requestIdleCallback(resolve);
      });
  });

/** Answers all calls of a view in one way; those for which there is no answer as ever. */
export function answering(
  api: FakeApi,
  { calls }: View,
  answer: (call: string, empty: Empty | undefined) => FakeAnswer | Promise<FakeAnswer> | undefined,
): void {
  for (const [call, empty] of Object.entries(calls)) {
    const given = answer(call, empty);
    if (given) api.when(patternOf(call), () => given);
  }
}

/** No call of a view is answered before the function that it gives is called. */
export const holding = (api: FakeApi, { calls }: View): (() => void) => api.hold(Object.keys(calls).map(patternOf));

function patternOf(call: string): RegExp {
  const [method, path = ''] = call.split(' ');
  const pattern = path.replaceAll('{id}', String.raw`\d+`).replaceAll('{charge}', '[^/]+');
  return new RegExp(`^${method} ${pattern}$`, 'u');
}

/** Goes to an address of the console as a link does, without a load. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    // As the router counts places, so that it knows that this one is the next.
    const state = { idx: ((history.state as { readonly idx?: number } | null)?.idx ?? 0) + 1 };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
