import { ensureBuilt } from './build.mjs';

await ensureBuilt();
await import('../dist/demo.js');
