import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { DIFFERENCES } from '@ledgate/domain/pricebook/kinds';
import { useCallback, useMemo, type ReactElement } from 'react';
import { ChoiceFilter } from '../../../shared/filters/choice-filter.tsx';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { openedOf } from '../../../shared/filters/opened.ts';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { useLanguage, useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { priceNames } from '../../../shared/prices/price-names.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { OpenedDrawer } from '../../../shared/ui/opened-drawer.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import { useNarrow, useTight } from '../../../shared/ui/use-narrow.ts';
import {
  type Difference,
  type Differences,
  useDifferenceOf,
  useDifferencesQuery,
  useRefuseDifferenceMutation,
} from '../api/pricebook-api.ts';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { differenceLines } from '../shown-lines.ts';
import { differenceTexts } from '../difference-texts.ts';
import { AcceptDrawer } from './accept-drawer.tsx';
import { DiffTable } from '../../../shared/ui/diff-table.tsx';
import { narrowColumns, wideColumns } from './difference-columns.tsx';

const defaults = { q: '', kind: '', refused: 'false' } as const;
const STATES = ['false', 'true', 'all'] as const;

/** In the address: a drawer with the model, the catalogue's without. */
const ACCEPT = 'accept';
const CATALOGUE = 'catalogue:';

/** The catalogue that comes with the product beside what is published; a line is accepted, or refused until its figure changes. */
export function DifferencesTab(): ReactElement {
  const own = useOwnTexts(differenceTexts);
  const t = useTexts();
  const names = priceNames[useLanguage()];
  const narrow = useNarrow();
  const tight = useTight();
  const pageSize = usePageSize();
  const filters = useFilters<keyof typeof defaults>(defaults);
  const { values, set, page } = filters;
  const query = useDifferencesQuery({
    keyword: values.q,
    kind: values.kind,
    refused: values.refused === 'all' ? '' : values.refused,
    page,
    size: pageSize,
  });
  const { data } = query;
  const { what, open, close } = useOpened();
  const accepted = openedOf(what, ACCEPT);
  const [refuse] = useRefuseDifferenceMutation();
  const { run } = useAction(refuse);
  const columns = useMemo(
    () => (narrow ? narrowColumns : wideColumns)(data?.items ?? [], own, names, tight),
    [narrow, tight, data, own, names],
  );
  const setQ = useCallback((q: string) => set({ q }), [set]);
  const accept = ({ model }: Difference): void => open(`${ACCEPT}:${model}`);
  const toggle = ({ model, refused }: Difference): void =>
    void run({ model, refused: !refused }, refused ? own.takenBack(model) : own.refusedNow(model), {
      label: t.common.undo,
      onClick: () => void run({ model, refused }),
    });
  const actionsOf = (row: Difference): ReactElement => {
    const refusing = row.refused ? own.takeBack : own.refuse;
    return tight ? (
      <RowMenu
        name={row.model}
        actions={[
          { id: 'accept', label: own.accept, run: () => accept(row) },
          { id: 'refuse', label: refusing, run: () => toggle(row) },
        ]}
      />
    ) : (
      <Flex gap="1" justify="flex-end">
        <Button size="xs" variant="ghost" onClick={() => toggle(row)}>
          {refusing}
        </Button>
        <Button size="xs" variant="outline" onClick={() => accept(row)}>
          {own.accept}
        </Button>
      </Flex>
    );
  };
  const kindOption = (kind: (typeof DIFFERENCES)[number]): readonly [string, string] => {
    const count = data?.open[kind];
    return [kind, count === undefined ? own.kinds[kind] : own.counted(own.kinds[kind], formatCount(count))];
  };
  const chipOf = (key: keyof typeof defaults): readonly [label: string, value: string] => {
    if (key === 'q') return [own.search, values.q];
    if (key === 'kind') return [own.kind, own.kinds[DIFFERENCES.find((kind) => kind === values.kind) ?? 'other']];
    return [own.state, own.states[STATES.find((state) => state === values.refused) ?? 'false']];
  };
  return (
    <>
      <Catalogue data={data} onUse={() => open(CATALOGUE)} />
      <FilterBar
        main={<SearchField label={own.search} value={values.q} onChange={setQ} main />}
        chips={filters.active.map((key) => {
          const [label, value] = chipOf(key);
          return { key, label, value, remove: () => set({ [key]: defaults[key] }) };
        })}
        clear={filters.clear}
        end={narrow ? undefined : <ViewMenu list="differences" columns={columns} />}
      >
        <ChoiceFilter
          label={own.kind}
          value={values.kind}
          any={own.anyKind}
          choices={DIFFERENCES.map(kindOption)}
          onChange={(kind) => set({ kind })}
        />
        <ChoiceFilter
          label={own.state}
          value={values.refused}
          onChange={(refused) => set({ refused })}
          choices={STATES.map((state) => [state, own.states[state]] as const)}
        />
      </FilterBar>
      <Text color="fg.muted" fontSize="12px" mb="2">
        {own.sides}
      </Text>
      <DataTable
        list="differences"
        label={own.tabs.differences}
        columns={columns}
        rows={data?.items}
        rowKey={({ model }) => model}
        query={query}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        dimmed={({ refused }) => refused}
        expanded={(row) => (
          <Box p={{ base: '3', sm: '4' }}>
            <Text color="fg.muted" fontSize="12px" mb="2">
              {own.kindsAbout[row.kind]}
            </Text>
            <DiffTable
              label={own.differing(row.model)}
              heads={[own.what, own.ours, own.theirs]}
              lines={differenceLines(row, own, names)}
            />
          </Box>
        )}
        actions={actionsOf}
        empty={<EmptyState title={own.noDifferencesTitle} about={own.noDifferencesAbout} />}
      />
      <Pager page={page} onPage={filters.setPage} query={query} />
      {what === CATALOGUE && data ? (
        <AcceptDrawer
          title={own.useCatalogueTitle}
          about={own.useCatalogueAbout(formatCount(data.open.new ?? 0))}
          save={own.useCatalogue}
          changes={data.catalogue.change}
          onClose={close}
        />
      ) : null}
      {accepted === '' ? null : (
        <OpenedDrawer
          key={accepted}
          title={accepted}
          id={accepted}
          rowKey={({ model }) => model}
          rows={data?.items}
          useOne={useDifferenceOf}
          onClose={close}
        >
          {(difference) => <AcceptDifference difference={difference} onClose={close} />}
        </OpenedDrawer>
      )}
    </>
  );
}

const AcceptDifference = onDemand(async () => (await import('./accept-difference-drawer.tsx')).AcceptDifferenceDrawer);

/** Whether the catalogue of this release is in force, and the act that makes it so; how many differences of each kind are open. */
function Catalogue({
  data,
  onUse,
}: {
  readonly data: Differences | undefined;
  readonly onUse: () => void;
}): ReactElement {
  const own = useOwnTexts(differenceTexts);
  const isInForce = data?.catalogue.in_force ?? true;
  return (
    <Flex gap={{ base: '2', sm: '4' }} wrap="wrap" align="center" mb="3" fontSize="13px" minH="32px">
      {data === undefined ? (
        <Text color="fg.muted">{own.differencesAbout}</Text>
      ) : (
        <>
          <StatusDot
            tone={isInForce ? 'good' : 'attention'}
            text={isInForce ? own.catalogueInForce : own.catalogueNotInForce}
            wraps
          />
          {isInForce ? null : (
            <Button size="xs" variant="outline" onClick={onUse}>
              {own.useCatalogue}
            </Button>
          )}
          <Flex as="ul" listStyleType="none" gap="3" wrap="wrap" color="fg.muted" data-counts>
            {DIFFERENCES.map((kind) => (
              <chakra.li key={kind} title={own.kindsAbout[kind]} fontVariantNumeric="tabular-nums">
                {own.kinds[kind]} {formatCount(data.open[kind] ?? 0)}
              </chakra.li>
            ))}
          </Flex>
        </>
      )}
    </Flex>
  );
}
