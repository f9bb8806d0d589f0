import { Box, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { ZoneClock } from '@ledgate/domain/shared/zone-clock';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { Money, type MoneyKind } from '../money/money.tsx';
import { formatCount } from '../money/quota-format.ts';
import { formatTime } from '../time/time-format.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import type { Statement, StatementOf, StatementRange } from './account-api.ts';
import { clockOf, groupOf, type StatementChoice } from './statement-choice.ts';
import { InStatementProvider, inStatement } from './statement-context.tsx';
import { statementDays } from './statement-days.ts';
import { OpenReceipt } from './receipt-button.tsx';
import { useStatement } from './statement-query.ts';
import { StatementTable } from './statement-table.tsx';
import { statementTexts } from './statement-texts.ts';

const StatementGroups = onDemand(async () => (await import('./statement-groups.tsx')).StatementGroups);

type StatementViewProps = {
  readonly of: StatementOf;
  /** Whose it is, as the page knows it before the answer comes; left out where the page says it itself, and of when. */
  readonly name?: string;
  readonly choice: StatementChoice;
  readonly clock: ZoneClock;
  readonly range: StatementRange;
};

/** Opening balance, entries by day with running balance, closing balance; or the sums of a kind. */
export function StatementView({ of, name, choice, clock, range }: StatementViewProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(statementTexts);
  const group = groupOf(choice);
  const { data, error, isFetching, refetch, more } = useStatement(of, range, group !== 'entries');
  // The server does not know each zone that the browser does: then its answer names another.
  const zone = data?.zone ?? clock.zone;
  const told = useMemo(() => (zone === clock.zone ? clock : clockOf({ zone })), [zone, clock]);
  const shown = useMemo(() => inStatement(told, data?.late ?? []), [told, data]);
  const days = useMemo(() => statementDays(data?.entries ?? [], shown.late), [data, shown]);
  const asked = choice.zone === '' ? clock.zone : choice.zone;
  // A number says little: what it is called comes with the answer.
  const called = 'scope' in of && of.scope !== 'group' && data?.name ? `${name} · ${data.name}` : name;
  const head = name === undefined ? null : <Head name={called ?? ''} range={range} clock={told} />;
  if (error && !isFetching)
    return (
      <>
        {head}
        <Box borderWidth="1px" borderRadius="l3">
          <FailedState what={t.nav.statement} error={error} retry={refetch} />
        </Box>
      </>
    );
  if (!data)
    return (
      <>
        {head}
        <Stack gap="3" borderWidth="1px" borderRadius="l3" p="4" aria-busy>
          {[80, 60, 70, 50, 65].map((width) => (
            <Skeleton key={width} height="16px" width={`${width}%`} />
          ))}
        </Stack>
      </>
    );
  return (
    <Box opacity={isFetching ? 0.55 : 1}>
      {head}
      {isFetching || asked === told.zone ? null : <Warning>{own.zoneUnknown(asked, told.zone)}</Warning>}
      <Sums statement={data} />
      {data.reopened.map(({ period_id: id, at, reason }) => (
        <Warning key={`${id} ${at}`}>
          {id === null
            ? own.reopenedOld(formatTime(at, told), reason)
            : own.reopened(String(id), formatTime(at, told), reason)}
        </Warning>
      ))}
      {group !== 'entries' ? (
        <StatementGroups statement={data} group={group} />
      ) : days.length === 0 ? (
        <Box borderWidth="1px" borderRadius="l3">
          <EmptyState title={t.statement.emptyTitle} about={t.statement.emptyAbout} />
        </Box>
      ) : (
        <InStatementProvider value={shown}>
          <StatementTable statement={data} days={days} more={more && { ...more, shown: data.entries.length }} />
        </InStatementProvider>
      )}
      <Text mt="2" color="fg.muted" fontSize="12px">
        {own.position(formatCount(data.position))}
      </Text>
      {data.next === null || group !== 'entries' || more !== undefined ? null : (
        <Text mt="2" color="warn" fontSize="13px">
          {t.statement.cut(formatTime(data.entries.at(-1)?.at ?? data.end, told))}
        </Text>
      )}
      <OpenReceipt />
    </Box>
  );
}

type HeadProps = Pick<StatementViewProps, 'range' | 'clock'> & { readonly name: string };

/** Of whom it is, from when until when, and in which zone. */
function Head({ name, range, clock }: HeadProps): ReactElement {
  const t = useTexts();
  const { zone } = clock;
  return (
    <Text color="fg.muted" fontSize="13px" mb="4" htmlTranslate="no">
      {'period' in range
        ? `${name} · ${range.period} · ${zone}`
        : t.statement.period(name, formatTime(range.start, clock), formatTime(range.end - 1, clock), zone)}
    </Text>
  );
}

const Warning = ({ children }: { readonly children: string }): ReactElement => (
  <Text mb="2" color="warn" fontSize="13px">
    {children}
  </Text>
);

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
