import { describe, expect, it } from '@jest/globals';
import { isNumberRow, optionFault } from './check.ts';
import { isUnlistedOption, optionRow, OPTIONS, optionRows, switchesOn } from './registry.ts';
import { isStoredOption, OPTION_DEFAULTS, optionValues } from './values.ts';

describe.each(optionRows())('the option %s', (key, row) => {
  it('could be saved as it is before anybody saves it, and reads so', () => {
    if (!isStoredOption(key)) return expect(['prices', 'price']).toContain(row.kind);
    expect(optionFault(key, OPTION_DEFAULTS[key])).toBeUndefined();
    const lists: Readonly<Partial<Record<typeof row.kind, unknown>>> = {
      tags: [],
      words: [OPTIONS.SensitiveWords.default],
    };
    const value = lists[row.kind] ?? row.default;
    expect(optionValues(new Map())[key]).toEqual(value);
    if (isNumberRow(row)) expect(row.low).toBeLessThan(row.high);
  });

  it('is listed unless it is secret, or public under a name that looks so', () => {
    expect(isUnlistedOption(key)).toBe(row.kind === 'secret' || key === 'TurnstileSiteKey');
  });

  it('needs what there is to be set', () => {
    if (row.kind !== 'switch') return;
    for (const needed of row.needs ?? []) {
      expect(['text', 'address', 'domains', 'secret']).toContain(optionRow(needed)?.kind);
      expect(switchesOn(needed)).toContain(key);
    }
  });

  it('is told under a name of its own', () => {
    const told = row.public;
    if (told !== undefined) expect(optionRows().filter((other) => other[1].public === told)).toEqual([[key, row]]);
  });
});
