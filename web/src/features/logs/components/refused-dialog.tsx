import { Dialog, Text } from '@chakra-ui/react';
import { useMemo, useState, type ReactElement } from 'react';
import { useTexts, type Texts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { DialogFrame } from '../../../shared/ui/dialog-frame.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { type LogFilter, type RefusedCalls, useRefusedCallsQuery } from '../api/logs-api.ts';

type Refused = RefusedCalls['items'][number];

/** The hours, keys and reasons of calls that were refused. */
export function RefusedDialog({
  filter,
  onClose,
}: {
  readonly filter: LogFilter;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTexts();
  const query = useRefusedCallsQuery(filter);
  // What it opened with stays while it is read, though the figure beside it is asked again.
  const [kept, keep] = useState<RefusedCalls>();
  // Not in the address, where the dialog itself is.
  const [openedRow, openRow] = useState('');
  if (kept === undefined && query.currentData !== undefined) keep(query.currentData);
  const data = kept ?? query.currentData;
  const columns = useMemo(() => columnsOf(t, filter.admin), [t, filter.admin]);
  return (
    <DialogFrame title={t.logs.refused} onClose={onClose} wide>
      <Dialog.Body pb="5">
        <Text color="fg.muted" mb="3">
          {t.logs.refusedAbout} {t.logs.refusedNarrowed}
        </Text>
        <DataTable
          label={t.logs.refused}
          columns={columns}
          rows={data?.items}
          rowKey={({ hour, username, token_name: token, reason }) => `${hour} ${username} ${token} ${reason}`}
          query={{
            ...query,
            isFetching: query.isFetching && data === undefined,
            error: data ? undefined : query.error,
          }}
          openRow={{ what: openedRow, open: openRow, close: () => openRow('') }}
          empty={<EmptyState title={t.logs.noneRefused} />}
        />
        {data && !data.complete ? (
          <Text role="note" mt="2" color="fg.muted" fontSize="12px">
            {t.logs.refusedCut(formatCount(data.items.length))}
          </Text>
        ) : null}
      </Dialog.Body>
    </DialogFrame>
  );
}

const columnsOf = (t: Texts, isAdmin: boolean): readonly Column<Refused>[] => [
  { id: 'hour', stacked: 'note', header: t.logs.refusedHour, cell: ({ hour }) => formatTime(hour).slice(0, 16) },
  ...(isAdmin
    ? [{ id: 'user', header: t.logs.username, cell: ({ username }: Refused) => username || t.logs.nobody }]
    : []),
  { id: 'token', stacked: 'noteFigure', header: t.logs.token, cell: ({ token_name: token }) => token || '–' },
  { id: 'reason', header: t.logs.refusedReason, stacked: 'title', cell: ({ reason }) => t.logs.refusedFor[reason] },
  {
    id: 'count',
    header: t.logs.refusedCalls,
    numeric: true,
    stacked: 'figure',
    cell: ({ count }) => formatCount(count),
  },
];
