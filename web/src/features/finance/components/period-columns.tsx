import { Button, chakra } from '@chakra-ui/react';
import { zoneClock } from '@ledgate/domain/shared/zone-clock';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import type { ReactElement } from 'react';
import { LuDownload } from 'react-icons/lu';
import { accountPath } from '../../../shared/account/account-links.ts';
import { Money } from '../../../shared/money/money.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { formatTime } from '../../../shared/time/time-format.ts';
import { shownClock } from '../../../shared/time/zone.ts';
import { FigureLink } from '../../../shared/ui/links.ts';
import { StatusDot, type Tone } from '../../../shared/ui/status-dot.tsx';
import { bundleUrl, type Period } from '../api/periods-api.ts';
import type { periodsTexts } from '../periods-texts.ts';

type Own = (typeof periodsTexts)['en'];

const TONES: Readonly<Record<Period['status'], Tone>> = { closing: 'note', closed: 'good', reopened: 'attention' };
const Figures = chakra('span', { base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } });

/** What was closed, and with which sums. */
export const periodColumns = (own: Own): readonly Column<Period>[] => [
  { id: 'id', header: own.number, numeric: true, width: '72px', from: 1280, cell: ({ id }) => id },
  {
    id: 'range',
    header: own.range,
    stacked: 'title',
    // Beside its figure on a phone there is room for half of it.
    cell: (period) => <Figures whiteSpace={{ base: 'normal', md: 'nowrap' }}>{rangeText(period, own)}</Figures>,
  },
  {
    id: 'status',
    header: own.status,
    stacked: 'note',
    cell: ({ status, reopen_reason: reason }) => (
      <StatusDot tone={TONES[status]} text={own.statuses[status]} title={reason ?? undefined} />
    ),
  },
  { id: 'revision', header: own.revision, numeric: true, from: 1600, cell: ({ revision }) => revision },
  {
    id: 'charges',
    header: own.charges,
    numeric: true,
    stacked: 'figure',
    cell: ({ totals }) => (totals === null ? '' : <Money quota={totals.charge_units} digits={6} />),
  },
  {
    id: 'credits',
    header: own.credits,
    numeric: true,
    cell: ({ totals }) =>
      totals === null ? '' : <Money quota={totals.credit_units} digits={6} kind="credit" signed />,
  },
  {
    id: 'late',
    header: own.late,
    numeric: true,
    cell: ({ late }) => <Figures title={own.lateOf(formatCount(late.length))}>{formatCount(late.length)}</Figures>,
  },
  {
    id: 'closed',
    header: own.closedAt,
    from: 1280,
    stacked: 'noteFigure',
    cell: ({ closed_at: at }) => <Figures>{at === null ? '' : formatTime(at)}</Figures>,
  },
  {
    id: 'bundle',
    header: own.bundle,
    cell: (period) => (period.manifest_sha256 === null ? '' : <DownloadLink period={period} own={own} />),
  },
];

/** In its own zone, whose days it was chosen by. */
export function rangeText({ start, end, zone }: Pick<Period, 'start' | 'end' | 'zone'>, own: Own): string {
  const clock = isZone(zone) ? zoneClock(zone) : shownClock();
  return own.rangeText(start === 0 ? own.fromFirst : formatTime(start, clock), formatTime(end, clock));
}

export function Actor({ period, own }: { readonly period: Period; readonly own: Own }): ReactElement {
  const { actor_id: id, actor_name: name } = period;
  return (
    <FigureLink to={accountPath(id)} translate="no">
      {name === '' ? own.userNumber(id) : name}
    </FigureLink>
  );
}

function DownloadLink({ period, own }: { readonly period: Period; readonly own: Own }): ReactElement {
  const title = own.downloadOf(period.id);
  return (
    <Button asChild size="xs" variant="outline" minH="32px">
      <a
        href={bundleUrl(period)}
        download
        aria-label={title}
        title={period.bundle_bytes === null ? `${title}. ${own.made}` : title}
      >
        <LuDownload />
        {own.download}
      </a>
    </Button>
  );
}
