import { Box } from '@chakra-ui/react';
import type { ReactElement } from 'react';

/** What went wrong with a form, beside its button; read out at once. */
export function FailureNote({ text }: { readonly text: string | undefined }): ReactElement {
  return (
    <Box role="alert" color="danger" fontSize="13px" lineHeight="18px" flex="1" minW="0">
      {text}
    </Box>
  );
}
