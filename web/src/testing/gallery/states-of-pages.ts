import { expect } from '@jest/globals';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { browserSuite } from '../browser-suite.ts';
import { FakeApi } from '../fake-api.ts';
import { fixNow } from '../fixtures.ts';
import { accessibilityProblems, figuresOutOfSight, overlaps, widthFaults } from '../page-checks.ts';
import { type Variant, VARIANTS_OF_PICTURES, VARIANTS_OF_STATES, variantName } from '../variants.ts';
import { pictureFault } from '../../../tools/pictures/pictures.ts';
import { callFaults } from './calls.ts';
import { answering, emptied, failed, follow, holding, idle, NOW_S, settled } from './states.ts';
import { OPENED, pictureName, type State, statesOf, VIEWS } from './views.ts';

/** Where figures are still in sight without scrolling sideways. */
const NARROWER_PX = [1_280, 1_024];

/** The suite of all states of every page, and of what opens on one, in the variants of a language (docs/architecture.md#pages-of-the-console). */
export function statesOfPages(language: Variant['language']): Promise<void> {
  const variants = VARIANTS_OF_STATES.filter((variant) => variant.language === language);
  return browserSuite('states of every page', ({ open, test }) => {
    for (const view of VIEWS)
      for (const variant of variants)
        test(`${view.name}: ${variantName(variant)}`, async () => {
          fixNow(NOW_S);
          const api = new FakeApi();
          view.fill?.(api);
          const states = statesOf(view);
          const faults: string[] = [];
          const pictured = async (state: State): Promise<void> => {
            const name = pictureName(view, state, variant);
            const fault = VARIANTS_OF_PICTURES.includes(variant) ? await pictureFault(page, name) : undefined;
            if (fault !== undefined) faults.push(fault);
            for (const problem of [...(await widthFaults(page)), ...(await accessibilityProblems(page))])
              faults.push(`${name}: ${problem}`);
          };
          const role = view.isPublic ? undefined : ROLE.root;
          const release = states.has('skeleton') ? holding(api, view) : undefined;
          const { page, network, problems } = await open(view.path, {
            api,
            role,
            fixedS: NOW_S,
            zone: 'UTC',
            ...variant,
          });
          if (release !== undefined) {
            await page.locator('main .chakra-skeleton').locator('visible=true').first().waitFor();
            await idle(page);
            await pictured('skeleton');
            release();
          }
          await settled(page, network);
          await pictured('full');
          for (const overlap of await overlaps(page)) faults.push(`${view.name}: ${overlap}`);
          expect(callFaults(view, api.calls)).toEqual([]);
          if (variant.width > Math.max(...NARROWER_PX))
            for (const width of NARROWER_PX) {
              await page.setViewportSize({ width, height: variant.height });
              await settled(page, network);
              for (const fault of [...(await figuresOutOfSight(page)), ...(await overlaps(page))])
                faults.push(`${view.name} at ${width} px: ${fault}`);
            }
          await page.setViewportSize(variant);
          expect(problems).toEqual([]);
          const opened = page.url();
          // An address that only differs in what stands behind its # is no load.
          const load = () => (page.url() === opened ? page.reload() : page.goto(opened));
          if (view.filtered !== undefined) {
            await follow(page, view.filtered);
            await settled(page, network);
            await pictured('filtered');
          }
          if (states.has('empty')) {
            answering(api, view, (_call, empty) => empty && emptied(empty));
            await load();
            await settled(page, network);
            await pictured('empty');
            api.forget();
          }
          expect(problems).toEqual([]);
          if (states.has('failed')) {
            answering(api, view, failed);
            await load();
            await settled(page, network);
            await page.getByRole('alert').first().waitFor();
            await pictured('failed');
            api.forget();
          }
          expect(faults).toEqual([]);
        });

    for (const { name, path, press, opens, width } of OPENED)
      for (const variant of variants.filter((each) => width === undefined || each.width === width))
        test(`${name}, opened: ${variantName(variant)}`, async () => {
          fixNow(NOW_S);
          const { page, network, problems } = await open(path, {
            role: ROLE.root,
            fixedS: NOW_S,
            zone: 'UTC',
            ...variant,
          });
          await settled(page, network);
          if (press !== undefined) await page.locator(press).locator('visible=true').first().click();
          await page.locator(opens).first().waitFor();
          await settled(page, network);
          expect([...(await widthFaults(page)), ...(await accessibilityProblems(page))]).toEqual([]);
          expect(problems).toEqual([]);
        });
  });
}
