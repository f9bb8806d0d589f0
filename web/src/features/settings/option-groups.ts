import { optionText } from '@ledgate/api/contract/option';
import { optionFault, savedOptionText } from '@ledgate/domain/options/check';
import {
  OPTION_SECTIONS,
  type OptionRow,
  optionRows,
  OPTIONS,
  type OptionSection,
  type OptionTab,
  type ShownOptionKey,
} from '@ledgate/domain/options/registry';
import { z } from 'zod';
import type { Options } from './api/settings-api.ts';

export type OptionField = { readonly key: ShownOptionKey; readonly row: OptionRow };
export type OptionGroup = {
  readonly id: OptionSection;
  readonly tab: OptionTab;
  readonly fields: readonly OptionField[];
};

const sections = Object.entries(OPTION_SECTIONS) as readonly [OptionSection, OptionTab][];

/** The operator's options as the settings show them: the rows of the registry that have a section, in their order (docs/console.md#settings). */
export const optionGroups: readonly OptionGroup[] = sections.map(([id, tab]) => ({
  id,
  tab,
  fields: optionRows().flatMap(([key, row]) => (row.section === id ? [{ key: key as ShownOptionKey, row }] : [])),
}));

const jsonKinds: ReadonlySet<OptionRow['kind']> = new Set(['texts', 'ratios', 'limits', 'links', 'prices']);
export const isJsonField = ({ row }: OptionField): boolean => jsonKinds.has(row.kind);

/** What is typed, by option. */
export type OptionTexts = Readonly<Partial<Record<ShownOptionKey, string>>>;

/** As the options are shown that are kept. */
export const optionTexts = (fields: readonly OptionField[], kept: Options): OptionTexts =>
  Object.fromEntries(fields.map((field) => [field.key, shownValue(field, kept[field.key] ?? '')]));

/**
 * Of what is typed only what was changed is checked, by the contract, and sent: what is kept may be of a release with other rules. `needs`: what is said of an
 * option that is set before another one that it needs; `faults`: of a rule that the field's own message does not tell.
 */
export function optionForm(
  fields: readonly OptionField[],
  kept: OptionTexts,
  typed: OptionTexts,
  {
    needs = {},
    faults = {},
  }: { readonly needs?: OptionTexts; readonly faults?: Readonly<Record<string, string>> } = {},
): z.ZodType<OptionTexts, OptionTexts> {
  const savedOf = (field: OptionField, texts: OptionTexts): string =>
    savedOptionText(field.row, texts[field.key] ?? '');
  const changed = fields.filter((field) => savedOf(field, typed) !== savedOf(field, kept));
  const checked = ({ key }: OptionField) => {
    const [text, error] = [toldText(key, faults), needs[key]];
    return error === undefined ? text : text.refine((saved) => saved === '', { error });
  };
  return z.object(Object.fromEntries(changed.map((field) => [field.key, checked(field)])));
}

/** Checked by the contract, whose faults have these messages where they are told. */
const toldText = (key: ShownOptionKey, faults: Readonly<Record<string, string>>) =>
  z
    .string()
    .superRefine((typed, context) => {
      const fault = optionFault(key, savedOptionText(OPTIONS[key], typed));
      const message = fault === undefined ? undefined : faults[fault.rule];
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .pipe(optionText(key));

const LAID_OUT: Readonly<Record<string, string>> = { '{': '{\n  ', '}': '\n}', ':': ': ', ',': ',\n  ' };

/** As it is shown: JSON that stands on one line gets a line an entry. The digits stay as they are, since a ratio is a decimal and no binary number. */
export const shownValue = (field: OptionField, value: string): string =>
  !isJsonField(field) || value.includes('\n') || value.trim() === '{}'
    ? value
    : value.replaceAll(/"(?:[^"\\]|\\.)*"|[{}:,]\s*/gu, (part) => LAID_OUT[part.trim()] ?? part);
