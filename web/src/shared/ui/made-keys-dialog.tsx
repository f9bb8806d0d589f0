import { Button, Dialog, Textarea } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuCopy, LuDownload } from 'react-icons/lu';
import { useCopy } from './copy.tsx';
import { DialogFrame } from './dialog-frame.tsx';

export type MadeKeysProps = {
  readonly title: string;
  /** Of the file, without its ending. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly texts: {
    readonly keys: string;
    readonly download: string;
    readonly copyAll: string;
    readonly copied: (count: number) => string;
  };
  readonly onClose: () => void;
};

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.txt`;
  link.click();
  URL.revokeObjectURL(address);
}

/** What was made at once, to be handed out: copied or kept as a file, one a line. */
export function MadeKeysDialog({ title, name, keys, texts, onClose }: MadeKeysProps): ReactElement {
  const copy = useCopy();
  const text = keys.join('\n');
  return (
    <DialogFrame title={title} onClose={onClose}>
      <Dialog.Body>
        <Textarea
          aria-label={texts.keys}
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
          {texts.download}
        </Button>
        <Button variant="solid" colorPalette="brand" onClick={() => void copy(text, texts.copied(keys.length))}>
          <LuCopy />
          {texts.copyAll}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
