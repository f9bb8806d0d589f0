import { Box, Button, chakra, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useMemo, useState, type ReactElement } from 'react';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { useLanguage, useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { priceNames } from '../../../shared/prices/price-names.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import { useNarrow, useTight } from '../../../shared/ui/use-narrow.ts';
import { useVersionQuery, useVersionsQuery, type Version } from '../api/pricebook-api.ts';
import { changedLines } from '../shown-lines.ts';
import { type OwnTexts, pricebookTexts } from '../texts.ts';
import { DiffTable } from '../../../shared/ui/diff-table.tsx';

const defaults = {} as const;
/** Lines of a version that are shown unasked. */
const LINES_SHOWN = 50;

const byOf = ({ actor_id: id, actor_name: name }: Version, own: OwnTexts): string =>
  id === 0 ? own.product : name || `#${id}`;

const startOf = ({ starts_at: start }: Version, own: OwnTexts): string =>
  start === 0 ? own.atOnce : formatTime(start);

const State = ({ version, now, own }: { version: Version; now: number; own: OwnTexts }): ReactElement =>
  version.in_force ? (
    <StatusDot tone="good" text={own.versionStates.inForce} />
  ) : version.starts_at > now ? (
    <StatusDot
      tone={version.replaced ? 'off' : 'attention'}
      text={version.replaced ? own.versionStates.replaced : own.versionStates.waiting}
    />
  ) : (
    <StatusDot tone="off" text={own.versionStates.past} />
  );

function columnsOf(own: OwnTexts, now: number, narrow: boolean, tight: boolean): readonly Column<Version>[] {
  const state: Column<Version> = {
    id: 'state',
    header: own.state,
    stacked: 'figure',
    cell: (version) => <State version={version} now={now} own={own} />,
  };
  if (narrow)
    return [
      { id: 'version', header: own.versionHeader, stacked: 'title', cell: ({ version }) => own.version(version) },
      state,
      {
        id: 'reason',
        header: own.reason,
        stacked: 'note',
        cell: (version) => [byOf(version, own), version.reason].filter(Boolean).join(' · '),
      },
      {
        id: 'published',
        header: own.publishedAt,
        stacked: 'noteFigure',
        cell: ({ published_at: at }) => formatTime(at),
      },
    ];
  const time = (text: string): ReactElement => <chakra.span fontVariantNumeric="tabular-nums">{text}</chakra.span>;
  return [
    {
      id: 'version',
      header: own.versionHeader,
      numeric: true,
      width: '72px',
      cell: ({ version }) => formatCount(version),
    },
    state,
    { id: 'published', header: own.publishedAt, cell: ({ published_at: at }) => time(formatTime(at)) },
    { id: 'start', header: own.start, cell: (version) => time(startOf(version, own)) },
    { id: 'by', from: 1280, header: own.by, cell: (version) => byOf(version, own) },
    {
      id: 'reason',
      header: own.reason,
      cell: ({ reason }) => (
        <chakra.span
          display="block"
          maxW={tight ? '18ch' : '60ch'}
          overflow="hidden"
          textOverflow="ellipsis"
          title={reason}
        >
          {reason}
        </chakra.span>
      ),
    },
  ];
}

/** All price books, newest first: who published each, when and why; an open one says what it changed. */
export function HistoryTab(): ReactElement {
  const own = useOwnTexts(pricebookTexts);
  const narrow = useNarrow();
  const tight = useTight();
  const now = useNow();
  const pageSize = usePageSize();
  const { page, setPage } = useFilters<never>(defaults);
  const openRow = useOpened();
  const query = useVersionsQuery({ page, size: pageSize });
  const { data } = query;
  const columns = useMemo(() => columnsOf(own, now, narrow, tight), [own, now, narrow, tight]);
  return (
    <>
      <DataTable
        label={own.tabs.history}
        columns={columns}
        rows={data?.items}
        rowKey={({ version }) => version}
        query={query}
        openRow={openRow}
        expanded={(version) => <Changed version={version} />}
        empty={<EmptyState title={own.historyEmptyTitle} about={own.historyEmptyAbout} />}
      />
      <Pager page={page} onPage={setPage} query={query} />
    </>
  );
}

/** Under a version: its reason and start in full, and what it says otherwise than the one before. */
function Changed({ version }: { readonly version: Version }): ReactElement {
  const own = useOwnTexts(pricebookTexts);
  const names = priceNames[useLanguage()];
  const query = useVersionQuery(version.version);
  const [all, setAll] = useState(false);
  const label = own.changesOf(version.version);
  if (query.error && !query.isFetching)
    return <FailedState what={label} error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined)
    return (
      <Stack gap="3" p="4" aria-busy>
        {[60, 45, 50].map((width) => (
          <Skeleton key={width} height="14px" width={`${width}%`} />
        ))}
      </Stack>
    );
  const lines = changedLines(query.data, own, names);
  const shown = all ? lines : lines.slice(0, LINES_SHOWN);
  return (
    <Box p={{ base: '3', sm: '4' }} fontSize="13px">
      <Text color="fg.muted" mb="2" overflowWrap="anywhere">
        {[`${own.start}: ${startOf(version, own)}`, version.reason].filter(Boolean).join(' · ')}
      </Text>
      {lines.length === 0 ? (
        <Text>{version.version === 1 ? own.firstBook : own.nothingInIt}</Text>
      ) : (
        <DiffTable label={label} heads={[own.what, own.before, own.after]} lines={shown} />
      )}
      {shown.length < lines.length ? (
        <Button size="xs" variant="outline" mt="3" onClick={() => setAll(true)}>
          {own.showAll(formatCount(lines.length))}
        </Button>
      ) : null}
    </Box>
  );
}
