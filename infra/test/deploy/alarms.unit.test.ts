import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './deployment-files.ts';

const PACKAGES = ['domain', 'projections', 'api', 'relay', 'infra'];
const NOT_SOURCE = /\.test\.ts$|(^|\/)testing\//;

/** Lines with `alarm` and the text of their message; where the text is a parameter, the texts that it is called with. */
const WITH_TEXT = /\.error\(\s*\{[^}]*\balarm\b[^}]*\},\s*'([^'\n]+)',?\s*\)/g;
const BY_PARAMETER = /\bstand\(error, '([^'\n]+)'\)/g;

const sources = PACKAGES.flatMap((name) =>
  readdirSync(join(ROOT, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !NOT_SOURCE.test(path))
    .map((path) => join(ROOT, name, 'src', path)),
);
const texts = sources.flatMap((path) => {
  const source = readFileSync(path, 'utf8');
  return [...source.matchAll(WITH_TEXT), ...source.matchAll(BY_PARAMETER)].map(([, text = '']) => text);
});

describe('alarms', () => {
  const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const section = operations.slice(
    operations.indexOf('## Health and alarms'),
    operations.indexOf('## When it does not start'),
  );
  const entries = section
    .split(/\n(?=- )|\n\n/)
    .map((entry) => entry.replace(/\s+/g, ' '))
    .flatMap((entry) => /^- \*\*([^*`]+)\*\*: \S.* \*Remedy\*: \S/.exec(entry)?.[1] ?? []);

  it('are found in the sources', () => {
    expect(texts.length).toBeGreaterThan(10);
    const written = sources.filter((path) => readFileSync(path, 'utf8').includes('alarm: true'));
    const found = sources.filter(
      (path) =>
        [...readFileSync(path, 'utf8').matchAll(WITH_TEXT)].length > 0 ||
        readFileSync(path, 'utf8').includes('error({ alarm: true, err: error, event: alarm.event }, message)'),
    );
    // The port of logs tells of the mark in its comment.
    expect(written.filter((path) => !found.includes(path) && !path.endsWith('ports/log.ts'))).toEqual([]);
  });

  it.each([...new Set(texts)])('say in docs/operations.md what they mean and what to do: %s', (text) => {
    expect(entries.filter((entry) => text.startsWith(entry))).toHaveLength(1);
  });
});
