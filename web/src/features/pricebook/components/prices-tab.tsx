import { Button, chakra, IconButton, Text } from '@chakra-ui/react';
import { PRICE_SOURCES } from '@ledgate/domain/pricebook/kinds';
import { useCallback, useMemo, type ReactElement } from 'react';
import { LuPencil } from 'react-icons/lu';
import { Link } from 'react-router-dom';
import { ChoiceFilter } from '../../../shared/filters/choice-filter.tsx';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { openedOf } from '../../../shared/filters/opened.ts';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { useLanguage, useOwnTexts } from '../../../shared/i18n/text.tsx';
import { PIECES_SOLD, PRICE_ORDER, type PriceName, priceNames } from '../../../shared/prices/price-names.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { OpenedDrawer } from '../../../shared/ui/opened-drawer.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useNarrow, useTight } from '../../../shared/ui/use-narrow.ts';
import { type PricedModel, usePricedModel, usePriceTableQuery } from '../api/pricebook-api.ts';
import { dollarText, placesOf } from '../../../shared/prices/dollars.ts';
import { type OwnTexts, pricebookTexts } from '../texts.ts';
import { Cut } from './cut.tsx';
import { PriceDrawer } from './price-drawer.tsx';

/** In the address, where a model's drawer is open: with its name. */
const PRICE = 'price';
const defaults = { q: '', source: '' } as const;
const COLUMNS = ['input', 'output', 'cachedRead', 'cachedWrite'] as const satisfies readonly PriceName[];
const COLUMNS_TIGHT = COLUMNS.filter((name) => name !== 'cachedWrite');
const PIECES: readonly PriceName[] = [...PIECES_SOLD, 'character'];
const MODEL_CHARACTERS = 40;
const MODEL_CHARACTERS_TIGHT = 24;

type Names = Readonly<Record<PriceName, string>>;

/** What a model without tokens is sold by. */
const pieceOf = ({ terms: { prices } }: PricedModel): PriceName | undefined =>
  prices.input === undefined && prices.output === undefined
    ? PIECES.find((name) => prices[name] !== undefined)
    : undefined;

/** What has no column of its own: the piece with its price, all else in a few words. */
function otherTerms(row: PricedModel, columns: readonly PriceName[], own: OwnTexts, names: Names): string {
  const { prices, tiers = [], services = {} } = row.terms;
  const piece = pieceOf(row);
  const shown: readonly string[] = piece === undefined ? columns : [...columns, piece];
  const more = Object.keys(prices).filter((name) => !shown.includes(name)).length;
  return [
    ...(piece === undefined ? [] : [`${names[piece]} ${dollarText(prices[piece] ?? '0')}`]),
    ...(more === 0 ? [] : [own.morePrices(more)]),
    ...(tiers.length === 0 ? [] : [own.longPrompts]),
    ...Object.keys(services),
  ].join(', ');
}

/** A line each price. */
const allPrices = ({ terms: { prices } }: PricedModel, names: Names): string =>
  PRICE_ORDER.flatMap((name) => {
    const price = prices[name];
    return price === undefined ? [] : [`${names[name]} ${dollarText(price)}`];
  }).join('\n');

const modelColumn = (own: OwnTexts, characters: number): Column<PricedModel> => ({
  id: 'model',
  header: own.model,
  stacked: 'title',
  cell: ({ model }) => <CopyText text={model} characters={characters} />,
});

type Columns = (
  rows: readonly PricedModel[],
  own: OwnTexts,
  names: Names,
  isTight: boolean,
) => readonly Column<PricedModel>[];

const wideColumns: Columns = (rows, own, names, isTight) => {
  const shown = isTight ? COLUMNS_TIGHT : COLUMNS;
  const priceColumn = (name: (typeof COLUMNS)[number]): Column<PricedModel> => {
    const places = placesOf(rows.map(({ terms }) => terms.prices[name]));
    return {
      id: name,
      header: own[name],
      numeric: true,
      cell: ({ terms: { prices } }) => {
        const price = prices[name];
        return price === undefined ? '' : <span title={`$${price}`}>{dollarText(price, places)}</span>;
      },
    };
  };
  return [
    modelColumn(own, isTight ? MODEL_CHARACTERS_TIGHT : MODEL_CHARACTERS),
    { id: 'source', from: 1280, header: own.source, cell: ({ source }) => own.sources[source] },
    ...shown.map(priceColumn),
    {
      id: 'more',
      header: own.more,
      cell: (row) => {
        const text = otherTerms(row, shown, own, names);
        return <Cut text={text} title={allPrices(row, names)} width={isTight ? '120px' : '300px'} />;
      },
    },
  ];
};

