import { Button, Dialog } from '@chakra-ui/react';
import { useRef, type ReactElement } from 'react';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { DialogFrame } from '../../shared/ui/dialog-frame.tsx';
import { leavingTexts } from '../../shared/ui/leaving-texts.ts';

export type LeavingProps = { readonly stay: () => void; readonly discard: () => void };

/** Whether what is typed may be lost. */
export function LeavingQuestion({ stay, discard }: LeavingProps): ReactElement {
  const own = useOwnTexts(leavingTexts);
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame title={own.title} onClose={stay} role="alertdialog" initialFocus={keep}>
      <Dialog.Body color="fg.muted">{own.about}</Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" onClick={discard} color="danger">
          {own.discard}
        </Button>
        <Button variant="solid" colorPalette="brand" onClick={stay} ref={keep}>
          {own.stay}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
