import { Box, Flex, Text } from '@chakra-ui/react';
import { useMemo, type ReactElement } from 'react';
import { asFigures, FIGURES_EVERY_MS, figuresOf } from '../../../shared/api/figures.ts';
import { RangePicker } from '../../../shared/filters/range-picker.tsx';
import { readRange } from '../../../shared/filters/read-range.ts';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { Sum } from '../../../shared/money/sum.tsx';
import type { Column } from '../../../shared/table/columns.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { AsOf } from '../../../shared/time/as-of.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { zoneName } from '../../../shared/time/zone.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { Section } from '../../../shared/ui/page.tsx';
import { QuietLink } from '../../../shared/ui/links.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { accountLink } from '../account-link.ts';
import { booksPageTexts } from '../page-texts.ts';
import { reachable } from '../reachable.ts';
import { useTrialBalanceQuery, type TrialBalanceLine } from '../api/books-api.ts';

const defaults = { range: 'month' } as const;

/** Every account of the chart over a range: what it began with, what was taken and given, what it ended with. Each leads to its entries. */
export function TrialBalance(): ReactElement {
  const own = useOwnTexts(booksPageTexts);
  const { values, set } = useFilters<keyof typeof defaults>(defaults);
  const now = useNow(FIGURES_EVERY_MS);
  const { start, end } = useMemo(() => readRange(values.range, now), [values.range, now]);
  const query = useTrialBalanceQuery({ start, end: end + 1 }, asFigures);
  const { data, failure, isOther } = figuresOf(query);
  const columns = useMemo(() => columnsOf(own, values.range), [own, values.range]);
  return (
    <Section title={own.trialBalance} about={own.trialAbout}>
      <Flex mb="3" justify="space-between" gap="2">
        <RangePicker value={values.range} onChange={(range) => set({ range })} />
        <ViewMenu list="trialBalance" columns={columns} />
      </Flex>
      {data ? (
        <Flex gap="2" mb="3" align="baseline" wrap="wrap" fontSize="13px">
          <Text color="fg.muted">{own.total}</Text>
          <Text fontWeight="600" color={data.total === 0 ? undefined : 'danger'} data-trial-total>
            <Sum quota={data.total} />
          </Text>
          <Text color="fg.muted">{own.period(formatTime(data.start), formatTime(data.end - 1), zoneName())}</Text>
        </Flex>
      ) : null}
      <Box mb="2">
        <AsOf queries={[query]} />
      </Box>
      <DataTable
        list="trialBalance"
        label={own.trialBalance}
        rows={data?.accounts}
        rowKey={(row) => row.account}
        query={{ ...query, isFetching: isOther, error: failure }}
        columns={columns}
        empty={<EmptyState title={own.emptyTitle} about={own.emptyAbout} />}
      />
    </Section>
  );
}

const columnsOf = (own: (typeof booksPageTexts)['en'], range: string): readonly Column<TrialBalanceLine>[] => [
  {
    id: 'account',
    header: own.account,
    stacked: 'title',
    cell: ({ account }) => <Account account={account} range={range} />,
  },
  {
    id: 'ledger',
    header: own.ledgerName,
    stacked: 'note',
    from: 1280,
    cell: ({ account }) => (
      <Box htmlTranslate="no" fontFamily="mono" fontSize="12px" color="fg.muted">
        {account}
      </Box>
    ),
  },
  { id: 'opening', header: own.opening, numeric: true, cell: ({ opening }) => <Sum quota={opening} /> },
  { id: 'debits', header: own.debits, numeric: true, cell: ({ debits }) => <Sum quota={debits} /> },
  { id: 'credits', header: own.credits, numeric: true, cell: ({ credits }) => <Sum quota={credits} signed /> },
  {
    id: 'balance',
    header: own.closing,
    numeric: true,
    stacked: 'figure',
    cell: ({ balance }) => <Sum quota={balance} />,
  },
];

/** What it is in words; leads to its entries. */
function Account({ account, range }: { readonly account: string; readonly range: string }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(booksPageTexts);
  const link = reachable(accountLink(account, range), useSession().may);
  const name = t.books.accounts(account);
  if (link === undefined) return <>{name}</>;
  return (
    <QuietLink to={link} title={own.entriesOf(name)}>
      {name}
    </QuietLink>
  );
}
