import { Field, NativeSelect, Switch, Textarea } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { FieldFrame, type FieldFrameProps } from './text-field.tsx';

type AreaFieldProps = FieldFrameProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly mono?: boolean;
  readonly placeholder?: string | undefined;
};

export function AreaField({ value, onChange, rows = 3, mono, placeholder, ...frame }: AreaFieldProps): ReactElement {
  return (
    <FieldFrame {...frame}>
      <Textarea
        value={value}
        rows={rows}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        fontFamily={mono ? 'mono' : undefined}
        fontSize={mono ? '12px' : undefined}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldFrameProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, label: string])[];
};

export function SelectField({ value, onChange, options, ...frame }: SelectFieldProps): ReactElement {
  return (
    <FieldFrame {...frame}>
      <NativeSelect.Root size="sm">
        <NativeSelect.Field value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}

type SwitchFieldProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
};

export function SwitchField({
  label,
  checked,
  onChange,
  help,
  error,
  disabled = false,
}: SwitchFieldProps): ReactElement {
  return (
    <Field.Root invalid={error !== undefined}>
      <Switch.Root
        checked={checked}
        disabled={disabled}
        colorPalette="brand"
        size="sm"
        minH="32px"
        onCheckedChange={(details) => onChange(details.checked)}
      >
        <Switch.HiddenInput />
        <Switch.Control />
        <Switch.Label fontSize="13px" fontWeight="500">
          {label}
        </Switch.Label>
      </Switch.Root>
      {error === undefined ? (
        help ? (
          <Field.HelperText fontSize="12px" mt="-1">
            {help}
          </Field.HelperText>
        ) : null
      ) : (
        <Field.ErrorText fontSize="12px" mt="-1">
          {error}
        </Field.ErrorText>
      )}
    </Field.Root>
  );
}
