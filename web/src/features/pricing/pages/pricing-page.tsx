import { Box, chakra, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { useCallback, useMemo, type ReactElement } from 'react';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { useNarrow } from '../../../shared/ui/use-narrow.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { type Pricing, type PricingEntry, usePricingQuery } from '../api/pricing-api.ts';
import { type ModelPrice, type Priced, priceOf } from '../prices.ts';
import { pricingTexts } from '../texts.ts';

const defaults = { q: '', group: '' } as const;

type Row = { readonly entry: PricingEntry; readonly price: ModelPrice };
type OwnTexts = (typeof pricingTexts)['en'];

/** What is sold in a group, by name; `search` is a part of the name, letter case ignored. */
function rowsOf({ models, groupRatios }: Pricing, group: string, search: string, quotaPerUnit: number): readonly Row[] {
  const sought = search.trim().toLowerCase();
  return models
    .filter(
      ({ model_name, enable_groups }) => enable_groups.includes(group) && model_name.toLowerCase().includes(sought),
    )
    .toSorted((one, other) => one.model_name.localeCompare(other.model_name))
    .map((entry) => ({ entry, price: priceOf(entry, groupRatios[group] ?? 1, quotaPerUnit) }));
}

const modelColumn = (own: OwnTexts, characters: number): Column<Row> => ({
  id: 'model',
  header: own.model,
  stacked: 'title',
  cell: ({ entry }) => <CopyText text={entry.model_name} characters={characters} />,
});

const wideColumns = (own: OwnTexts): readonly Column<Row>[] => [
  modelColumn(own, 40),
  {
    id: 'input',
    header: own.input,
    numeric: true,
    cell: ({ price }) => (price.by === 'tokens' ? price.input.dollars : ''),
  },
  {
    id: 'output',
    header: own.output,
    numeric: true,
    cell: ({ price }) => (price.by === 'tokens' ? price.output.dollars : ''),
  },
  {
    id: 'piece',
    header: own.piece,
    numeric: true,
    cell: ({ price }) => (price.by === 'piece' ? price.piece.sum.dollars : ''),
  },
];

/** Two lines: the model with the price of its input, and what it is a price of with that of its output. */
const narrowColumns = (own: OwnTexts): readonly Column<Row>[] => [
  modelColumn(own, 22),
  {
    id: 'price',
    header: own.input,
    stacked: 'figure',
    cell: ({ price }) =>
      price.by === 'piece' ? price.piece.sum.dollars : labelled(own.inputShort, price.input.dollars),
  },
  {
    id: 'kind',
    header: own.priceKind,
    stacked: 'note',
    cell: ({ price }) => (price.by === 'piece' ? own.piece : own.million),
  },
  {
    id: 'output',
    header: own.output,
    stacked: 'noteFigure',
    cell: ({ price }) => (price.by === 'piece' ? '' : labelled(own.outputShort, price.output.dollars)),
  },
];

const labelled = (label: string, dollars: string): ReactElement => (
  <>
    <chakra.span color="fg.muted" fontWeight="400" fontSize="12px">
      {label}
    </chakra.span>{' '}
    {dollars}
  </>
);

/** What each model costs in one of the groups that the person may use, and how that comes about. */
export function PricingPage(): ReactElement {
  const own = useOwnTexts(pricingTexts);
  const { user } = useSession();
  const narrow = useNarrow();
  const { quota_per_unit: quotaPerUnit } = useStatus();
  const pageSize = usePageSize();
  const filters = useFilters<keyof typeof defaults>(defaults);
  const { values, set, page } = filters;
  const query = usePricingQuery();
  const groups = Object.keys(query.data?.groupRatios ?? {});
  const group = [values.group, user?.group ?? ''].find((name) => groups.includes(name)) ?? groups[0] ?? '';
  const rows = useMemo(
    () => query.data && rowsOf(query.data, group, values.q, quotaPerUnit),
    [query.data, group, values.q, quotaPerUnit],
  );
  const columns = useMemo(() => (narrow ? narrowColumns(own) : wideColumns(own)), [own, narrow]);
  const setQ = useCallback((q: string) => set({ q }), [set]);
  const shown = rows?.slice((page - 1) * pageSize, page * pageSize);
  return (
    <Page title={own.title} about={own.about} wide>
      <FilterBar
        main={<SearchField label={own.search} value={values.q} onChange={setQ} main />}
        chips={filters.active.map((key) => ({
          key,
          label: key === 'q' ? own.search : own.group,
          value: values[key],
          remove: () => set({ [key]: '' }),
        }))}
        clear={filters.clear}
        end={<ViewMenu list="pricing" columns={columns} />}
      >
        <NativeSelect.Root size="sm" width="auto">
          <NativeSelect.Field
            aria-label={own.group}
            value={group}
            onChange={(event) => set({ group: event.target.value })}
          >
            {groups.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FilterBar>
      <DataTable
        list="pricing"
        label={own.title}
        columns={columns}
        rows={shown}
        rowKey={({ entry }) => entry.model_name}
        query={query}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        expanded={(row) => <Formulas {...row} />}
        empty={<EmptyState title={own.emptyTitle} about={own.emptyAbout} />}
      />
      <Pager
        page={page}
        onPage={filters.setPage}
        query={{ ...query, data: { items: shown ?? [], total: rows?.length ?? 0 } }}
      />
    </Page>
  );
}

/** Under a row: how its prices come about, and where it is sold. */
function Formulas({ entry, price }: Row): ReactElement {
  const own = useOwnTexts(pricingTexts);
  const partIs = ({ what, sum }: Priced): string => own.partIs(own.priced[what], sum.formula);
  const lines = [
    ...(price.by === 'piece'
      ? [partIs(price.piece)]
      : [own.inputIs(price.input.formula), own.outputIs(price.output.formula)]),
    ...price.others.map(partIs),
    ...price.tiers.map(({ above, prices }) =>
      own.tierIs(above, prices.map(({ what, sum }) => own.tierPrice(own.priced[what], sum.dollars)).join('; ')),
    ),
  ];
  return (
    <Box p={{ base: '3', sm: '5' }}>
      <Stack as="ul" gap="1.5" listStyleType="none" fontVariantNumeric="tabular-nums">
        {lines.map((line) => (
          <chakra.li key={line} overflowWrap="anywhere">
            {line}
          </chakra.li>
        ))}
      </Stack>
      <Text color="fg.muted" fontSize="12px" mt="2" overflowWrap="anywhere">
        {own.groups(entry.enable_groups.join(', '))}
      </Text>
    </Box>
  );
}
