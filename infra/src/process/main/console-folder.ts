import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where the built console lies; the package names it, so that it is found from the sources and from a built program alike. */
export const consoleFolder = join(dirname(createRequire(import.meta.url).resolve('@ledgate/web/package.json')), 'dist');
