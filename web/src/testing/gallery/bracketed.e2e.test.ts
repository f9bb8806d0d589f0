import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { CHANNEL_TYPES } from '@ledgate/domain/channel/channel-types';
import { buildBracketed } from '../../../tools/bracketed/build-bracketed.ts';
import { browserSuite, shoot } from '../browser-suite.ts';
import { REQUEST_ID } from '../console-page.ts';
import { FakeApi, type FakeAnswer, type FakeCall } from '../fake-api.ts';
import { fixNow } from '../fixtures.ts';
import { widthFaults } from '../page-checks.ts';
import { areAllVariants } from '../variants.ts';
import { answering, emptied, failed, NOW_S, settled } from './states.ts';
import { cutTexts, textsOfAnswer, textsOnPage, unbracketed } from './text-checks.ts';
import { OPENED, VIEWS } from './views.ts';

const WIDTHS = [1440, 390] as const;
const HEIGHT = 900;

/** Keeps what it answered. */
class HeardApi extends FakeApi {
  readonly told = new Set([REQUEST_ID, ...CHANNEL_TYPES.map(({ key, name }) => (key === 'custom' ? key : name))]);

  override async handle(call: FakeCall): Promise<FakeAnswer> {
    const answer = await super.handle(call);
    const { body } = answer;
    const isGroups = call.url.pathname === '/api/user/self/groups';
    for (const text of textsOfAnswer(isGroups ? { groups: (body as { readonly data?: unknown }).data } : body))
      this.told.add(text);
    return answer;
  }
}

/** What is wrong with the texts of a page; a picture of it is kept then. */
async function textFaults(page: Page, { told }: HeardApi, name: string): Promise<readonly string[]> {
  const found = [
    ...unbracketed(await textsOnPage(page), told),
    ...(await cutTexts(page)),
    ...(await widthFaults(page)),
  ];
  if (found.length > 0) await shoot(page, `bracketed-${name}`);
  return found.map((fault) => `${name}: ${fault}`);
}

const dist = await buildBracketed();

await browserSuite('pages in brackets', ({ open, test }) => {
  for (const view of VIEWS)
    test(`${view.name} says nothing but of its catalogue, and has room for it`, async () => {
      fixNow(NOW_S);
      const api = new HeardApi();
      view.fill?.(api);
      for (const text of view.filledTexts ?? []) api.told.add(text);
      const role = view.isPublic ? undefined : ROLE.root;
      const { page, network } = await open(view.path, {
        api,
        role,
        fixedS: NOW_S,
        zone: 'UTC',
        dist,
        width: 1440,
        height: HEIGHT,
      });
      const faults: string[] = [];
      const look = async (state: string): Promise<void> => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          await settled(page, network);
          faults.push(...(await textFaults(page, api, `${view.name}-${state}-${width}`)));
        }
      };
      await settled(page, network);
      await look('full');
      if (areAllVariants && Object.values(view.calls).some((empty) => empty !== undefined)) {
        answering(api, view, (_call, empty) => empty && emptied(empty));
        await page.reload();
        await settled(page, network);
        await look('empty');
      }
      if (areAllVariants && Object.keys(view.calls).length > 0) {
        answering(api, view, failed);
        await page.reload();
        await settled(page, network);
        await look('failed');
      }
      expect(faults).toEqual([]);
    });

  for (const { name, path, press, opens, width: only } of OPENED)
    for (const width of WIDTHS.filter((each) => only === undefined || each === only))
      test(`what is opened says nothing but of the catalogue, and has room for it: ${name}, ${width} px`, async () => {
        fixNow(NOW_S);
        const api = new HeardApi();
        const { page, network } = await open(path, {
          api,
          role: ROLE.root,
          fixedS: NOW_S,
          zone: 'UTC',
          dist,
          width,
          height: HEIGHT,
        });
        await settled(page, network);
        if (press !== undefined) await page.locator(press).locator('visible=true').first().click();
        await page.locator(opens).first().waitFor();
        await settled(page, network);
        expect(await textFaults(page, api, `${name}-${width}`)).toEqual([]);
      });
});
