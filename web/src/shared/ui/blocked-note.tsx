import { Button, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';

type BlockedNoteProps = {
  /** Why a part of another site is not there; undefined while nothing is wrong. */
  readonly text: string | undefined;
  readonly retry: () => void;
};

/** A part of another site did not come: why, and try again. Read out at once. */
export function BlockedNote({ text, retry }: BlockedNoteProps): ReactElement {
  const t = useTexts();
  return (
    <Flex role="alert" gap="3" align="center" fontSize="13px" lineHeight="18px" color="danger">
      {text === undefined ? null : (
        <>
          <span>{text}</span>
          <Button size="sm" flexShrink="0" onClick={retry}>
            {t.states.tryAgain}
          </Button>
        </>
      )}
    </Flex>
  );
}
