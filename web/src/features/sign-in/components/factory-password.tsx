import { Button, Dialog } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { DialogFrame } from '../../../shared/ui/dialog-frame.tsx';

export type FactoryPasswordProps = { readonly later: () => void; readonly now: () => void };

/** Whether to change the password that everybody knows. */
export function FactoryPassword({ later, now }: FactoryPasswordProps): ReactElement {
  const t = useTexts();
  return (
    <DialogFrame title={t.signIn.defaultPassword} role="alertdialog" onClose={later}>
      <Dialog.Body color="fg.muted">{t.signIn.defaultPasswordAbout}</Dialog.Body>
      <Dialog.Footer>
        <Button onClick={later}>{t.signIn.later}</Button>
        <Button variant="solid" colorPalette="brand" onClick={now}>
          {t.signIn.changeNow}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
