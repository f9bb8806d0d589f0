// `node infra/bin/lint-lines.mjs`: no line of any text here is longer than 160 characters, whatever wrote it; names those that are, and ends with 1.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const CHARACTERS_MAX = 160;
/** Where `npm start` keeps what it must, by default. */
const DATA = join(ROOT, 'data');
/** Made by commands, and not kept; `package-lock.json` is npm's. */
const SKIPPED = new Set([
  '.git',
  'node_modules',
  'dist',
  'dist-tools',
  'dist-test',
  'builds',
  '.cache',
  'package-lock.json',
]);

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (SKIPPED.has(entry.name) || entry.name.endsWith('.log') || path === DATA) continue;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

function longLinesOf(path) {
  const bytes = readFileSync(path);
  if (bytes.includes(0)) return [];
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line, at) => {
      const characters = line.length <= CHARACTERS_MAX ? line.length : [...line].length;
      return characters > CHARACTERS_MAX ? [`${relative(ROOT, path)}:${at + 1}: ${characters} characters`] : [];
    });
}

const long = [...filesIn(ROOT)].flatMap(longLinesOf);
for (const place of long) console.log(place);
console.log(long.length === 0 ? `No line is over ${CHARACTERS_MAX} characters.` : `${long.length} lines are too long.`);
process.exitCode = long.length === 0 ? 0 : 1;
