import type { ReactElement } from 'react';
import { z } from 'zod';
import { NAME_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useTagChannelsMutation } from '../api/channels-api.ts';

type TagDialogProps = {
  readonly ids: readonly number[];
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** One tag for all chosen channels. */
export function TagDialog({ ids, onClose, onDone }: TagDialogProps): ReactElement {
  const t = useTexts();
  const [setTag] = useTagChannelsMutation();
  const form = useContractForm({
    initial: { tag: '' },
    schema: () =>
      z.object({
        tag: z
          .string()
          .trim()
          .min(1, t.channels.tagNeeded)
          .max(NAME_CHARACTERS_MAX, t.form.charactersMax(NAME_CHARACTERS_MAX)),
      }),
    submit: async ({ tag }) => {
      const count = await setTag({ ids: [...ids], tag }).unwrap();
      tellSuccess(t.channels.taggedChosen(count, tag));
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog title={t.channels.tagChosenTitle(ids.length)} onClose={onClose} form={form} save={t.common.save}>
      <TextField
        label={t.channels.tag}
        value={form.values.tag}
        onChange={(tag) => form.set('tag', tag)}
        error={form.errors.tag}
        autoFocus
      />
    </FormDialog>
  );
}
