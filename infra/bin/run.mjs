// Runs one of the commands in infra/src/cli: node infra/bin/run.mjs NAME [ARGUMENT ...]
import { ensureBuilt, PRODUCT, TOOLS } from './build.mjs';

const [name] = process.argv.splice(2, 1);
// On the data of a local cluster a command starts the double of EventStoreDB, which is a tool.
await ensureBuilt(PRODUCT, TOOLS);
await import(`../dist/${name}.js`);
