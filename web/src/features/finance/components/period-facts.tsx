import type { ReactElement } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { RowFacts } from '../../../shared/table/row-facts.tsx';
import { CopyText, middle } from '../../../shared/ui/copy.tsx';
import type { Period } from '../api/periods-api.ts';
import { periodsTexts } from '../periods-texts.ts';
import { Actor } from './period-columns.tsx';

type Own = (typeof periodsTexts)['en'];

const DIGEST_CHARACTERS = 17;
/** So many indexes are told; the bundle has them all. */
const LATE_SHOWN = 20;

const facts = (own: Own): readonly Column<Period>[] => [
  { id: 'reopened', header: own.reopenedFor, cell: ({ reopen_reason: reason }) => reason ?? '' },
  { id: 'revision', header: own.revision, cell: ({ revision }) => revision },
  { id: 'zone', header: own.zoneOf, cell: ({ zone }) => zone },
  { id: 'events', header: own.events, cell: ({ totals }) => (totals === null ? '' : formatCount(totals.events)) },
  { id: 'requests', header: own.requests, cell: ({ totals }) => (totals === null ? '' : formatCount(totals.charges)) },
  { id: 'indexes', header: own.indexes, cell: (period) => indexesText(period, own) },
  { id: 'position', header: own.position, cell: ({ position }) => (position === null ? '' : formatCount(position)) },
  { id: 'actor', header: own.actor, cell: (period) => <Actor period={period} own={own} /> },
  { id: 'late', header: own.lateIndexes, cell: ({ late }) => lateText(late, own) },
  {
    id: 'manifest',
    header: own.manifest,
    cell: ({ manifest_sha256: digest }) =>
      digest === null ? '' : <CopyText text={digest} shown={middle(digest, DIGEST_CHARACTERS)} label={own.manifest} />,
  },
];

const indexesText = ({ first_index: first, size }: Period, own: Own): string =>
  first === null || size === null ? '' : own.indexRange(formatCount(first), formatCount(size));

function lateText(late: readonly number[], own: Own): string {
  const shown = late.slice(0, LATE_SHOWN).map(formatCount).join(', ');
  return late.length > LATE_SHOWN ? own.lateMore(shown, formatCount(late.length - LATE_SHOWN)) : shown;
}

/** What a close fixed. */
export function PeriodFacts({ period }: { readonly period: Period }): ReactElement {
  return <RowFacts columns={facts(useOwnTexts(periodsTexts))} row={period} />;
}
