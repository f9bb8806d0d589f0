import { fileURLToPath } from 'node:url';
import { CONSOLE, ensureBuilt, PRODUCT, TOOLS } from './build.mjs';

// The demonstration on it is a tool.
const at = process.argv.indexOf('--demo');
if (at >= 0) process.argv.splice(at, 1);
const program = at < 0 ? '../dist/cluster.js' : '../dist-tools/cluster-demo.js';

await ensureBuilt(...(at < 0 ? [PRODUCT] : []), TOOLS, CONSOLE);
// The processes of the cluster are started from the folder of this file.
process.argv[1] = fileURLToPath(new URL(program, import.meta.url));
await import(program);
