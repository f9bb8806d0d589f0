import { EXPORT_LAYOUTS, type ExportLayout } from '@ledgate/domain/catalogue/export-layouts';
import type { Column } from '@ledgate/projections/exports/layout';
import { LAYOUTS } from '@ledgate/projections/exports/layouts';

type Json = Readonly<Record<string, unknown>>;

/** How JSON lines have the values of a column. */
const TYPES: Readonly<Record<Column['type'], Json>> = {
  integer: { type: ['integer', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  time: { type: ['string', 'null'], format: 'date-time' },
  money: { type: ['string', 'null'], pattern: String.raw`^-?\d+\.\d{6}$` },
  text: { type: ['string', 'null'] },
};

/** `ExportTrialBalance`. */
const nameOf = (layout: ExportLayout): string =>
  `Export_${layout}`.replaceAll(/_([a-z])/gu, (_found, letter: string) => letter.toUpperCase());

const propertyOf = ({ name, type, isName, meaning, null: none, example }: Column): readonly [string, Json] => [
  name,
  {
    ...TYPES[type],
    description: meaning,
    ...(isName ? { 'x-name': 'Left out without names.' } : {}),
    ...(none === undefined ? {} : { 'x-null': `Null ${none}.` }),
    examples: [type === 'integer' ? Number(example) : type === 'boolean' ? example === 'true' : example],
  },
];

/** A row of each layout that has columns, from the one table of columns. */
export const exportSchemas: Json = Object.fromEntries(
  EXPORT_LAYOUTS.filter((layout) => LAYOUTS[layout].columns.length > 0).map((layout) => [
    nameOf(layout),
    {
      type: 'object',
      description: `A row of layout ${layout} of POST /api/finance/exports, as JSON lines have it; CSV and Parquet have the same columns in this order.`,
      required: LAYOUTS[layout].columns.filter(({ isName }) => !isName).map(({ name }) => name),
      properties: Object.fromEntries(LAYOUTS[layout].columns.map(propertyOf)),
    },
  ]),
);
