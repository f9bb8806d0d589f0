import { realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';

await ensureBuilt({ console: false });
// A soak starts its processes from this file: from this build to its end, also when another one takes the place of `dist` meanwhile.
const program = realpathSync(fileURLToPath(new URL('../dist/soak.js', import.meta.url)));
process.argv[1] = program;
await import(pathToFileURL(program).href);
