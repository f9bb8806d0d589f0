import { describe, expect, it } from '@jest/globals';
import { filesBelow, packages, textOf } from './house.ts';

/** Of the product: tests, tools and what stands in for a server say what they look at where they look. */
const IS_SOURCE = /^(?!.*(\.test\.tsx?$|\/testing\/|^infra\/(test|tools|deploy)\/)).*\.(tsx?|mjs)$/;
/** Where queries lie (docs/decisions/0016-where-sql-lies.md). A migration is a file of its own, which is never changed. */
const IS_SQL = /(^|[/.])sql\.ts$|\/migrations\//;

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const TEXTS = /`[^`]*`|'[^'\n]*'|"[^"\n]*"/g;
/** How a query begins; transactions begin and end where their work does. */
const QUERY = new RegExp(
  `^.\\s*(?:${[
    'select\\s+(?!\\()\\S',
    'select\\s+\\(select',
    'insert\\s+into\\s',
    'update\\s+\\S+\\s+(?:as\\s+)?(?:\\w+\\s+)?set\\s',
    'delete\\s+from\\s',
    'with\\s+\\w+.*\\sas\\s*(?:materialized\\s*)?\\(',
    '(?:create|alter|drop)\\s+(?:unique\\s+)?(?:table|schema|index|view|sequence|or\\s+replace)\\b',
    'set\\s+(?:local\\s+|session\\s+)?\\w+\\s*(?:=|to\\s)',
    '(?:listen|notify)\\s+["$]',
    'lock\\s+table\\s',
    'truncate\\s+\\S',
    'copy\\s+\\S+\\s*\\(',
  ].join('|')})`,
  'i',
);

/** The queries in a source. */
const queriesIn = (source: string): readonly string[] =>
  (source.replaceAll(COMMENTS, '').match(TEXTS) ?? []).filter((text) => QUERY.test(text));

describe('SQL', () => {
  it.each([
    "await client.query('select 1');",
    'await client.query(`\n  insert into directory.outbox (id) values ($1)`);',
    'await client.query("delete from directory.sessions");',
    'query.raw(`update ${schema}.checkpoints c set position = 1`)',
    'query.raw(`with gone as (delete from x returning id) select id from gone`)',
    "await client.query('create table if not exists x (y integer)');",
    'await client.query(`set local lock_timeout to ${ms}`);',
    'await client.query(`listen "${channel}"`);',
    "await client.query('truncate directory.users');",
  ])('is found in %s', (line) => {
    expect(queriesIn(line)).toHaveLength(1);
  });

  it.each([
    "await client.query('begin');",
    "query('directory.users').where({ id }).update({ version: query.raw('version + 1') })",
    "/** `select 1` is asked. */ const text = 'Select: a channel';",
    "const text = 'update the page';",
  ])('is not what stands in %s', (line) => {
    expect(queriesIn(line)).toEqual([]);
  });

  it('lies in sql.ts, whole queries at least', () => {
    const files = packages.flatMap(filesBelow).filter((path) => IS_SOURCE.test(path) && !path.startsWith('web/'));
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((path) => IS_SQL.test(path)).length).toBeGreaterThan(20);
    const found = files
      .filter((path) => !IS_SQL.test(path))
      .flatMap((path) => queriesIn(textOf(path)).map((text) => `${path}: ${text.slice(0, 80)}`));
    expect(found).toEqual([]);
  });
});
