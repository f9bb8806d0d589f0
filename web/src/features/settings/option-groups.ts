import { jsonFault, type OptionFault, optionFault, savedOptionText } from '@ledgate/domain/options/check';
import {
  OPTION_SECTIONS,
  type OptionRow,
  optionRows,
  type OptionSection,
  type OptionTab,
  type ShownOptionKey,
} from '@ledgate/domain/options/registry';
import type { Texts } from '../../shared/i18n/text.tsx';

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

/** The tabs they stand on. */
export const optionTabs: readonly OptionTab[] = [...new Set(sections.map(([, tab]) => tab))];

const jsonKinds: ReadonlySet<OptionRow['kind']> = new Set(['texts', 'ratios', 'links', 'prices']);
export const isJsonField = ({ row }: OptionField): boolean => jsonKinds.has(row.kind);

/** What is wrong with a value; undefined when it can be saved. Of prices the price book knows more than is looked at here. */
export function optionError({ key, row }: OptionField, value: string, t: Texts): string | undefined {
  const text = savedValue({ key, row }, value);
  if (row.kind === 'price') return text !== '' && Number(text) >= 0 ? undefined : t.form.numberMin(0);
  const fault = row.kind === 'prices' ? jsonFault('ratios', text) : optionFault(key, text);
  return fault === undefined ? undefined : faultText(fault, t);
}

function faultText(fault: OptionFault, t: Texts): string | undefined {
  switch (fault.rule) {
    case 'number':
      return fault.whole ? t.form.countBetween(fault.low, fault.high) : t.form.numberBetween(fault.low, fault.high);
    case 'json':
      return fault.entry === undefined ? t.form.json : t.settings.jsonEntry(fault.entry);
    default:
      // Switches and choices cannot be set to anything else here.
      return undefined;
  }
}

/** As it is saved. */
export const savedValue = ({ row }: OptionField, value: string): string =>
  row.kind === 'price' ? value.trim() : savedOptionText(row, value);

const LAID_OUT: Readonly<Record<string, string>> = { '{': '{\n  ', '}': '\n}', ':': ': ', ',': ',\n  ' };

/** As it is shown: JSON that stands on one line gets a line an entry. The digits stay as they are, since a ratio is a decimal and no binary number. */
export const shownValue = (field: OptionField, value: string): string =>
  !isJsonField(field) || value.includes('\n') || value.trim() === '{}'
    ? value
    : value.replaceAll(/"(?:[^"\\]|\\.)*"|[{}:,]\s*/gu, (part) => LAID_OUT[part.trim()] ?? part);
