import { NativeSelect } from '@chakra-ui/react';
import type { ReactElement } from 'react';

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, label: string])[];
};

/** A filter of a few values. */
export function Choice({ label, value, onChange, options }: ChoiceProps): ReactElement {
  return (
    <NativeSelect.Root size="sm" width="auto" flex={{ base: '1', sm: '0 0 auto' }} minW="0">
      <NativeSelect.Field aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
