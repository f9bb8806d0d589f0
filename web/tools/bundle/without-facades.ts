import type { Plugin } from 'vite';
import { type Facade, facadeOf, listedOnce, pastFacades } from './facades.ts';

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/**
 * Takes files out of the build that only hand on what another one holds, so that a part that comes on demand costs no request where its code is there.
 * `standing`: hears in which file the modules stand that have lost theirs.
 */
export const withoutFacades = (standing: Map<string, string>): Plugin => ({
  name: 'without-facades',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const facades = new Map<string, Facade>();
      standing.clear();
      for (const [key, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk' || file.isEntry || !file.isDynamicEntry) continue;
        const facade = facadeOf(file.code);
        if (facade === undefined) continue;
        facades.set(nameOf(file.fileName), facade);
        if (file.facadeModuleId !== null) standing.set(file.facadeModuleId, facade.target);
        delete bundle[key];
      }
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = listedOnce(pastFacades(file.code, facades));
    },
  },
});
