import { describe, expect, it } from '@jest/globals';
import { csvText } from './csv.ts';

describe('a CSV file', () => {
  it('quotes what needs it, and nothing else', () => {
    const row = ['plain', 'a,b', 'say "x"', 'two\nlines', ''];
    expect(csvText([row])).toBe('plain,"a,b","say ""x""","two\nlines",\n');
  });

  it('writes numbers and switches as they are, and null as nothing', () => {
    expect(csvText([[-5, 1.25, true, null], [0]])).toBe('-5,1.25,true,\n0\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('disarms %j', (text) => {
    expect(csvText([[text]]).replace(/^"/u, '')).toMatch(/^'/u);
  });

  it.each(['=1+1', '+1', '@SUM(A1)'])('leaves %j as it is where raw text is asked for', (text) => {
    expect(csvText([[text]], true)).toBe(`${text}\n`);
  });
});
