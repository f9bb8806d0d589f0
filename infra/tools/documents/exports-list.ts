import { EXPORT_LAYOUTS } from '@ledgate/domain/catalogue/export-layouts';
import type { Column, ColumnType } from '@ledgate/projections/exports/layout';
import { LAYOUTS } from '@ledgate/projections/exports/layouts';
import { withList, type WrittenEntry } from './list.ts';

const TYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'whole number',
  boolean: 'boolean',
  time: 'time',
  money: 'money',
  text: 'text',
};

/** Docs/exports.md with the columns of each layout as the tables of columns have them now. Throws where the document has no place for them. */
export const withExportColumns = (document: string): string =>
  EXPORT_LAYOUTS.reduce((text, layout) => {
    const { columns } = LAYOUTS[layout];
    return columns.length === 0
      ? text
      : withList(text, { name: `columns of ${layout}`, entries: columns.map(entryOf) });
  }, document);

const entryOf = ({ name, type, isName, meaning, null: isNull, example }: Column): WrittenEntry => ({
  term: `\`${name}\``,
  aside: `${TYPES[type]}${isName ? ', n' : ''}`,
  meaning: `${meaning}${isNull === undefined ? '' : ` Null ${isNull}.`} Example: \`${example}\`.`,
});
