import { useState, type ReactElement } from 'react';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import type { ListQuery } from '../../../shared/table/columns.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import type { ModelTotal } from '../series.ts';

/** The chart's figures by model, exact. Rows keep the order in which the table appeared, whatever its figures become; new models follow. */
export function UsageTable({
  totals,
  query,
}: {
  readonly totals: readonly ModelTotal[];
  readonly query: ListQuery;
}): ReactElement {
  const t = useTexts();
  const [order] = useState(() => totals.map(({ model }) => model));
  const sum = totals.reduce((total, { quota }) => total + quota, 0);
  return (
    <DataTable
      label={t.dashboard.byModel}
      rows={inOrder(totals, order)}
      rowKey={(row) => row.model}
      query={query}
      empty={null}
      columns={[
        {
          id: 'model',
          header: t.dashboard.model,
          cell: (row) => <CopyText text={row.model} characters={40} />,
          stacked: 'title',
        },
        {
          id: 'count',
          stacked: 'note',
          header: t.dashboard.requests,
          cell: (row) => formatCount(row.count),
          numeric: true,
        },
        { id: 'tokens', header: t.dashboard.tokens, cell: (row) => formatCount(row.token_used), numeric: true },
        {
          id: 'share',
          stacked: 'noteFigure',
          header: t.dashboard.share,
          cell: (row) => (sum === 0 ? '–' : `${((row.quota / sum) * 100).toFixed(1)} %`),
          numeric: true,
        },
        {
          id: 'quota',
          header: t.dashboard.consumption,
          cell: (row) => <Money quota={row.quota} digits={6} />,
          numeric: true,
          stacked: 'figure',
        },
      ]}
    />
  );
}

/** Rows as they stood, then those that have come since. */
function inOrder(totals: readonly ModelTotal[], order: readonly string[]): readonly ModelTotal[] {
  const places = new Map(order.map((model, place) => [model, place]));
  const placeOf = ({ model }: ModelTotal): number => places.get(model) ?? order.length;
  return totals.toSorted((one, other) => placeOf(one) - placeOf(other));
}
