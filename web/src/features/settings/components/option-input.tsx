import type { ShownOptionKey } from '@ledgate/domain/options/registry';
import type { ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { formatCount, formatDollars } from '../../../shared/money/quota-format.ts';
import { AreaField, SelectField, SwitchField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { unitBeside } from '../../../shared/ui/unit-beside.tsx';
import type { OptionField } from '../option-groups.ts';
import { settingsTexts } from '../texts.ts';

type OptionInputProps = {
  readonly field: OptionField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  /** The value of another option, as it is typed or kept. */
  readonly other: (key: string) => string;
};

/** The field of an option, by the kind of its row. */
export function OptionInput({ field, value, error, onChange, other }: OptionInputProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(settingsTexts);
  const { quotaPerUnit } = useMoneyUnit();
  const { key, row } = field;
  const labels: Readonly<Record<string, string>> = own.options;
  const secrets: Readonly<Record<string, { readonly label: string }>> = own.secrets;
  const label = own.options[key];
  switch (row.kind) {
    case 'switch': {
      const needs = row.needs?.find((needed) => other(needed).trim() === '');
      return (
        <SwitchField
          label={label}
          checked={value === 'true'}
          onChange={(checked) => onChange(String(checked))}
          error={error}
          help={needs === undefined ? undefined : own.needs(labels[needs] ?? secrets[needs]?.label ?? '')}
        />
      );
    }
    case 'area':
    case 'words':
    case 'tags':
      return <AreaField label={label} value={value} onChange={onChange} error={error} rows={4} />;
    case 'texts':
    case 'ratios':
    case 'limits':
    case 'links':
    case 'prices':
      return <AreaField label={label} value={value} onChange={onChange} error={error} rows={12} mono />;
    case 'choice': {
      const choices: Readonly<Partial<Record<ShownOptionKey, Readonly<Record<string, string>>>>> = own.choices;
      return (
        <SelectField
          label={label}
          value={value}
          onChange={onChange}
          error={error}
          options={row.choices.map((choice) => [choice, choices[key]?.[choice] ?? choice])}
        />
      );
    }
    case 'quota':
      return (
        <TextField
          label={label}
          value={value}
          onChange={onChange}
          error={error}
          numeric
          around={unitBeside({ end: t.money.unit })}
          help={Number.isFinite(Number(value)) ? formatDollars(Number(value), quotaPerUnit, 6) : undefined}
        />
      );
    case 'whole':
    case 'decimal':
    case 'seconds': {
      const bounds = t.settings.between(formatCount(row.low), formatCount(row.high));
      return <TextField label={label} value={value} onChange={onChange} error={error} numeric help={bounds} />;
    }
    case 'tokens':
    case 'price':
      return <TextField label={label} value={value} onChange={onChange} error={error} numeric />;
    default:
      return <TextField label={label} value={value} onChange={onChange} error={error} />;
  }
}
