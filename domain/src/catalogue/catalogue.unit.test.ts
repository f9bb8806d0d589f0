import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = new URL('../../..', import.meta.url).pathname;
const HERE = join('domain', 'src', 'catalogue');
const FOLDERS = [
  ...['domain', 'projections', 'api', 'relay', 'web', 'infra'].map((name) => join(name, 'src')),
  ...['bin', 'tools', 'test'].map((folder) => join('infra', folder)),
];

const textsIn = (folder: string, isSource: (path: string) => boolean): readonly (readonly [string, string])[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter(isSource)
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);

const isProduct = (path: string): boolean =>
  /\.(tsx?|mjs)$/.test(path) && !/\.test\.tsx?$|\/testing\/|\/(fixtures|node_modules)\//.test(path);

const NAMES = [
  'ROLE',
  'ROLE_\\w+',
  '\\w+_ROLE',
  'BANNED',
  '(?:\\w+_)?(?:EN|DIS|AUTO_DIS)ABLED',
  '(?:\\w+_)?(?:EXPIRED|EXHAUSTED|UNUSED|USED)',
  '(?:\\w+_)?(?:TOP_UP|CONSUMPTION|ADMINISTRATION)',
  '(?:USER|TOKEN|CHANNEL|CODE)_STATUS',
  'LOG_TYPES?',
];
const DECIDED: readonly RegExp[] = [
  /\brole\s*(?:[!=]==|[<>]=?)\s*(?:1|10|100)\b/gi,
  /[?&](?:role|status|type)=[1-9]/g,
  /\b(?:status|type)\s*[!=]==\s*[1-4]\b/gi,
  new RegExp(`\\bconst (?:${NAMES.join('|')})\\b[^=;]*= (?:\\d+;|\\{\\s*\\w+: *[1-9])`, 'g'),
];

/** Roles, states and types of log rows that a text decides by, or names, as numbers of its own. */
const numbersIn = (text: string): readonly string[] => DECIDED.flatMap((pattern) => text.match(pattern) ?? []);

describe('the catalogue', () => {
  const files = textsIn(HERE, isProduct);

  it('imports nothing, so that the console takes values from it without a library in its pages', () => {
    expect(files.length).toBeGreaterThan(3);
    for (const [path, text] of files) expect([path, ...(text.match(/^import .*/gm) ?? [])]).toEqual([path]);
  });

  it.each([
    'if (user.role >= 10) return;',
    'const on = token.status === 1;',
    'if (log.type !== 2) return;',
    "await console.get('/api/log/?p=1&type=2');",
    'export const ROLE_ADMIN = 10;',
    'const ADMIN_ROLE = 10;',
    'const BANNED = 2;',
    'export const LOG_TYPE = { topUp: 1 } as const;',
  ])('is where the number of %s belongs', (line) => {
    expect(numbersIn(line)).toHaveLength(1);
  });

  it('is where roles, states and types of log rows have their numbers, and nowhere else', () => {
    const sources = FOLDERS.flatMap((folder) => textsIn(folder, (path) => isProduct(path) && !path.startsWith(HERE)));
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.flatMap(([path, text]) => numbersIn(text).map((found) => `${path}: ${found}`))).toEqual([]);
  });
});
