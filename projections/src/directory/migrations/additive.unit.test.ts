import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const FOLDER = dirname(fileURLToPath(import.meta.url));

/** What takes something from processes of the release before, or refuses what they write. */
const TAKES_AWAY: readonly (readonly [string, RegExp])[] = [
  ['drops a table or a column', /\bdrop\s+(?:table|column|schema|view)\b/i],
  ['renames', /\brename\b/i],
  [
    'gives a column another type or makes it required',
    /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?(?:type|set\s+not\s+null)\b/i,
  ],
  [
    'adds a required column without a default',
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+(?:(?!default|;|,\s*add)[\s\S])*?\bnot\s+null\b(?!(?:(?!;|,\s*add)[\s\S])*\bdefault\b)/i,
  ],
  ['empties a table', /\b(?:truncate|delete\s+from)\b/i],
];

const takenBy = (sql: string): readonly string[] =>
  TAKES_AWAY.flatMap(([what, pattern]) => (pattern.test(sql) ? [what] : []));

describe('a migration of the directory', () => {
  it.each(readdirSync(FOLDER).filter((name) => /^\d{4}-.*\.ts$/.test(name)))(
    '%s leaves what processes of the release before need',
    (name) => {
      expect(takenBy(readFileSync(join(FOLDER, name), 'utf8'))).toEqual([]);
    },
  );

  it.each([
    ['alter table directory.users drop column email', 1],
    ['drop table directory.codes', 1],
    ['alter table directory.users rename column email to mail', 1],
    ['alter table directory.users alter column email set not null', 1],
    ['alter table directory.users alter column id type text', 1],
    ['alter table directory.users add column phone text not null', 1],
    [
      'alter table directory.users add column phone text not null; alter table directory.users add column size bigint not null default 0',
      1,
    ],
    ['truncate directory.sessions', 1],
    ["alter table directory.users add column phone text not null default ''", 0],
    ["alter table directory.users add column phone text default '' not null", 0],
    ['alter table directory.users add column phone text; create table directory.phones (user_id bigint not null)', 0],
  ])('is told apart: %s', (sql, takes) => {
    expect(takenBy(sql)).toHaveLength(takes);
  });
});
