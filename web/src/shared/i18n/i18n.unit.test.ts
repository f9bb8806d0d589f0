import { describe, expect, it } from '@jest/globals';
import { en } from './en.ts';
import { forAdministrators } from './text.tsx';
import { zh } from './zh.ts';

type Leaf = readonly [path: string, value: unknown];

const leaves = (value: unknown, path = ''): readonly Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
    : [[path, value]];

/** Texts that are alike in both languages: names, units, patterns. */
const ALIKE = /^(table\.rows|nav\.)/u;

describe('catalogues', () => {
  const [english, chinese] = [leaves(en), new Map(leaves(zh))];

  it('have the same keys', () =>
    expect([...chinese.keys()].toSorted()).toEqual(english.map(([path]) => path).toSorted()));

  it('have texts where the other has texts, and functions where it has functions', () => {
    for (const [path, value] of english) expect([path, typeof chinese.get(path)]).toEqual([path, typeof value]);
  });

  it('leave no text empty but where English does', () => {
    for (const [path, value] of english)
      if (typeof value === 'string' && value !== '') expect([path, chinese.get(path)]).not.toEqual([path, '']);
  });

  it('are translated', () => {
    const same = english.filter(
      ([path, value]) => typeof value === 'string' && value !== '' && value === chinese.get(path) && !ALIKE.test(path),
    );
    expect(same).toEqual([]);
  });

  it('send no administrator to the administrator', () => {
    const sent = [en, zh].flatMap((texts) =>
      leaves(forAdministrators(texts)).filter(([, text]) => /contact the administrator|联系管理员/u.test(String(text))),
    );
    expect(sent).toEqual([]);
  });
});
