import { describe, expect, it } from '@jest/globals';
import { bracketed } from './bracketed.ts';
import { withBrackets } from './build-bracketed.ts';

describe('bracketed', () => {
  it('makes each text of a catalogue 40 % longer, in brackets, and leaves what is empty', () =>
    expect(bracketed({ a: { b: 'Tokens' }, c: ['One', ''], d: 'Enter an amount as a number.' })).toEqual({
      a: { b: '[Tokens~~~]' },
      c: ['[One~~]', ''],
      d: '[Enter an amount as a number.~~~~~ ~~~~~ ]',
    }));

  it('does so with what functions of it answer, whose facts are not made longer', () => {
    const { failed, roles } = bracketed({
      failed: (what: string) => `${what} failed`,
      roles: (role: number) => ({ 1: 'User' })[role],
    });
    expect(failed('a-very-long-name-of-a-model')).toBe('[a-very-long-name-of-a-model failed~~~]');
    expect([roles(1), roles(2)]).toEqual(['[User~~]', undefined]);
  });
});

describe('withBrackets', () => {
  it('wraps the English catalogue of a module, of everybody or of a feature', () => {
    const wrapped = withBrackets("const en = {\n  title: 'About',\n} as const;\n\nconst zh = {\n};\n");
    expect(wrapped).toContain("const en = bracketed({\n  title: 'About',\n} as const);");
    expect(withBrackets("export const en = {\n  a: { b: 'About' },\n};\n")).toContain(
      "export const en = bracketed({\n  a: { b: 'About' },\n});",
    );
    expect(
      withBrackets("export const title: Readonly<Record<Language, string>> = { en: 'Prices', zh: '价格' };"),
    ).toContain("= bracketed({ en: 'Prices', zh: '价格' });");
  });

  it('leaves modules without one, and those that name the languages', () => {
    for (const code of [
      'export const zh = {\n};\n',
      "const names: Record<Language, string> = { en: 'English', zh: '中文' };",
    ])
      expect(withBrackets(code)).toBeUndefined();
  });
});
