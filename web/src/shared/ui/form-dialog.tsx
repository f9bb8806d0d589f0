import { Button, chakra, Dialog, Stack } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { DialogFrame, type FrameProps } from './dialog-frame.tsx';
import { FailureNote } from './failure-note.tsx';
import type { Form } from './use-form.ts';
import { useClosing } from './use-leaving.ts';

type FormDialogProps<Values> = Omit<FrameProps, 'role'> & { readonly form: Form<Values>; readonly save: string };

export function FormDialog<Values>({ title, onClose, form, save, children }: FormDialogProps<Values>): ReactElement {
  const t = useTexts();
  const close = useClosing(form.unsaved, onClose);
  return (
    <DialogFrame title={title} onClose={close}>
      <chakra.form display="contents" noValidate onSubmit={form.onSubmit}>
        <Dialog.Body>
          <Stack gap="4">{children}</Stack>
        </Dialog.Body>
        <Dialog.Footer>
          <FailureNote text={form.failure} />
          <Button variant="outline" onClick={close}>
            {t.common.cancel}
          </Button>
          <Button type="submit" variant="solid" colorPalette="brand" loading={form.busy} loadingText={t.common.saving}>
            {save}
          </Button>
        </Dialog.Footer>
      </chakra.form>
    </DialogFrame>
  );
}
