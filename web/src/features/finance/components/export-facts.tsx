import type { ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { RowFacts } from '../../../shared/table/row-facts.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { CopyText, middle } from '../../../shared/ui/copy.tsx';
import type { ExportJob } from '../api/exports-api.ts';
import { exportsTexts } from '../exports-texts.ts';
import { rangeText } from './export-columns.tsx';

type Own = (typeof exportsTexts)['en'];

const DIGEST_CHARACTERS = 17;

const facts = (own: Own): readonly Column<ExportJob>[] => [
  { id: 'error', header: own.error, cell: ({ error }) => error ?? '' },
  { id: 'about', header: own.layout, cell: ({ layout }) => own.held[layout] },
  { id: 'range', header: own.range, cell: (job) => rangeText(job, own) },
  { id: 'zone', header: own.zone, cell: ({ zone }) => zone },
  { id: 'position', header: own.position, cell: ({ position }) => formatCount(position) },
  { id: 'narrowed', header: own.narrowed, cell: (job) => narrowedText(job, own) },
  { id: 'options', header: own.options, cell: (job) => optionsText(job, own) },
  { id: 'expires', header: own.expires, cell: ({ expires_at: at }) => (at === null ? '' : formatTime(at)) },
  {
    id: 'digest',
    header: own.digest,
    cell: ({ sha256 }) =>
      sha256 === null ? '' : <CopyText text={sha256} shown={middle(sha256, DIGEST_CHARACTERS)} label={own.digest} />,
  },
];

function narrowedText(job: ExportJob, own: Own): string {
  const parts: readonly (readonly [name: string, value: number | string | null])[] = [
    [own.user, job.user_id],
    [own.token, job.token_id],
    [own.channel, job.channel_id],
    [own.group, job.group],
    [own.model, job.model],
    [own.eventType, job.type],
  ];
  return parts.flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`])).join(', ');
}

const optionsText = ({ names, raw_text: raw, detail }: ExportJob, own: Own): string =>
  [names ? '' : own.noNames, raw ? own.rawText : '', detail === null ? '' : own.byDay].filter(Boolean).join(', ');

/** What was ordered, and what came of it. */
export function ExportFacts({ job }: { readonly job: ExportJob }): ReactElement {
  return <RowFacts columns={facts(useOwnTexts(exportsTexts))} row={job} />;
}
