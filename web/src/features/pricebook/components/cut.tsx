import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';

type CutProps = {
  readonly text: string;
  readonly width: string;
  /** All of it, where the text is shorter. */
  readonly title?: string;
};

/** Muted words of a cell that end where its column does; the tooltip has all of them. */
export const Cut = ({ text, width, title = text }: CutProps): ReactElement => (
  <chakra.span
    display="block"
    maxW={width}
    overflow="hidden"
    textOverflow="ellipsis"
    color="fg.muted"
    fontSize="12px"
    title={title}
  >
    {text}
  </chakra.span>
);
