import { Box, Stack, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useOwnTexts } from '../i18n/text.tsx';
import { TextLink } from '../ui/links.ts';
import { receiptPath } from './receipt-api.ts';
import { receiptTexts } from './receipt-texts.ts';

/** The receipts of a session in realtime. */
export function SessionRequests({ ids }: { readonly ids: readonly string[] }): ReactElement {
  const { ofSession } = useOwnTexts(receiptTexts);
  return (
    <Box p={{ base: '3', sm: '5' }} data-receipt>
      <Text mb="2">{ofSession}</Text>
      <Stack as="ol" gap="0" listStyleType="none" fontSize="13px">
        {ids.map((id) => (
          <Box as="li" key={id} py="1.5" overflowWrap="anywhere">
            <TextLink to={receiptPath(id)} translate="no">
              {id}
            </TextLink>
          </Box>
        ))}
      </Stack>
    </Box>
  );
}
