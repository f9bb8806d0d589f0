import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';

type CutProps = {
  readonly text: string;
  readonly width: string;
  /** All of it, where the text is shorter. */
  readonly title?: string;
};

/** Below it a text without spaces breaks letter by letter. */
const LEAST_WIDTH = '96px';

/** Muted words of a cell in as many lines as its column needs, at most three; the tooltip has all of them. */
export const Cut = ({ text, width, title = text }: CutProps): ReactElement => (
  <chakra.span
    maxW={width}
    minW={text === '' ? undefined : `min(${width}, ${LEAST_WIDTH})`}
    whiteSpace="normal"
    lineHeight="16px"
    lineClamp="3"
    color="fg.muted"
    fontSize="12px"
    title={title}
  >
    {text}
  </chakra.span>
);
