import { describe, expect, it } from '@jest/globals';
import { parametersOf } from './parameters.ts';

const USAGE = 'npm run backup -- FOLDER';

describe('parameters of a command', () => {
  it('are as many words as it takes', () => {
    expect(parametersOf(0, USAGE, [])).toEqual([]);
    expect(parametersOf(1, USAGE, ['a folder'])).toEqual(['a folder']);
    expect(parametersOf(1, USAGE, ['--', '-folder'])).toEqual(['-folder']);
  });

  it.each([
    [0, ['x']],
    [1, []],
    [1, ['one', 'two']],
  ])('are refused with the usage where it takes %d and was given %j', (count, given) => {
    expect(() => parametersOf(count, USAGE, given)).toThrow(USAGE);
  });

  it.each(['--help', '-h', '--to=x'])('are refused as an option: %s', (option) => {
    expect(() => parametersOf(1, USAGE, [option])).toThrow(new RegExp(`Unknown option[\\s\\S]*${USAGE}`));
  });
});
