import { Button, Dialog } from '@chakra-ui/react';
import { useCallback, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useBlocker } from 'react-router-dom';
import { forgetUnsaved, hasUnsaved, leadsAway } from '../../shared/form/unsaved.ts';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { DialogFrame } from '../../shared/ui/dialogs.tsx';
import { leavingTexts } from '../../shared/ui/leaving-texts.ts';
import { LeavingContext } from '../../shared/ui/use-leaving.ts';

/** Asks before something typed is lost: before links and Back, and before what the forms inside close (docs/console.md#what-is-typed). */
export function LeavingGuard({ children }: { readonly children: ReactNode }): ReactElement {
  const [closing, setClosing] = useState<{ readonly goOn: () => void }>();
  const ask = useCallback((goOn: () => void) => setClosing({ goOn }), []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && leadsAway(currentLocation, nextLocation),
  );
  const stay = (): void => {
    setClosing(undefined);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const discard = (): void => {
    setClosing(undefined);
    closing?.goOn();
    if (blocker.state !== 'blocked') return;
    forgetUnsaved();
    blocker.proceed();
  };
  return (
    <LeavingContext value={ask}>
      {children}
      {closing || blocker.state === 'blocked' ? <Question stay={stay} discard={discard} /> : null}
    </LeavingContext>
  );
}

function Question({ stay, discard }: { readonly stay: () => void; readonly discard: () => void }): ReactElement {
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
