import { Button, chakra } from '@chakra-ui/react';
import { zoneClock } from '@ledgate/domain/shared/zone-clock';
import { isZone } from '@ledgate/domain/shared/zone-offset';
import type { ReactElement } from 'react';
import { LuDownload } from 'react-icons/lu';
import { accountPath } from '../../../shared/account/account-links.ts';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { formatTime } from '../../../shared/time/time-format.ts';
import { shownClock } from '../../../shared/time/zone.ts';
import { FigureLink } from '../../../shared/ui/links.ts';
import { StatusDot, type Tone } from '../../../shared/ui/status-dot.tsx';
import { type ExportJob, exportFileUrl } from '../api/exports-api.ts';
import type { exportsTexts } from '../exports-texts.ts';

type Own = (typeof exportsTexts)['en'];

const TONES: Readonly<Record<ExportJob['status'], Tone>> = {
  queued: 'note',
  running: 'note',
  done: 'good',
  failed: 'bad',
  cancelled: 'off',
};

const Figures = chakra('span', { base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } });

export const isUnfinished = ({ status }: ExportJob): boolean => status === 'queued' || status === 'running';
const hasFile = (job: ExportJob, nowMs: number): boolean =>
  job.status === 'done' && job.may_download && !isExpired(job, nowMs);
const isExpired = ({ expires_at: at }: ExportJob, nowMs: number): boolean => at !== null && at * 1_000 <= nowMs;

/** What is ordered, and how far it is. */
export const exportColumns = (own: Own, nowMs: number): readonly Column<ExportJob>[] => [
  { id: 'id', header: own.number, numeric: true, width: '72px', from: 1280, cell: ({ id }) => id },
  {
    id: 'layout',
    header: own.layout,
    stacked: 'title',
    cell: ({ layout, format }) => (
      <span>
        {own.layouts[layout]} <chakra.span color="fg.muted">{FORMATS[format]}</chakra.span>
      </span>
    ),
  },
  {
    id: 'status',
    header: own.status,
    stacked: 'note',
    cell: (job) => (
      <StatusDot
        tone={isExpired(job, nowMs) ? 'off' : TONES[job.status]}
        text={isExpired(job, nowMs) ? own.expired : own.statuses[job.status]}
        title={job.error ?? undefined}
      />
    ),
  },
  {
    id: 'rows',
    header: own.progress,
    numeric: true,
    stacked: 'figure',
    cell: (job) => <Figures>{rowsText(job, own)}</Figures>,
  },
  { id: 'range', header: own.range, from: 1600, cell: (job) => <Figures>{rangeText(job, own)}</Figures> },
  {
    id: 'size',
    header: own.size,
    numeric: true,
    cell: ({ bytes }) => <Figures htmlTranslate="no">{sizeText(bytes)}</Figures>,
  },
  { id: 'actor', header: own.actor, from: 1280, cell: (job) => <Actor job={job} own={own} /> },
  {
    id: 'created',
    header: own.created,
    stacked: 'noteFigure',
    cell: ({ created_at: at }) => <Figures>{formatTime(at)}</Figures>,
  },
  {
    id: 'file',
    header: own.file,
    cell: (job) => (hasFile(job, nowMs) ? <DownloadLink job={job} own={own} /> : ''),
  },
];

const FORMATS: Readonly<Record<ExportJob['format'], string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
  hledger: 'hledger',
  beancount: 'Beancount',
};
export const formatName = (format: ExportJob['format']): string => FORMATS[format];

function rowsText({ rows_done: done, rows_total: total, status }: ExportJob, own: Own): string {
  const isWhole = status === 'done' || total === null;
  return own.rows(formatCount(done), isWhole ? undefined : formatCount(total));
}

/** In the zone of the order, whose days it was chosen by. */
export function rangeText({ start, end, zone }: ExportJob, own: Own): string {
  const clock = isZone(zone) ? zoneClock(zone) : shownClock();
  const texts = [
    start === 0 ? '' : own.from(formatTime(start, clock)),
    end === 0 ? '' : own.until(formatTime(end, clock)),
  ];
  return texts.filter((text) => text !== '').join(' ') || own.everything;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** With three figures at most: `1.24 MB`. */
function sizeText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? String(value) : value.toPrecision(3)} ${UNITS[power] ?? ''}`;
}

function Actor({ job: { actor_id: id, actor_name: name }, own }: { readonly job: ExportJob; readonly own: Own }) {
  return (
    <FigureLink to={accountPath(id)} translate="no">
      {name === '' ? own.userNumber(id) : name}
    </FigureLink>
  );
}

function DownloadLink({ job, own }: { readonly job: ExportJob; readonly own: Own }): ReactElement {
  return (
    <Button asChild size="xs" variant="outline" minH="32px">
      <a href={exportFileUrl(job)} download aria-label={own.downloadOf(job.id)} title={own.downloadOf(job.id)}>
        <LuDownload />
        {own.download}
      </a>
    </Button>
  );
}
