// Runs one of the tools in infra/tools/cli: node infra/bin/tool.mjs NAME [ARGUMENT ...]
import { realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CONSOLE, ensureBuilt, TOOLS } from './build.mjs';

/** Those that show pages. */
const WITH_CONSOLE = new Set(['demo', 'bench']);

const [name] = process.argv.splice(2, 1);
await ensureBuilt(TOOLS, ...(WITH_CONSOLE.has(name) ? [CONSOLE] : []));
// A tool starts its processes from this file: from this build to its end, also when another one takes the place of `dist-tools` meanwhile.
const program = realpathSync(fileURLToPath(new URL(`../dist-tools/${name}.js`, import.meta.url)));
process.argv[1] = program;
await import(pathToFileURL(program).href);
