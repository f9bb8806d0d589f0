import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';

await ensureBuilt({ console: false });
// The benchmark starts its processes from this file.
process.argv[1] = fileURLToPath(new URL('../dist/bench.js', import.meta.url));
await import('../dist/bench.js');
