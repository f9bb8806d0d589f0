import { chakra } from '@chakra-ui/react';
import { type ReactElement, useMemo } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { CopyText, middle } from '../../../shared/ui/copy.tsx';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { type LedgerKey, useLedgerKeysQuery } from '../api/seals-api.ts';
import { type SealsTexts, sealsTexts } from '../seals-texts.ts';

const VKEY_CHARACTERS = 19;
const Figures = chakra('span', { base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } });

const columnsOf = (own: SealsTexts): readonly Column<LedgerKey>[] => [
  {
    id: 'id',
    header: own.keyId,
    width: '112px',
    stacked: 'title',
    cell: ({ key_id: id }) => (
      <chakra.span htmlTranslate="no" fontFamily="mono" fontSize="12px">
        {id}
      </chakra.span>
    ),
  },
  {
    id: 'use',
    header: own.use,
    stacked: 'figure',
    cell: ({ retired_at: at }) =>
      at === null ? (
        <StatusDot tone="good" text={own.present} />
      ) : (
        <StatusDot tone="off" text={own.retired(formatTime(at))} />
      ),
  },
  {
    id: 'from',
    header: own.fromSize,
    stacked: 'noteFigure',
    cell: ({ from_size: size }) => <Figures>{own.events(formatCount(size))}</Figures>,
  },
  {
    id: 'vkey',
    header: own.vkey,
    stacked: 'note',
    cell: ({ vkey }) => <CopyText text={vkey} shown={middle(vkey, VKEY_CHARACTERS)} label={own.vkey} />,
  },
];

/** The keys that have signed heads, the present one first. */
export function KeyList(): ReactElement {
  const own = useOwnTexts(sealsTexts);
  const query = useLedgerKeysQuery();
  const columns = useMemo(() => columnsOf(own), [own]);
  return (
    <DataTable
      label={own.keys}
      columns={columns}
      rows={query.data}
      rowKey={({ vkey }) => vkey}
      query={query}
      empty={<EmptyState title={own.keysNone} />}
    />
  );
}
