import { Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { left } from '../../../shared/session/session-slice.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useCloseSelfMutation } from '../sessions-api.ts';
import { closeTexts } from '../close-texts.ts';

/** Closes the own account, by who types its name. */
export function CloseDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const own = useOwnTexts(closeTexts);
  const t = useTexts();
  const { user } = useSession();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [closeSelf] = useCloseSelfMutation();
  const name = user?.username ?? '';
  const form = useContractForm({
    initial: { username: '' },
    schema: () =>
      z.object({
        username: z
          .string()
          .trim()
          .refine((typed) => typed === name, { error: own.otherName }),
      }),
    submit: async ({ username }) => {
      await closeSelf({ username }).unwrap();
      dispatch(left());
      tellSuccess(own.closed);
      await navigate('/login', { replace: true });
    },
  });
  return (
    <FormDialog title={own.closeTitle} onClose={onClose} form={form} save={t.users.actions.delete}>
      <Text>{own.closeAbout}</Text>
      <Text>{own.closeQuestion}</Text>
      <TextField
        label={own.nameOf(name)}
        value={form.values.username}
        onChange={(username) => form.set('username', username)}
        error={form.errors.username}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}
