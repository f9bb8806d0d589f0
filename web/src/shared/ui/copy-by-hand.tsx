import { Button, Dialog, Textarea } from '@chakra-ui/react';
import { useRef, useSyncExternalStore, type ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { listenToByHand, showByHand, shownByHand } from './by-hand.ts';
import { DialogFrame } from './dialogs.tsx';

const LINES_MAX = 12;
const LINES_MIN = 2;

/** Over everything else: what the browser does not copy, selected, so that a key of the keyboard copies it (docs/console.md#messages). */
export function CopyByHand(): ReactElement | null {
  const t = useTexts();
  const text = useSyncExternalStore(listenToByHand, shownByHand);
  const area = useRef<HTMLTextAreaElement>(null);
  if (text === undefined) return null;
  return (
    <DialogFrame title={t.errors.cannotCopy} onClose={() => showByHand(undefined)} initialFocus={area}>
      <Dialog.Body>
        <Textarea
          ref={area}
          aria-label={t.errors.cannotCopy}
          value={text}
          readOnly
          translate="no"
          fontFamily="mono"
          fontSize="12px"
          wordBreak="break-all"
          rows={Math.min(LINES_MAX, Math.max(LINES_MIN, text.split('\n').length))}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={() => showByHand(undefined)}>{t.common.close}</Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
