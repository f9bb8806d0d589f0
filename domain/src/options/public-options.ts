import { type OptionKey, type OptionRow, optionRows, type OPTIONS } from './registry.ts';
import type { OptionValue, OptionValues } from './values.ts';

type PublicName<Row> = Row extends { readonly public: `/${string}` }
  ? never
  : Row extends { readonly public: infer Name extends string }
    ? Name
    : never;

/** What GET /api/status tells of the options, by the names of their rows. */
export type PublicOptions = {
  readonly [Key in OptionKey as PublicName<(typeof OPTIONS)[Key]>]: OptionValue<(typeof OPTIONS)[Key]>;
};

/** The options that everybody is told, and the names under which; those with a path of their own are not among them. */
export const publicRows = (): readonly (readonly [keyof PublicOptions, OptionKey, OptionRow])[] =>
  optionRows().flatMap(([key, row]) =>
    row.public === undefined || row.public.startsWith('/') ? [] : [[row.public as keyof PublicOptions, key, row]],
  );

/** What they are worth. */
export function publicOptions(values: OptionValues): PublicOptions {
  const all: Readonly<Partial<Record<OptionKey, unknown>>> = values;
  return Object.fromEntries(publicRows().map(([name, key]) => [name, all[key]])) as PublicOptions;
}
