import { Fieldset, Grid } from '@chakra-ui/react';
import { CALL_LIMIT_KINDS, type CallLimitKind } from '@ledgate/domain/call-limits/call-limits';
import type { ReactElement } from 'react';
import type { CallLimitValues } from '../form/call-limits.ts';
import { useTexts } from '../i18n/text.tsx';
import { TextField } from './text-field.tsx';

type CallLimitFieldsProps = {
  readonly values: CallLimitValues;
  readonly errors: Readonly<Partial<Record<CallLimitKind, string | undefined>>>;
  readonly set: (kind: CallLimitKind, value: string) => void;
  /** For whom they hold. */
  readonly help: string;
};

/** Requests and tokens a minute, and calls at a time. */
export function CallLimitFields({ values, errors, set, help }: CallLimitFieldsProps): ReactElement {
  const t = useTexts();
  return (
    <Fieldset.Root w="full">
      <Fieldset.Legend fontSize="13px" fontWeight="medium">
        {t.limits.title}
      </Fieldset.Legend>
      <Fieldset.HelperText fontSize="12px" color="fg.muted">
        {help}
      </Fieldset.HelperText>
      <Grid templateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }} gap="3" w="full" mt="2">
        {CALL_LIMIT_KINDS.map((kind) => (
          <TextField
            key={kind}
            label={t.limits[kind]}
            value={values[kind]}
            onChange={(value) => set(kind, value)}
            error={errors[kind]}
            numeric
          />
        ))}
      </Grid>
    </Fieldset.Root>
  );
}
