import { Box, chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';

export type Tone = 'good' | 'off' | 'attention' | 'bad' | 'note';

const colourOf: Readonly<Record<Tone, string>> = {
  good: 'brand',
  off: 'fg.muted',
  attention: 'warn',
  bad: 'danger',
  note: 'info',
};

type StatusDotProps = {
  readonly tone: Tone;
  readonly text: string;
  readonly title?: string | undefined;
  /** The text is a sentence. */
  readonly wraps?: boolean;
};

/** A status is a dot and a word, never colour alone. A hollow dot is off. */
export function StatusDot({ tone, text, title, wraps = false }: StatusDotProps): ReactElement {
  return (
    <chakra.span
      display="inline-flex"
      alignItems={wraps ? 'baseline' : 'center'}
      gap="2"
      whiteSpace={wraps ? 'normal' : 'nowrap'}
      overflowWrap={wraps ? 'anywhere' : undefined}
      title={title}
      cursor={title ? 'help' : undefined}
    >
      <Box
        as="span"
        aria-hidden
        w="7px"
        h="7px"
        borderRadius="full"
        flexShrink={0}
        borderWidth="1.5px"
        borderColor={colourOf[tone]}
        bg={tone === 'off' ? 'transparent' : colourOf[tone]}
      />
      {text}
    </chakra.span>
  );
}
