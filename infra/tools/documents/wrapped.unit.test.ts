import { describe, expect, it } from '@jest/globals';
import { wrapped } from './wrapped.ts';

describe('a paragraph that is written into a document', () => {
  it('has lines of at most 120 characters, the further ones indented', () => {
    const text = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
    const lines = wrapped(text, '  ').split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(lines.slice(1).every((line) => /^ {2}\S/.test(line))).toBe(true);
    expect(lines.map((line) => line.trim()).join(' ')).toBe(text);
  });

  it('keeps code on one line, and begins none with the mark of a list', () => {
    expect(wrapped(`${'x'.repeat(115)} \`npm run verify\``)).toBe(`${'x'.repeat(115)}\n\`npm run verify\``);
    expect(wrapped(`${'x'.repeat(119)} - y`)).toBe(`${'x'.repeat(119)} -\ny`);
  });

  it('leaves a word alone that is longer than a line', () => {
    expect(wrapped(`a ${'x'.repeat(200)} b`)).toBe(`a\n${'x'.repeat(200)}\nb`);
  });
});
