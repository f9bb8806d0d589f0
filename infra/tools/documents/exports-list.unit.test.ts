import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EXPORT_LAYOUTS } from '@ledgate/domain/catalogue/export-layouts';
import { LAYOUTS } from '@ledgate/projections/exports/layouts';
import { withExportColumns } from './exports-list.ts';

const document = readFileSync(join(import.meta.dirname, '../../../docs/exports.md'), 'utf8');

describe('the columns of docs/exports.md', () => {
  it('are what the layouts have; otherwise run `npm run variables`', () => {
    expect(document).toBe(withExportColumns(document));
  });

  it.each(EXPORT_LAYOUTS)('of %s have names of their own, a meaning and an example', (layout) => {
    const { columns } = LAYOUTS[layout];
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
    for (const { name, meaning, example } of columns)
      expect([name, /\S\.$/u.test(meaning), example.length > 0]).toEqual([name, true, true]);
  });
});
