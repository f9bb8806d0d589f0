import { ensureBuilt, PRODUCT, CONSOLE } from './build.mjs';

await ensureBuilt(PRODUCT, CONSOLE);
await import('../dist/start.js');
