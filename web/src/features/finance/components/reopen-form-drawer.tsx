import { Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { FormDrawer } from '../../../shared/ui/form-drawer.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { type Period, useReopenPeriodMutation } from '../api/periods-api.ts';
import { periodsTexts } from '../periods-texts.ts';

type ReopenProps = { readonly period: Period; readonly onClose: () => void };

/** Opens the last period again, for a reason. */
export function ReopenFormDrawer({ period: { id }, onClose }: ReopenProps): ReactElement {
  const own = useOwnTexts(periodsTexts);
  const [reopen] = useReopenPeriodMutation();
  const form = useForm({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: own.reasonNeeded } : {}),
    submit: async ({ reason }) => {
      await reopen({ id, reason: reason.trim() }).unwrap();
      tellSuccess(own.reopened(id));
      onClose();
    },
  });
  const { values, errors, set } = form;
  return (
    <FormDrawer title={own.reopenTitle(id)} onClose={onClose} form={form} save={own.reopen}>
      <Text>{own.reopenAbout}</Text>
      <TextField
        label={own.reason}
        value={values.reason}
        onChange={(reason) => set('reason', reason)}
        error={errors.reason}
        help={own.reasonHelp}
        required
      />
    </FormDrawer>
  );
}
