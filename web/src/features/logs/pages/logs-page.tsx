import { IconButton, NativeSelect } from '@chakra-ui/react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { LuRefreshCw } from 'react-icons/lu';
import { useDispatch } from 'react-redux';
import * as ACCESS from '@ledgate/api/contract/who-may';
import { LOG_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { baseApi } from '../../../shared/api/base-api.ts';
import { asFigures, FIGURES_EVERY_MS, useDue } from '../../../shared/api/figures.ts';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { RangePicker } from '../../../shared/filters/range-picker.tsx';
import { readRange } from '../../../shared/filters/read-range.ts';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useOrder } from '../../../shared/filters/use-order.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { ExportButton } from '../../../shared/files/export-button.tsx';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { parseAmount } from '../../../shared/money/quota-format.ts';
import { useOwnModelsQuery } from '../../../shared/session/self-api.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { NewerRows, newerThan, NONE_NEWER } from '../../../shared/table/newer-rows.tsx';
import { SortChoice } from '../../../shared/table/sort-choice.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { logParams, useLogsQuery, useNewestLogsQuery, type LogFilter } from '../api/logs-api.ts';
import { logColumns } from '../components/log-columns.tsx';
import { LogDetail } from '../components/log-detail.tsx';
import { LogTotals } from '../components/log-totals.tsx';
import { isChannel, isCost, isHttpStatus, isTag, LOG_TYPES, logChecks } from '../log-checks.ts';
import { logFilterTexts } from '../texts.ts';
import { modelPattern } from '../model-pattern.ts';

const defaults = {
  range: '7d',
  type: '',
  token: '',
  model: '',
  group: '',
  tag: '',
  user: '',
  channel: '',
  request: '',
  status: '',
  min: '',
  max: '',
} as const;
type Key = keyof typeof defaults;

