import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';

await ensureBuilt();
// The processes of the cluster are started from the folder of this file.
process.argv[1] = fileURLToPath(new URL('../dist/cluster.js', import.meta.url));
await import('../dist/cluster.js');
