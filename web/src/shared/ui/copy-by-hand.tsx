import { Button, Dialog, Textarea } from '@chakra-ui/react';
import { useRef, type ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { DialogFrame } from './dialog-frame.tsx';

const LINES_MAX = 12;
const LINES_MIN = 2;

/** Over everything else: what the browser does not copy, selected, so that a key of the keyboard copies it (docs/console.md#messages). */
export function CopyByHandDialog({
  text,
  onClose,
}: {
  readonly text: string;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTexts();
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <DialogFrame title={t.errors.cannotCopy} onClose={onClose} initialFocus={area}>
      <Dialog.Body>
        <Textarea
          ref={area}
          aria-label={t.errors.cannotCopy}
          value={text}
          readOnly
          htmlTranslate="no"
          fontFamily="mono"
          fontSize="12px"
          wordBreak="break-all"
          rows={Math.min(LINES_MAX, Math.max(LINES_MIN, text.split('\n').length))}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={onClose}>{t.common.close}</Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
