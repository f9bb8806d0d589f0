import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuChevronDown, LuChevronRight } from 'react-icons/lu';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { Money, type MoneyKind } from '../../../shared/money/money.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { Postings } from '../../../shared/receipt/postings.tsx';
import { formatClock } from '../../../shared/time/time-format.ts';
import type { TimelineEntry } from '../api/wallet-api.ts';
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

/** One event as a sentence; opened, its place in the ledger and its postings. */
export function LedgerEntry({ entry }: { readonly entry: TimelineEntry }): ReactElement {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <Box as="li" borderBottomWidth="1px">
      <chakra.button
        type="button"
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr) auto 16px', sm: '80px minmax(0, 1fr) auto 16px' }}
        gap="3"
        width="full"
        textAlign="start"
        py="2.5"
        px="1"
        alignItems="baseline"
        aria-expanded={open}
        _hover={{ bg: 'bg.panel' }}
        onClick={() => setOpen(!open)}
      >
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
          <EntryText entry={entry} />
        </Text>
        <span>
          {entry.amount === 0 ? null : (
            <Money quota={entry.amount} digits={6} kind={kinds[entry.type] ?? 'plain'} signed />
          )}
        </span>
        <chakra.span aria-hidden color="fg.muted" alignSelf="center">
          {open ? <LuChevronDown /> : <LuChevronRight />}
        </chakra.span>
      </chakra.button>
      {open ? (
        <Box
          bg="bg.panel"
          px={{ base: '3', sm: '4' }}
          py="3"
          ms={{ sm: '92px' }}
          mb="3"
          borderRadius="l2"
          fontSize="13px"
        >
          <Flex gap="6" rowGap="1" wrap="wrap" mb={entry.postings ? '3' : '0'} color="fg.muted">
            <chakra.span fontFamily="mono" fontSize="12px">
              {entry.type}
            </chakra.span>
            <span>{t.ledger.place(formatCount(entry.position), entry.stream, formatCount(entry.revision))}</span>
            {entry.actor ? <span>{t.ledger.actor(entry.actor)}</span> : null}
          </Flex>
          {entry.postings ? <Postings postings={entry.postings} /> : null}
        </Box>
      ) : null}
    </Box>
  );
}
