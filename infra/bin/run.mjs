// Runs one of the commands in infra/src/cli: node infra/bin/run.mjs NAME [ARGUMENT ...]
import { ensureBuilt } from './build.mjs';

const [name] = process.argv.splice(2, 1);
await ensureBuilt({ console: false });
await import(`../dist/${name}.js`);
