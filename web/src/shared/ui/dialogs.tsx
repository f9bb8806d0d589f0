import { Button, chakra, CloseButton, Dialog, Portal, Stack } from '@chakra-ui/react';
import { useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { FailureNote } from './failure-note.tsx';
import { errorText } from './error-text.ts';
import type { Form } from './use-form.ts';
import { useClosing } from './use-leaving.ts';
import { useReturnFocus } from './use-return-focus.ts';

type FrameProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  /** What has the focus at first, where that is not the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Nothing but what stands in it closes it. */
  readonly stays?: boolean;
  /** For a table. */
  readonly wide?: boolean;
};

/** A dialog; it is open while it is rendered. */
export function DialogFrame({
  title,
  onClose,
  children,
  role = 'dialog',
  wide = false,
  stays = false,
  initialFocus,
}: FrameProps): ReactElement {
  const t = useTexts();
  useReturnFocus();
  return (
    <Dialog.Root
      open
      role={role}
      closeOnEscape={!stays}
      {...(initialFocus ? { initialFocusEl: () => initialFocus.current } : {})}
      closeOnInteractOutside={!stays && role !== 'alertdialog'}
      placement="center"
      size={wide ? 'lg' : 'sm'}
      scrollBehavior={wide ? 'inside' : 'outside'}
      onOpenChange={(details) => !details.open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop bg="blackAlpha.500" />
        <Dialog.Positioner>
          <Dialog.Content bg="bg" borderWidth="1px" mx="3">
            <Dialog.Header pb="2" pe="12">
              <Dialog.Title fontSize="16px" lineHeight="24px" fontWeight="600" overflowWrap="anywhere">
                {title}
              </Dialog.Title>
            </Dialog.Header>
            {children}
            {stays ? null : (
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" aria-label={t.common.close} />
              </Dialog.CloseTrigger>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

type ConfirmProps = {
  /** Holds the object's name. */
  readonly title: string;
  /** What will happen. */
  readonly about: string;
  readonly confirm: string;
  readonly danger?: boolean;
  /** Rejects with the call's error; then the dialog stays. */
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
};

/** Asks before what cannot be undone. */
export function ConfirmDialog({ title, about, confirm, danger = true, act, onClose }: ConfirmProps): ReactElement {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isRunning = useRef(false);
  const run = async (): Promise<void> => {
    // Two clicks may come before the button is drawn as busy.
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await act();
      onClose();
    } catch (error) {
      setFailure(errorText(error, t));
      setBusy(false);
      isRunning.current = false;
    }
  };
  return (
    <DialogFrame title={title} onClose={onClose} role="alertdialog">
      <Dialog.Body color="fg.muted">{about}</Dialog.Body>
      <Dialog.Footer>
        <FailureNote text={failure} />
        <Button variant="outline" onClick={onClose}>
          {t.common.cancel}
        </Button>
        <Button variant="solid" colorPalette={danger ? 'danger' : 'brand'} loading={busy} onClick={() => void run()}>
          {confirm}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}

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
