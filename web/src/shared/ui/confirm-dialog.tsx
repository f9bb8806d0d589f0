import { Button, Dialog } from '@chakra-ui/react';
import { useRef, useState, type ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { errorText } from './error-text.ts';
import { FailureNote } from './failure-note.tsx';

export type ConfirmProps = {
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
export function Confirmation({ title, about, confirm, danger = true, act, onClose }: ConfirmProps): ReactElement {
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
