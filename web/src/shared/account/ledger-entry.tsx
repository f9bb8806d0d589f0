import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuChevronDown, LuChevronRight } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import { Money, type MoneyKind } from '../money/money.tsx';
import { formatCount } from '../money/quota-format.ts';
import { Postings } from '../receipt/postings.tsx';
import { receiptPath } from '../receipt/receipt-api.ts';
import { formatClock } from '../time/time-format.ts';
import { FigureLink } from '../ui/links.ts';
import type { TimelineEntry } from './account-api.ts';
import { chargeFactsOf } from './charge-facts.ts';
import { EntryText } from './entry-text.tsx';

const kinds: Readonly<Record<string, MoneyKind>> = {
  QuotaGranted: 'credit',
  QuotaToppedUp: 'credit',
  RedemptionCredited: 'credit',
  QuotaReversed: 'adjustment',
  CreditExpired: 'adjustment',
  InviteEarningsTransferred: 'credit',
  QuotaAdjusted: 'adjustment',
  ConsumptionRefunded: 'refund',
  ConsumptionCorrected: 'refund',
  SuspenseSettled: 'refund',
  ConsumptionRerated: 'refund',
};

type LedgerEntryProps = { readonly entry: TimelineEntry; readonly isOpen: boolean; readonly toggle: () => void };

/** One event as a sentence; its amount leads to the receipt where it has one. Opened, what the sentence leaves out, its place and its postings. */
export function LedgerEntry({ entry, isOpen, toggle }: LedgerEntryProps): ReactElement {
  const t = useTexts();
  const charge = chargeFactsOf(entry);
  const requestId = receiptOf(entry);
  const amount = <Money quota={entry.amount} digits={6} kind={kinds[entry.type] ?? 'plain'} signed />;
  return (
    <Box as="li" borderBottomWidth="1px">
      <Flex gap="3" align="baseline" px="1" _hover={{ bg: 'bg.panel' }}>
        <chakra.button
          type="button"
          display="grid"
          gridTemplateColumns={{ base: '16px minmax(0, 1fr)', sm: '16px 72px minmax(0, 1fr)' }}
          gap="3"
          flex="1"
          minW="0"
          textAlign="start"
          py="2.5"
          alignItems="baseline"
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <chakra.span aria-hidden color="fg.muted" alignSelf="center">
            {isOpen ? <LuChevronDown /> : <LuChevronRight />}
          </chakra.span>
          <Text
            as="span"
            color="fg.muted"
            fontSize="13px"
            fontVariantNumeric="tabular-nums"
            display={{ base: 'none', sm: 'inline' }}
          >
            {formatClock(entry.at)}
          </Text>
          <Text as="span" overflowWrap="anywhere">
            {charge === undefined ? (
              <EntryText entry={entry} />
            ) : (
              <>
                <chakra.span htmlTranslate="no" fontFamily="mono" fontSize="12px">
                  {charge.model}
                </chakra.span>
                {charge.prompt + charge.completion === 0
                  ? null
                  : ` · ${t.ledger.tokens(formatCount(charge.prompt), formatCount(charge.completion))}`}
                {charge.interrupted ? <chakra.span color="warn">{` · ${t.receipt.interrupted}`}</chakra.span> : null}
              </>
            )}
          </Text>
        </chakra.button>
        {requestId !== '' ? (
          <FigureLink
            to={receiptPath(requestId)}
            title={t.ledger.toReceipt}
            flexShrink="0"
            display="inline-block"
            py="2.5"
            css={{ '@media (pointer: coarse)': { py: '3' } }}
          >
            {amount}
            <chakra.span srOnly>{` ${t.receipt.title}`}</chakra.span>
          </FigureLink>
        ) : entry.amount === 0 ? null : (
          amount
        )}
      </Flex>
      {isOpen ? (
        <Box
          bg="bg.panel"
          px={{ base: '3', sm: '4' }}
          py="3"
          ms={{ base: '8', sm: '116px' }}
          mb="3"
          borderRadius="l2"
          fontSize="13px"
        >
          {charge === undefined ? null : (
            <Text mb="2" overflowWrap="anywhere">
              {entry.text}
            </Text>
          )}
          <Flex gap="6" rowGap="1" wrap="wrap" mb={entry.postings ? '3' : '0'} color="fg.muted">
            <chakra.span display={{ base: 'inline', sm: 'none' }}>{formatClock(entry.at)}</chakra.span>
            <chakra.span htmlTranslate="no" fontFamily="mono" fontSize="12px">
              {entry.type}
            </chakra.span>
            <span>{t.ledger.place(formatCount(entry.position), entry.stream, formatCount(entry.revision))}</span>
            {entry.actor ? <span translate="no">{t.ledger.actor(entry.actor_name || entry.actor)}</span> : null}
          </Flex>
          {entry.postings ? <Postings postings={entry.postings} /> : null}
        </Box>
      ) : null}
    </Box>
  );
}

/** The request whose charge this is, or changes, or gives back; '' for all else. */
function receiptOf({ request_id: id, facts: { requestId } }: TimelineEntry): string {
  return id === '' && typeof requestId === 'string' ? requestId : id;
}