export function LogsPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(logFilterTexts);
  const dispatch = useDispatch();
  const { may } = useSession();
  const readsAll = may(ACCESS.log.list);
  const unit = useMoneyUnit();
  const pageSize = usePageSize();
  const checks = useMemo(() => logChecks(unit), [unit]);
  const filters = useFilters<Key>(defaults, checks);
  const { values, set, page } = filters;
  const openRow = useOpened();
  // Names to choose from, and to know a whole one by, are nobody's before a model is looked for.
  const [isModelAsked, askModel] = useState(false);
  const { data: models = [] } = useOwnModelsQuery(isModelAsked || values.model !== '' ? undefined : skipToken);
  // The list is of when it was asked for: its range ends with that day until it is asked for again.
  const [askedAt, setAskedAt] = useState(() => Date.now() / 1000);
  const range = useMemo(() => readRange(values.range, askedAt), [values.range, askedAt]);
  const refresh = (): void => {
    setAskedAt(Date.now() / 1000);
    dispatch(baseApi.util.invalidateTags(['Log']));
  };
  const filter: LogFilter = {
    admin: readsAll,
    ...range,
    type: values.type,
    token: values.token,
    model: modelPattern(values.model, models),
    group: values.group,
    tag: values.tag,
    username: values.user,
    channel: values.channel,
    request: values.request,
    status: values.status,
    costMin: parseAmount(values.min, unit),
    costMax: parseAmount(values.max, unit),
  };
  const noAmount = (typed: string): string | undefined => (isCost(typed, unit) ? undefined : t.form.amount);
  const order = useOrder(LOG_ORDERS);
  const isOldestFirst = order.by !== undefined && order.direction === 'asc';
  const query = useLogsQuery({ filter, page, size: pageSize, isOldestFirst });
  const newest = useNewest(filter, values.range);
  const newer =
    page === 1 && !isOldestFirst
      ? newerThan(
          query.currentData?.items.map(({ position }) => position),
          newest.currentData,
        )
      : NONE_NEWER;
  const columns = useMemo(() => logColumns(t, readsAll), [t, readsAll]);
  const setters = useSetters(set);
  const labels: Readonly<Record<Key, string>> = {
    range: t.range.label,
    type: t.logs.type,
    token: t.logs.token,
    model: t.logs.model,
    group: t.logs.group,
    tag: t.logs.tag,
    user: t.logs.username,
    channel: t.logs.channelId,
    request: own.requestId,
    status: own.status,
    min: own.costMin,
    max: own.costMax,
  };
  const chips = filters.active
    .filter((key) => key !== 'range')
    .map((key) => ({
      key,
      label: labels[key],
      value: key === 'type' ? t.logs.types(Number(values.type)) : values[key],
      remove: () => set({ [key]: '' }),
    }));
  return (
    <Page title={t.nav.log} about={readsAll ? t.logs.aboutAdmin : t.logs.about} wide>
      <FilterBar
        main={<RangePicker value={values.range} onChange={(chosen) => set({ range: chosen })} />}
        sort={<SortChoice columns={columns} order={order} />}
        chips={chips}
        clear={filters.clear}
        end={
          <>
            {may(ACCESS.exported[readsAll ? 'log' : 'logSelf']) ? (
              <ExportButton
                list={t.nav.log}
                url={readsAll ? '/api/log/export' : '/api/log/self/export'}
                params={logParams(filter)}
              />
            ) : null}
            <ViewMenu list="logs" columns={columns} />
            <IconButton aria-label={t.logs.refresh} title={t.logs.refresh} variant="ghost" size="sm" onClick={refresh}>
              <LuRefreshCw />
            </IconButton>
          </>
        }
        more={
          <>
            {readsAll ? (
              <SearchField label={t.logs.username} value={values.user} onChange={setters.user} width="100%" />
            ) : null}
            <SearchField label={t.logs.token} value={values.token} onChange={setters.token} width="100%" />
            <SearchField label={t.logs.group} value={values.group} onChange={setters.group} width="100%" />
            <SearchField
              label={t.logs.tag}
              value={values.tag}
              onChange={setters.tag}
              width="100%"
              refusal={(typed) => (isTag(typed) ? undefined : t.logs.tagForm)}
            />
            <SearchField label={own.requestId} value={values.request} onChange={setters.request} width="100%" />
            <SearchField
              label={own.status}
              value={values.status}
              onChange={setters.status}
              width="100%"
              refusal={(typed) => (isHttpStatus(typed) ? undefined : own.statusForm)}
            />
            <SearchField
              label={own.costMin}
              value={values.min}
              onChange={setters.min}
              width="100%"
              refusal={noAmount}
            />
            <SearchField
              label={own.costMax}
              value={values.max}
              onChange={setters.max}
              width="100%"
              refusal={noAmount}
            />
            {readsAll ? (
              <SearchField
                label={t.logs.channelId}
                value={values.channel}
                onChange={setters.channel}
                width="100%"
                refusal={(typed) => (isChannel(typed) ? undefined : own.channelForm)}
              />
            ) : null}
          </>
        }
      >
        <NativeSelect.Root size="sm" width="auto">
          <NativeSelect.Field
            aria-label={t.logs.type}
            value={values.type}
            onChange={(event) => set({ type: event.target.value })}
          >
            <option value="">{t.logs.allTypes}</option>
            {LOG_TYPES.map((type) => (
              <option key={type} value={type}>
                {t.logs.types(type)}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
        <SearchField
          label={t.logs.model}
          value={values.model}
          onChange={setters.model}
          main
          width="170px"
          list={models}
          onFocus={() => askModel(true)}
        />
      </FilterBar>
      <LogTotals
        filter={filter}
        entries={
          newest.currentData ? { total: newest.currentData.total, query: newest } : { total: query.data?.total, query }
        }
      />
      <NewerRows newer={newer} show={refresh} />
      <DataTable
        list="logs"
        label={t.nav.log}
        columns={columns}
        rows={query.data?.items}
        rowKey={(log) => log.id}
        query={query}
        order={order}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        openRow={openRow}
        expanded={(log) => <LogDetail log={log} />}
        empty={<EmptyState title={t.logs.emptyTitle} about={t.logs.emptyAbout} />}
      />
      <Pager page={page} onPage={filters.setPage} query={query} />
    </Page>
  );
}

/** What is there now, once the list has been in sight for a while; of a range that ends today up to the end of the present day. */
function useNewest(filter: LogFilter, range: string) {
  const { end } = readRange(range, useNow(FIGURES_EVERY_MS));
  const isDue = useDue(JSON.stringify(filter));
  return useNewestLogsQuery(isDue ? { ...filter, end } : skipToken, asFigures);
}

function useSetters(set: (change: Partial<Record<Key, string>>) => void) {
  const token = useCallback((value: string) => set({ token: value }), [set]);
  const model = useCallback((value: string) => set({ model: value }), [set]);
  const group = useCallback((value: string) => set({ group: value }), [set]);
  const tag = useCallback((value: string) => set({ tag: value.trim() }), [set]);
  const user = useCallback((value: string) => set({ user: value }), [set]);
  const channel = useCallback((value: string) => set({ channel: value }), [set]);
  const request = useCallback((value: string) => set({ request: value.trim() }), [set]);
  const status = useCallback((value: string) => set({ status: value }), [set]);
  const min = useCallback((value: string) => set({ min: value }), [set]);
  const max = useCallback((value: string) => set({ max: value }), [set]);
  return { token, model, group, tag, user, channel, request, status, min, max };
}
