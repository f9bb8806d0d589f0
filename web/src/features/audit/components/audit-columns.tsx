import { chakra } from '@chakra-ui/react';
import type { AuditRecord } from '@ledgate/api/contract/audit';
import type { ReactElement } from 'react';
import { accountPath } from '../../../shared/account/account-links.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { formatTime } from '../../../shared/time/time-format.ts';
import { FigureLink } from '../../../shared/ui/links.ts';
import { actionName } from '../action-name.ts';
import { targetCalled, targetPlace } from '../target-place.ts';
import type { auditTexts } from '../texts.ts';

type Own = (typeof auditTexts)['en'];

const Figures = chakra('span', { base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } });

/** What is done to what by whom, and when. */
export const auditColumns = (own: Own): readonly Column<AuditRecord>[] => [
  {
    id: 'time',
    header: own.time,
    stacked: 'figure',
    cell: ({ created_at: at }) => <Figures>{formatTime(at)}</Figures>,
  },
  { id: 'action', header: own.action, stacked: 'title', cell: ({ action }) => actionName(action, own) },
  { id: 'target', header: own.target, stacked: 'note', cell: (record) => <Target record={record} own={own} /> },
  { id: 'actor', header: own.actor, stacked: 'noteFigure', cell: (record) => <Actor record={record} own={own} /> },
  { id: 'reason', header: own.reason, from: 1280, cell: ({ reason }) => reason },
  { id: 'address', header: own.address, from: 1440, cell: ({ address }) => <Figures>{address}</Figures> },
];

type CellProps = { readonly record: AuditRecord; readonly own: Own };

function Target({ record, own }: CellProps): ReactElement {
  const place = targetPlace(record);
  const name = <span translate="no">{targetCalled(record, own)}</span>;
  return (
    <span>
      {own.types[record.target_type]} {place === undefined ? name : <FigureLink to={place}>{name}</FigureLink>}
    </span>
  );
}

function Actor({ record: { actor_id: id, actor_name: name }, own }: CellProps): ReactElement {
  if (id === 0) return <span>{own.process(name)}</span>;
  return (
    <FigureLink to={accountPath(id)} translate="no" display="inline-block" minW="24px">
      {name === '' ? own.userNumber(id) : name}
    </FigureLink>
  );
}
