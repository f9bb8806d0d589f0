import { expect } from '@jest/globals';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { buildBracketed } from '../../../tools/bracketed/build-bracketed.ts';
import { browserSuite, shoot } from '../browser-suite.ts';
import { FakeApi, type FakeAnswer, type FakeCall } from '../fake-api.ts';
import { fixNow } from '../fixtures.ts';
import { sidewaysScroll } from '../page-checks.ts';
import { answering, emptied, failed, NOW_S, settled } from './states.ts';
import { cutTexts, textsOfAnswer, textsOnPage, unbracketed } from './text-checks.ts';
import { VIEWS } from './views.ts';

const WIDTHS = [1440, 390] as const;
const HEIGHT = 900;

/** Keeps what it answered. */
class HeardApi extends FakeApi {
  readonly told = new Set<string>();

  override async handle(call: FakeCall): Promise<FakeAnswer> {
    const answer = await super.handle(call);
    for (const text of textsOfAnswer(answer.body)) this.told.add(text);
    return answer;
  }
}

const dist = await buildBracketed();

await browserSuite('pages in brackets', ({ open, test }) => {
  for (const view of VIEWS)
    test(`${view.name} says nothing but of its catalogue, and has room for it`, async () => {
      fixNow(NOW_S);
      const api = new HeardApi();
      const role = view.isPublic ? undefined : ROLE.root;
      const { page } = await open(view.path, {
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
          await settled(page);
          const found = [
            ...unbracketed(await textsOnPage(page), api.told),
            ...(await cutTexts(page)),
            ...((await sidewaysScroll(page)) > 0 ? ['wider than its window'] : []),
          ];
          if (found.length > 0) await shoot(page, `bracketed-${view.name}-${state}-${width}`);
          faults.push(...found.map((fault) => `${state} ${width}: ${fault}`));
        }
      };
      await settled(page);
      await look('full');
      if (Object.values(view.calls).some((empty) => empty !== undefined)) {
        answering(api, view, (_call, empty) => empty && emptied(empty));
        await page.reload();
        await settled(page);
        await look('empty');
      }
      if (Object.keys(view.calls).length > 0) {
        answering(api, view, failed);
        await page.reload();
        await settled(page);
        await look('failed');
      }
      expect(faults).toEqual([]);
    });
});
