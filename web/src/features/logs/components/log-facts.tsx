import { Box, Flex, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { ReceiptLinks } from '../../../shared/receipt/receipt-links.tsx';
import { ReceiptView } from '../../../shared/receipt/receipt-view.tsx';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { TagList } from '../../../shared/receipt/tag-list.tsx';
import type { Log } from '../api/logs-api.ts';
import { attributionOf } from '../attribution-of.ts';

const REQUEST_ID_CHARACTERS = 24;

/** Under a row: the receipt of a charge, why a call has failed, or what the entry says. */
export function LogFacts({ log }: { readonly log: Log }): ReactElement {
  const t = useTexts();
  if (log.type === LOG_TYPE.consumption && log.request_id !== '')
    return (
      <ReceiptView requestId={log.request_id}>
        <ReceiptLinks requestId={log.request_id} />
      </ReceiptView>
    );
  const { tags, endUser } = attributionOf(log);
  return (
    <Box p="5">
      <Text overflowWrap="anywhere">{log.content}</Text>
      <Flex gap="6" mt="2" color="fg.muted" fontSize="12px" wrap="wrap">
        {log.amount === 0 ? null : (
          <span>
            {t.logs.amount}: <Money quota={log.amount} digits={6} signed />
          </span>
        )}
        {log.type === LOG_TYPE.failure ? (
          <span>
            {t.receipt.request}: <CopyText text={log.request_id} characters={REQUEST_ID_CHARACTERS} />
          </span>
        ) : null}
        {endUser === undefined ? null : (
          <span title={t.receipt.endUserAbout}>
            {t.receipt.endUser}: <CopyText text={endUser} />
          </span>
        )}
        <span>{t.logs.position(formatCount(log.position))}</span>
      </Flex>
      {tags === undefined ? null : (
        <Box mt="2">
          <TagList tags={tags} />
        </Box>
      )}
    </Box>
  );
}
