import { Box, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { asFigures } from '../../../shared/api/figures.ts';
import { useLanguage, useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { formatRelative, formatTime } from '../../../shared/time/time-format.ts';
import { AsOf } from '../../../shared/time/as-of.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { Fact } from '../../../shared/ui/fact.tsx';
import { Page, Section } from '../../../shared/ui/page.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import { useBooksQuery } from '../api/books-api.ts';
import { FindingList } from '../components/findings.tsx';
import { TrialBalance } from '../components/trial-balance.tsx';
import { booksPageTexts } from '../page-texts.ts';

const TICK_MS = 5000;

/** The state of the books: how far the read models are, what the last verification found, and the trial balance. */
export function BooksPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(booksPageTexts);
  const language = useLanguage();
  const now = useNow(TICK_MS);
  const health = useBooksQuery(undefined, asFigures);
  const { data } = health;
  const verified = data?.verified;
  return (
    <Page title={t.nav.books} about={own.about}>
      {health.error && !data ? (
        <FailedState what={t.nav.books} error={health.error} retry={() => void health.refetch()} />
      ) : (
        <Box mb="8">
          <Flex as="dl" gap={{ base: '5', sm: '10' }} wrap="wrap" mb="1">
            <Fact label={own.state}>
              {data ? (
                verified ? (
                  <StatusDot tone={verified.ok ? 'good' : 'bad'} text={verified.ok ? own.ok : own.notOk} />
                ) : (
                  <StatusDot tone="off" text={own.never} />
                )
              ) : undefined}
            </Fact>
            {verified ? (
              <>
                <Fact label={own.oldestLook}>
                  <span title={formatTime(verified.at)}>{formatRelative(verified.at, now, language)}</span>
                </Fact>
                <Fact label={own.verifiedUpTo}>{formatCount(verified.position)}</Fact>
              </>
            ) : null}
            <Fact label={own.position}>{data ? formatCount(data.position) : undefined}</Fact>
            <Fact label={own.head}>{data ? formatCount(data.head) : undefined}</Fact>
            <Fact label={own.lag}>{data ? formatCount(data.lag_events) : undefined}</Fact>
          </Flex>
          <AsOf queries={[health]} />
        </Box>
      )}
      {verified && verified.differences.length > 0 ? (
        <Section title={own.differences}>
          {verified.findings.length > 0 ? (
            <FindingList findings={verified.findings} />
          ) : (
            <Box as="ul" ps="5" listStyleType="disc" color="danger" overflowWrap="anywhere">
              {verified.differences.map((difference) => (
                <li key={difference}>{difference}</li>
              ))}
            </Box>
          )}
        </Section>
      ) : null}
      <TrialBalance />
    </Page>
  );
}
