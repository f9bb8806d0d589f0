import { Box, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { READS_MONEY } from '../../shared/session/reads-money.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { useStatus } from '../../shared/status/status-api.ts';
import { Nothing, onDemand } from '../../shared/ui/on-demand.tsx';

const OperatorHtml = onDemand(async () => (await import('../../shared/ui/operator-html.tsx')).OperatorHtml, Nothing);
const BooksMark = onDemand(
  async () => (await import('../../features/books/components/books-mark.tsx')).BooksMark,
  Nothing,
);

/** The operator's footer or a line of ours; who reads the books sees beside it whether the books are verified. */
export function Footer(): ReactElement {
  const { may } = useSession();
  const { footer_html: html, system_name: product, version } = useStatus();
  return (
    <Flex
      as="footer"
      className="no-print"
      borderTopWidth="1px"
      px={{ base: '4', sm: '6', lg: '8' }}
      py="3"
      justify="space-between"
      gap="4"
      wrap="wrap"
      fontSize="12px"
      color="fg.muted"
    >
      {html ? (
        <OperatorHtml html={html} />
      ) : (
        <Box>
          {product}
          {version ? ` ${version}` : ''}
        </Box>
      )}
      {may(READS_MONEY) ? <BooksMark /> : null}
    </Flex>
  );
}
