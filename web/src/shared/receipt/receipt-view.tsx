import { Box, Button, Flex, Grid, Skeleton, Stack, Text } from '@chakra-ui/react';
import * as ACCESS from '@ledgate/api/contract/who-may';
import { skipToken } from '@reduxjs/toolkit/query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { Money } from '../money/money.tsx';
import { formatQuotaUnits } from '../money/quota-format.ts';
import { useSession } from '../session/use-session.ts';
import { formatTime } from '../time/time-format.ts';
import { toApiError } from '../api/api-error.ts';
import { middle } from '../ui/copy.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { groupDecimal } from './decimal-text.ts';
import { useExplanationQuery } from './explanation-api.ts';
import { RECEIPT_MISSING, useReceiptQuery, type Receipt } from './receipt-api.ts';
import { ReceiptFacts } from './receipt-facts.tsx';
import { receiptTexts } from './receipt-texts.ts';
import { ReceiptLines } from './receipt-lines.tsx';
import { SessionRequests } from './session-requests.tsx';
import { TokenPrices } from './token-prices.tsx';

type ReceiptViewProps = {
  readonly requestId: string;
  /** What stands below it: in a list where it leads, on a page of its own nothing. */
  readonly children?: ReactNode;
};

/** Of the whole id, what a line leaves room for. */
const MISSING_ID_CHARACTERS = 40;

/** Why a charge is what it is, as a receipt: one line a factor, exact subtotals, the rounding, the total. */
export function ReceiptView({ requestId, children }: ReceiptViewProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(receiptTexts);
  const { may } = useSession();
  const query = useReceiptQuery(requestId);
  // What is shown stays where asking for it again fails.
  const isFailed = query.error !== undefined && !query.isFetching && query.currentData === undefined;
  const isMissing = isFailed && toApiError(query.error).code === RECEIPT_MISSING;
  // A role opens nobody else's receipt; it has its charge explained all the same.
  const isExplained = isMissing && may(ACCESS.log.explanation) && !may(ACCESS.ALL_RECEIPTS);
  const explanation = useExplanationQuery(isExplained ? requestId : skipToken);
  const explained = explanation.currentData && { receipt: explanation.currentData };
  const answered = isMissing ? explained : query.data;
  if (isMissing && !(isExplained && explanation.error === undefined))
    return (
      <EmptyState
        title={own.missing}
        about={own.missingAbout(middle(requestId, MISSING_ID_CHARACTERS))}
        action={
          <Button asChild>
            <Link to="/log">{own.toLogs}</Link>
          </Button>
        }
      />
    );
  if (isFailed && !isMissing)
    return <FailedState what={t.receipt.title} error={query.error} retry={() => void query.refetch()} />;
  if (answered === undefined)
    return (
      <Grid templateColumns={{ base: '1fr', lg: '440px 1fr' }} gap="8" p="5" aria-busy>
        {[7, 5].map((lines) => (
          <Stack key={lines} gap="3">
            {Array.from({ length: lines }, (_, line) => (
              <Skeleton key={line} height="14px" width={`${90 - line * 7}%`} />
            ))}
          </Stack>
        ))}
      </Grid>
    );
  if ('request_ids' in answered) return <SessionRequests ids={answered.request_ids} />;
  const { receipt } = answered;
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: '440px minmax(0, 1fr)' }}
      gap={{ base: '5', lg: '8' }}
      p={{ base: '3', sm: '5' }}
      data-receipt
    >
      <Paper receipt={receipt} />
      <Box minW="0">
        <ReceiptFacts receipt={receipt} />
        {children}
      </Box>
    </Grid>
  );
}

function Paper({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const t = useTexts();
  return (
    <Box
      bg="bg"
      borderWidth="1px"
      borderRadius="l2"
      px="4"
      py="4"
      fontSize="13px"
      fontVariantNumeric="tabular-nums"
      alignSelf="start"
    >
      <Flex justify="space-between" gap="4" pb="3" borderBottomWidth="1px" borderBottomStyle="dashed">
        <Box minW="0">
          <Text fontWeight="600">{t.receipt.title}</Text>
          <Text color="fg.muted" fontSize="12px" overflowWrap="anywhere">
            {receipt.model_billed}
          </Text>
        </Box>
        <Text color="fg.muted" fontSize="12px" whiteSpace="nowrap">
          {t.receipt.priceBook(receipt.price_book_version)}
        </Text>
      </Flex>
      <ReceiptLines lines={receipt.lines} />
      <Stack gap="1.5" py="3" borderTopWidth="1px" borderTopStyle="dashed">
        <Row label={t.receipt.exact}>{groupDecimal(receipt.exact)}</Row>
        <Row label={t.receipt.rounding} about={t.receipt.roundingAbout}>
          {groupDecimal(receipt.rounding_difference)}
        </Row>
      </Stack>
      <Flex justify="space-between" align="baseline" pt="3" borderTopWidth="1px" fontWeight="600">
        <Text>{t.receipt.total}</Text>
        <Flex gap="3" align="baseline">
          <Text color="fg.muted" fontWeight="400" fontSize="12px">
            {t.money.units(formatQuotaUnits(receipt.total))}
          </Text>
          <Text fontSize="16px" data-receipt-total>
            <Money quota={receipt.total} digits={6} />
          </Text>
        </Flex>
      </Flex>
      {receipt.corrections.map((correction) => (
        <Flex key={correction.position} justify="space-between" gap="4" pt="2">
          <Text>{t.receipt.correction(formatTime(correction.at))}</Text>
          <Money quota={correction.delta} digits={6} kind="refund" signed />
        </Flex>
      ))}
      {receipt.per_million_tokens.length === 0 ? null : <TokenPrices prices={receipt.per_million_tokens} />}
    </Box>
  );
}

function Row({
  label,
  about,
  children,
}: {
  readonly label: string;
  readonly about?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Flex justify="space-between" gap="4" align="baseline">
      <Box>
        {label}
        {about ? (
          <Text as="span" color="fg.muted" fontSize="12px" ms="2">
            {about}
          </Text>
        ) : null}
      </Box>
      <Box textAlign="end">{children}</Box>
    </Flex>
  );
}
