import { Button, Dialog, Textarea } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuCopy, LuDownload } from 'react-icons/lu';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useCopy } from '../../../shared/ui/copy.tsx';
import { DialogFrame } from '../../../shared/ui/dialog-frame.tsx';

type CreatedCodesProps = { readonly name: string; readonly keys: readonly string[]; readonly onClose: () => void };

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.txt`;
  link.click();
  URL.revokeObjectURL(address);
}

/** The new codes, to be handed out: copied or kept as a file, one a line. */
export function CreatedCodesDialog({ name, keys, onClose }: CreatedCodesProps): ReactElement {
  const t = useTexts();
  const copy = useCopy();
  const text = keys.join('\n');
  return (
    <DialogFrame title={t.codes.created(keys.length)} onClose={onClose}>
      <Dialog.Body>
        <Textarea
          aria-label={t.codes.keys}
          readOnly
          value={text}
          rows={Math.min(10, keys.length + 1)}
          htmlTranslate="no"
          fontFamily="mono"
          fontSize="12px"
          data-codes
        />
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={() => download(name, text)}>
          <LuDownload />
          {t.codes.download}
        </Button>
        <Button variant="solid" colorPalette="brand" onClick={() => void copy(text, t.codes.copied(keys.length))}>
          <LuCopy />
          {t.codes.copyAll}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
