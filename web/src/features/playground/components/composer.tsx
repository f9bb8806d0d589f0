import { Button, Flex, Textarea } from '@chakra-ui/react';
import type { KeyboardEvent, ReactElement } from 'react';
import { LuSend, LuSquare } from 'react-icons/lu';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { playgroundTexts } from '../texts.ts';

type ComposerProps = {
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  /** An answer is coming: it can be stopped, and nothing is sent meanwhile. */
  readonly isAnswering: boolean;
  readonly isReady: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
};

/** Where a question is typed. Enter sends it, but not the one that ends the choice of a sign. */
export function Composer({ draft, onDraft, isAnswering, isReady, onSend, onStop }: ComposerProps): ReactElement {
  const own = useOwnTexts(playgroundTexts);
  const canSend = isReady && !isAnswering && draft.trim() !== '';
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) onSend(draft);
  };
  return (
    <Flex gap="2" align="flex-end" position="sticky" bottom="0" bg="bg" borderTopWidth="1px" py="3">
      <Textarea
        aria-label={own.draft}
        placeholder={own.placeholder}
        value={draft}
        rows={3}
        resize="none"
        autoresize
        maxH="40dvh"
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isAnswering ? (
        <Button variant="outline" onClick={onStop}>
          <LuSquare aria-hidden />
          {own.stop}
        </Button>
      ) : (
        <Button variant="solid" colorPalette="brand" disabled={!canSend} onClick={() => onSend(draft)}>
          <LuSend aria-hidden />
          {own.send}
        </Button>
      )}
    </Flex>
  );
}
