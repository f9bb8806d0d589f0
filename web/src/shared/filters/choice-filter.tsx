import { NativeSelect } from '@chakra-ui/react';
import type { ReactElement } from 'react';

type ChoiceProps = {
  readonly label: string;
  /** '': any. */
  readonly value: string;
  /** What '' is called; left out where one of the choices always holds. */
  readonly any?: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
};

/** A filter of which there are few values. */
export const ChoiceFilter = ({ label, value, any, choices, onChange }: ChoiceProps): ReactElement => (
  <NativeSelect.Root size="sm" width="auto">
    <NativeSelect.Field aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {any === undefined ? null : <option value="">{any}</option>}
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </NativeSelect.Field>
    <NativeSelect.Indicator />
  </NativeSelect.Root>
);
