import { Button, Dialog } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { haltTexts } from '../../shared/session/halt-texts.ts';
import type { Halt } from '../../shared/session/session-slice.ts';
import { DialogFrame } from '../../shared/ui/dialog-frame.tsx';

const isCovered = (): boolean =>
  document.querySelector('[data-part=content][data-state=open]:is([role=dialog], [role=alertdialog])') !== null;

type ElsewhereProps = { readonly halt: Extract<Halt, { by: 'elsewhere' }>; readonly name: string };

/** Who signed in elsewhere, where a drawer or dialog covers the line that says so. */
export function Elsewhere({ halt, name }: ElsewhereProps): ReactElement | null {
  const own = useOwnTexts(haltTexts);
  const [open, setOpen] = useState(isCovered);
  if (!open) return null;
  return (
    <DialogFrame
      role="alertdialog"
      title={halt.user ? own.signedInElsewhere(halt.user.username, name) : own.signedOutElsewhere}
      onClose={() => setOpen(false)}
    >
      <Dialog.Footer>
        <Button variant="outline" onClick={() => setOpen(false)}>
          {own.look}
        </Button>
        <Button variant="solid" colorPalette="brand" onClick={() => window.location.reload()}>
          {own.reload}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