/** Two lines: model and input, where the price comes from and output. */
const narrowColumns: Columns = (rows, own, names) => {
  const places = placesOf(rows.flatMap(({ terms: { prices } }) => [prices.input, prices.output]));
  const labelled = (label: string, price: string | undefined): ReactElement | null =>
    price === undefined ? null : (
      <>
        <chakra.span color="fg.muted" fontWeight="400" fontSize="12px">
          {label}
        </chakra.span>{' '}
        {dollarText(price, places)}
      </>
    );
  return [
    modelColumn(own, MODEL_CHARACTERS_TIGHT),
    {
      id: 'input',
      header: own.input,
      stacked: 'figure',
      cell: (row) => {
        const piece = pieceOf(row);
        return piece === undefined
          ? labelled(own.input, row.terms.prices.input)
          : labelled(names[piece], row.terms.prices[piece]);
      },
    },
    { id: 'source', header: own.source, stacked: 'note', cell: ({ source }) => own.sources[source] },
    {
      id: 'output',
      header: own.output,
      stacked: 'noteFigure',
      cell: ({ terms: { prices } }) => labelled(own.output, prices.output),
    },
  ];
};

/** What each model costs by the book in force; a row opens the drawer in which it is changed. */
export function PricesTab(): ReactElement {
  const own = useOwnTexts(pricebookTexts);
  const names = priceNames[useLanguage()];
  const narrow = useNarrow();
  const tight = useTight();
  const pageSize = usePageSize();
  const filters = useFilters<keyof typeof defaults>(defaults);
  const { values, set, page } = filters;
  const query = usePriceTableQuery({ keyword: values.q, source: values.source, page, size: pageSize });
  const { data } = query;
  const { what, open, close } = useOpened();
  const opened = openedOf(what, PRICE);
  const openPrice = ({ model }: PricedModel): void => open(`${PRICE}:${model}`);
  const columns = useMemo(
    () => (narrow ? narrowColumns : wideColumns)(data?.items ?? [], own, names, tight),
    [narrow, tight, data, own, names],
  );
  const setQ = useCallback((q: string) => set({ q }), [set]);
  const sourceName = (source: string): string =>
    own.sources[PRICE_SOURCES.find((known) => known === source) ?? 'prices'];
  return (
    <>
      <FilterBar
        main={<SearchField label={own.search} value={values.q} onChange={setQ} main />}
        chips={filters.active.map((key) => ({
          key,
          label: key === 'q' ? own.search : own.source,
          value: key === 'q' ? values.q : sourceName(values.source),
          remove: () => set({ [key]: '' }),
        }))}
        clear={filters.clear}
        end={narrow ? undefined : <ViewMenu list="prices" columns={columns} />}
      >
        <ChoiceFilter
          label={own.source}
          value={values.source}
          any={own.anySource}
          choices={PRICE_SOURCES.map((source) => [source, own.sources[source]] as const)}
          onChange={(source) => set({ source })}
        />
      </FilterBar>
      <Text color="fg.muted" fontSize="12px" mb="2">
        {data ? `${own.version(data.version)} · ` : ''}
        {own.perMillion}
      </Text>
      <DataTable
        list="prices"
        label={own.tabs.prices}
        columns={columns}
        rows={data?.items}
        rowKey={({ model }) => model}
        query={query}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        onOpen={openPrice}
        {...(narrow
          ? {}
          : {
              actions: (row: PricedModel) => (
                <IconButton
                  aria-label={own.edit(row.model)}
                  title={own.edit(row.model)}
                  size="xs"
                  variant="ghost"
                  onClick={() => openPrice(row)}
                >
                  <LuPencil />
                </IconButton>
              ),
            })}
        empty={
          <EmptyState
            title={own.emptyTitle}
            about={own.emptyAbout}
            action={
              <Button asChild>
                <Link to="/pricebook?tab=differences">{own.toDifferences}</Link>
              </Button>
            }
          />
        }
      />
      <Pager page={page} onPage={filters.setPage} query={query} />
      {opened === '' || !data ? null : (
        <OpenedDrawer
          key={opened}
          title={opened}
          id={opened}
          rowKey={({ model }) => model}
          rows={data.items}
          useOne={usePricedModel}
          onClose={close}
        >
          {(row) => <PriceDrawer row={row} quotaPerUnit={data.quota_per_unit} onClose={close} />}
        </OpenedDrawer>
      )}
    </>
  );
}
