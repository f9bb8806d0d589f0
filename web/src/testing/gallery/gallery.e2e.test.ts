import { expect } from '@jest/globals';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { browserSuite } from '../browser-suite.ts';
import { FakeApi } from '../fake-api.ts';
import { fixNow } from '../fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../page-checks.ts';
import { areAllVariants, VARIANTS_OF_STATES, variantName } from '../variants.ts';
import { pictureFault } from '../../../tools/pictures/pictures.ts';
import { answering, emptied, failed, NOW_S, settled } from './states.ts';
import { VIEWS } from './views.ts';

/** What the shell asks on every page. */
const SHELL_CALLS = new Set(['GET /api/status', 'GET /api/notice', 'GET /api/user/self', 'GET /api/health/books']);

/** As the row of a view names it. */
const nameOf = (call: string): string =>
  (call.split('?')[0] ?? call).replace(/\/\d+(?=\/|$)/u, '/{id}').replace(/\/req-[^/]*/u, '/{charge}');

/** Of each change the lists, which have all states; every page where all variants are asked for: that takes too long for each change. */
const LOOKED_AT = areAllVariants ? VIEWS : VIEWS.filter(({ filtered }) => filtered !== undefined);

await browserSuite('states of every page', ({ open, test }) => {
  for (const view of LOOKED_AT)
    for (const variant of VARIANTS_OF_STATES)
      test(`${view.name}: ${variantName(variant)}`, async () => {
        fixNow(NOW_S);
        const api = new FakeApi();
        const faults: string[] = [];
        const pictured = async (state: string): Promise<void> => {
          const name = `${view.name}-${state}-${variantName(variant).replaceAll(' ', '-')}`;
          const fault = await pictureFault(page, name);
          if (fault !== undefined) faults.push(fault);
          if ((await sidewaysScroll(page)) > 0) faults.push(`${name}: wider than its window`);
          for (const problem of await accessibilityProblems(page)) faults.push(`${name}: ${problem}`);
        };
        const role = view.isPublic ? undefined : ROLE.root;
        const { page, problems } = await open(view.path, { api, role, fixedS: NOW_S, zone: 'UTC', ...variant });
        await settled(page);
        await pictured('full');
        const asked = new Set(api.calls.map(nameOf));
        const named = new Set([...Object.keys(view.calls), ...(view.adds ?? [])]);
        expect([...asked].filter((call) => !named.has(call) && !SHELL_CALLS.has(call))).toEqual([]);
        expect([...named].filter((call) => !asked.has(call))).toEqual([]);
        expect(problems).toEqual([]);
        if (Object.keys(view.calls).length === 0) {
          expect(faults).toEqual([]);
          return;
        }

        if (Object.values(view.calls).some((empty) => empty !== undefined)) {
          answering(api, view, (_call, empty) => empty && emptied(empty));
          await page.reload();
          await settled(page);
          await pictured('empty');
          api.forget();
        }
        if (view.filtered !== undefined) {
          await page.goto(new URL(view.filtered, page.url()).href);
          await settled(page);
          await pictured('filtered');
          await page.goto(new URL(view.path, page.url()).href);
        }
        expect(problems).toEqual([]);
        answering(api, view, failed);
        await page.reload();
        await settled(page);
        await page.getByRole('alert').first().waitFor();
        await pictured('failed');
        api.forget();
        answering(api, view, () => new Promise<never>(() => undefined));
        await page.reload({ waitUntil: 'domcontentloaded' });
        await page.locator('main .chakra-skeleton').first().waitFor();
        await page.evaluate(() => document.fonts.ready);
        await pictured('skeleton');
        expect(faults).toEqual([]);
      });
});
