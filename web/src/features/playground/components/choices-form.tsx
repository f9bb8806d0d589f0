import { Stack } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { AreaField, SelectField } from '../../../shared/ui/fields.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { type Choices, MAXIMUM_TOKENS_MAX, TEMPERATURE_STEP } from '../choices.ts';
import { playgroundTexts } from '../texts.ts';

type ChoicesFormProps = {
  readonly choices: Choices;
  readonly models: readonly string[];
  /** With what each is called. */
  readonly groups: readonly (readonly [name: string, label: string])[];
  readonly onChange: (choices: Choices) => void;
  /** Whether all that is typed can be sent. */
  readonly onValid: (isValid: boolean) => void;
};

const STEPS = Math.round(1 / TEMPERATURE_STEP);
const temperatures = Array.from({ length: STEPS + 1 }, (_, step) => {
  const text = (step * TEMPERATURE_STEP).toFixed(1);
  return [text, text] as const;
});

/** Whom the questions go to, and how. */
export function ChoicesForm({ choices, models, groups, onChange, onValid }: ChoicesFormProps): ReactElement {
  const own = useOwnTexts(playgroundTexts);
  const [maximum, setMaximum] = useState(String(choices.maximum));
  const typed = typedMaximum(maximum);
  const set = (change: Partial<Choices>): void => onChange({ ...choices, ...change });
  return (
    <Stack gap="4">
      <SelectField label={own.group} value={choices.group} options={groups} onChange={(group) => set({ group })} />
      <SelectField
        label={own.model}
        value={choices.model}
        options={models.map((model) => [model, model])}
        onChange={(model) => set({ model })}
      />
      <SelectField
        label={own.temperature}
        value={choices.temperature.toFixed(1)}
        options={temperatures}
        onChange={(text) => set({ temperature: Number(text) })}
      />
      <TextField
        label={own.maximum}
        value={maximum}
        numeric
        help={own.maximumHelp}
        error={typed === undefined ? own.maximumWrong(formatCount(MAXIMUM_TOKENS_MAX)) : undefined}
        onChange={(text) => {
          setMaximum(text);
          const next = typedMaximum(text);
          onValid(next !== undefined);
          if (next !== undefined) set({ maximum: next });
        }}
      />
      <AreaField
        label={own.system}
        value={choices.system}
        rows={4}
        help={own.systemHelp}
        onChange={(system) => set({ system })}
      />
    </Stack>
  );
}

/** undefined where it is none. */
function typedMaximum(text: string): number | undefined {
  if (!/^\d*$/u.test(text.trim())) return undefined;
  const value = Number(text);
  return value <= MAXIMUM_TOKENS_MAX ? value : undefined;
}
