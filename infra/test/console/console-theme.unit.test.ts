import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipes, slotRecipes } from '@chakra-ui/react/theme';
import { describe, expect, it } from '@jest/globals';
import { chakraTheme } from '@ledgate/web/shared/theme/chakra-theme';

const SOURCES = join(import.meta.dirname, '..', '..', '..', 'web', 'src');
const IMPORTED = /import \{([^}]*)\} from '@chakra-ui\/react'/gu;

/** Components that other components bring along: their names stand in no import. */
const BROUGHT_ALONG = ['spinner'];
const RECIPE_OF: Readonly<Record<string, string>> = {
  iconButton: 'button',
  closeButton: 'button',
  toaster: 'toast',
  createToaster: 'toast',
};

function componentsInUse(): readonly string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const names = files.flatMap((name) =>
    [...readFileSync(join(SOURCES, name), 'utf8').matchAll(IMPORTED)].flatMap(([, list = '']) => list.split(',')),
  );
  return [...new Set(names.map((name) => name.trim().replace(/^type /u, '')).filter((name) => name !== ''))].map(
    (name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  );
}

/** It reads sources, which web itself may not. */
describe("the console's theme", () => {
  it('has a recipe for every component in use, and no other', () => {
    const known = new Set([...Object.keys(recipes), ...Object.keys(slotRecipes)]);
    const needed = [...componentsInUse().map((name) => RECIPE_OF[name] ?? name), ...BROUGHT_ALONG].filter((name) =>
      known.has(name),
    );
    const here = [
      ...Object.keys(chakraTheme.theme?.recipes ?? {}),
      ...Object.keys(chakraTheme.theme?.slotRecipes ?? {}),
    ];
    expect(here.toSorted()).toEqual([...new Set(needed)].toSorted());
  });
});
