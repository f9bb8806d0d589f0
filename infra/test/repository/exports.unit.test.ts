import { describe, expect, it } from '@jest/globals';
import { filesBelow, packages, textOf } from './house.ts';

/** Programs are started by name, and what a library reads by a fixed name is no import either. */
const IS_ASKED_BY_NAME = /\/(cli|threads|bin|deploy)\/|\.config\.ts$|\.test\.tsx?$/;
const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;

const files = packages.flatMap(filesBelow).map((path) => {
  const text = textOf(path);
  return { path, text, words: new Set(text.match(/\w+/g)) };
});

/** In how many files each word stands. */
const standsIn = new Map<string, number>();
for (const { words } of files) for (const word of words) standsIn.set(word, (standsIn.get(word) ?? 0) + 1);

describe('what a file exports', () => {
  it('is asked for by another file', () => {
    const exported = files
      .filter(({ path }) => !path.startsWith('web/') && !IS_ASKED_BY_NAME.test(path))
      .flatMap(({ path, text }) => [...text.matchAll(EXPORTED)].map(([, name = '']) => ({ path, name })));
    expect(exported.length).toBeGreaterThan(2_000);
    const alone = exported.filter(({ name }) => standsIn.get(name) === 1).map(({ path, name }) => `${path}: ${name}`);
    expect(alone).toEqual([]);
  });
});
