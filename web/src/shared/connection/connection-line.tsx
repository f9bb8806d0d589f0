import { Button } from '@chakra-ui/react';
import { useState, type MouseEvent, type ReactElement } from 'react';
import { useNavigation } from 'react-router-dom';
import { useOwnTexts } from '../i18n/text.tsx';
import { Line } from '../ui/line.tsx';
import { connection } from './connection.ts';
import { connectionTexts } from './connection-texts.ts';
import { useIsLost } from './use-is-lost.ts';

/** The button that had the focus is gone. */
const focusWhatIsThere = (): void => {
  const over = document.querySelector<HTMLElement>('[role=dialog], [role=alertdialog]');
  (over ?? document.getElementById('content'))?.focus({ preventScroll: true });
};

/** While the server does not answer: that it does not, and what becomes of the page. `isFirst`: there is none yet. */
export function ConnectionLine({ isFirst = false }: { readonly isFirst?: boolean }): ReactElement | null {
  const own = useOwnTexts(connectionTexts);
  const isLost = useIsLost();
  const isOpening = useNavigation().state === 'loading' || isFirst;
  const [busy, setBusy] = useState(false);
  if (!isLost) return null;
  const tryNow = ({ currentTarget }: MouseEvent): void => {
    setBusy(true);
    void connection.check().then((isBack) => {
      setBusy(false);
      // Who has gone on to something else stays there.
      if (isBack && [null, document.body, currentTarget].includes(document.activeElement)) focusWhatIsThere();
    });
  };
  return (
    <Line
      role="status"
      action={
        <Button size="xs" variant="outline" borderColor="warn.border" loading={busy} onClick={tryNow}>
          {own.tryNow}
        </Button>
      }
    >
      {isOpening ? own.pageWaits : own.lost}
    </Line>
  );
}
