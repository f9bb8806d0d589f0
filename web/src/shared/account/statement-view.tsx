import { Box, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { Money, type MoneyKind } from '../money/money.tsx';
import { formatCount } from '../money/quota-format.ts';
import { formatTime } from '../time/time-format.ts';
import { useNow } from '../time/use-now.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { useStatementQuery, type Statement, type StatementOf } from './account-api.ts';
import { groupOf, type StatementChoice, statementRange } from './statement-choice.ts';
import { InStatementProvider, inStatement } from './statement-context.tsx';
import { statementDays } from './statement-days.ts';
import { OpenReceipt } from './receipt-button.tsx';
import { StatementTable } from './statement-table.tsx';
import { statementTexts } from './statement-texts.ts';

const StatementGroups = onDemand(async () => (await import('./statement-groups.tsx')).StatementGroups);

/** Opening balance, entries by day with running balance, closing balance; or the charges summed up. */
export function StatementView({
  choice,
  of,
}: {
  readonly choice: StatementChoice;
  readonly of: StatementOf;
}): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(statementTexts);
  const now = useNow();
  const range = useMemo(() => statementRange(choice, now), [choice, now]);
  const query = useStatementQuery({ of, range });
  const { data } = query;
  const shown = useMemo(() => inStatement(range.zone, data?.late ?? []), [range.zone, data]);
  const days = useMemo(() => statementDays(data?.entries ?? [], shown.dayOf, shown.late), [data, shown]);
  const group = groupOf(choice);
  if (query.error && !query.isFetching)
    return (
      <Box borderWidth="1px" borderRadius="l3">
        <FailedState what={t.nav.statement} error={query.error} retry={() => void query.refetch()} />
      </Box>
    );
  if (!data)
    return (
      <Stack gap="3" borderWidth="1px" borderRadius="l3" p="4" aria-busy>
        {[80, 60, 70, 50, 65].map((width) => (
          <Skeleton key={width} height="16px" width={`${width}%`} />
        ))}
      </Stack>
    );
  return (
    <Box opacity={query.isFetching ? 0.55 : 1}>
      <Sums statement={data} />
      {data.reopened.map(({ period_id: id, at, reason }) => (
        <Text key={`${id} ${at}`} mb="2" color="warn" fontSize="13px">
          {own.reopened(String(id), `${shown.dayOf(at)} ${shown.clockOf(at)}`, reason)}
        </Text>
      ))}
      {group !== 'entries' ? (
        <StatementGroups statement={data} group={group} />
      ) : days.length === 0 ? (
        <Box borderWidth="1px" borderRadius="l3">
          <EmptyState title={t.statement.emptyTitle} about={t.statement.emptyAbout} />
        </Box>
      ) : (
        <InStatementProvider value={shown}>
          <StatementTable statement={data} days={days} />
        </InStatementProvider>
      )}
      <Text mt="2" color="fg.muted" fontSize="12px">
        {own.position(formatCount(data.position))}
      </Text>
      {data.next === null || group !== 'entries' ? null : (
        <Text mt="2" color="warn" fontSize="13px">
          {t.statement.cut(formatTime(data.entries.at(-1)?.at ?? data.end))}
        </Text>
      )}
      <OpenReceipt />
    </Box>
  );
}

function Sums({ statement }: { readonly statement: Statement }): ReactElement {
  const t = useTexts();
  const sums: readonly (readonly [label: string, quota: number, kind: MoneyKind, signed: boolean])[] = [
    [t.statement.opening, statement.opening, 'plain', false],
    [t.statement.credits, statement.credits, 'credit', true],
    [t.statement.charges, statement.charges, 'charge', true],
    [t.statement.refunds, statement.refunds, 'refund', true],
    [t.statement.adjustments, statement.adjustments, 'adjustment', true],
    [t.statement.closing, statement.closing, 'plain', false],
  ];
  return (
    <Flex as="dl" gap={{ base: '4', sm: '8' }} wrap="wrap" mb="4">
      {sums
        .filter(([, quota, , signed]) => !signed || quota !== 0)
        .map(([label, quota, kind, signed]) => (
          <Sum key={label} label={label}>
            <Money quota={quota} digits={6} kind={kind} signed={signed} />
          </Sum>
        ))}
    </Flex>
  );
}

function Sum({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <Box>
      <Text as="dt" color="fg.muted" fontSize="12px">
        {label}
      </Text>
      <Box as="dd" fontWeight="600">
        {children}
      </Box>
    </Box>
  );
}
