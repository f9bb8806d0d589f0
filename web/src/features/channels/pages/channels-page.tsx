import { Button } from '@chakra-ui/react';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { CHANNEL_TYPES } from '@ledgate/domain/channel/channel-types';
import { CHANNEL_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { ChoiceFilter } from '../../../shared/filters/choice-filter.tsx';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { oneOf } from '../../../shared/filters/filter-value.ts';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { NEW } from '../../../shared/filters/opened.ts';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useOrder } from '../../../shared/filters/use-order.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { ExportButton } from '../../../shared/files/export-button.tsx';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { useSelection } from '../../../shared/table/use-selection.ts';
import { SortChoice } from '../../../shared/table/sort-choice.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { SwitchField } from '../../../shared/ui/fields.tsx';
import { OpenedDrawer } from '../../../shared/ui/opened-drawer.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { tellNotice, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import {
  useChannelQuery,
  useChannelsQuery,
  useDeleteChannelMutation,
  useEditChannelMutation,
  type Channel,
} from '../api/channels-api.ts';
import { typeName } from '../channel-types.ts';
import { AllChannels } from '../components/all-channels.tsx';
import { ChosenChannels } from '../components/chosen-channels.tsx';
import { channelColumns } from '../components/channel-columns.tsx';
import { ChannelDrawer } from '../components/channel-drawer.tsx';
import { TestButton } from '../components/test-button.tsx';
import { channelTexts } from '../texts.ts';

const defaults = { q: '', model: '', group: '', status: '', type: '', tag: '' } as const;
/** Of the filters whose texts are not free. */
const checks = { status: oneOf(Object.values(CHANNEL_STATUS)), type: (text: string) => /^\d{1,9}$/u.test(text) };
const OF_ROW = { keyOf: ({ id }: Channel) => id, nameOf: ({ name }: Channel) => name };
const LIST = '/channel';

export function ChannelsPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(channelTexts);
  const pageSize = usePageSize();
  const filters = useFilters<keyof typeof defaults>(defaults, checks);
  const { values, set, page } = filters;
  const { what, open, close } = useOpened(LIST);
  const [deleting, setDeleting] = useState<Channel>();
  const selection = useSelection(OF_ROW);
  const order = useOrder(CHANNEL_ORDERS);
  const isNewestFirst = order.by === 'id' && order.direction === 'desc';
  const query = useChannelsQuery({
    keyword: values.q,
    group: values.group,
    model: values.model,
    status: values.status,
    type: values.type,
    tag: values.tag,
    page,
    size: pageSize,
    sort: order.by,
    order: order.direction,
  });
  const [edit] = useEditChannelMutation();
  const [remove] = useDeleteChannelMutation();
  const { run } = useAction(edit);
  const change = useCallback(
    async (channel: Channel, part: { priority: number } | { weight: number }) => {
      if (!(await run({ id: channel.id, ...part }, t.channels.saved(channel.name)))) throw new Error('not saved');
    },
    [run, t],
  );
  const columns = useMemo(() => channelColumns(t, own, change, tellNotice), [t, own, change]);
  const setQ = useCallback((q: string) => set({ q }), [set]);
  const setModel = useCallback((model: string) => set({ model }), [set]);
  const setTag = useCallback((tag: string) => set({ tag: tag.trim() }), [set]);
  const setGroup = useCallback((group: string) => set({ group }), [set]);
  const create = (): void => open(NEW);
  const toggle = (channel: Channel): void => {
    const { enabled, disabled } = CHANNEL_STATUS;
    const [status, back] = channel.status === enabled ? ([disabled, enabled] as const) : ([enabled, disabled] as const);
    void run(
      { id: channel.id, status },
      status === enabled ? t.channels.enabled(channel.name) : t.channels.disabled(channel.name),
      { label: t.common.undo, onClick: () => void run({ id: channel.id, status: back }) },
    );
  };
  const labels = {
    q: t.channels.search,
    model: t.channels.searchModel,
    group: t.channels.group,
    status: t.channels.status,
    type: t.channels.type,
    tag: t.channels.tag,
  };
  const shown = (key: keyof typeof defaults): string => {
    if (key === 'status') return t.channels.statuses(Number(values.status));
    return key === 'type' ? typeName(Number(values.type), t) : values[key];
  };
  return (
    <Page
      title={t.nav.channel}
      about={t.channels.about}
      action={
        <>
          <AllChannels />
          <Button variant="solid" colorPalette="brand" onClick={create}>
            {t.channels.create}
          </Button>
        </>
      }
      wide
    >
      <FilterBar
        main={<SearchField label={t.channels.search} value={values.q} onChange={setQ} main />}
        sort={<SortChoice columns={columns} order={order} />}
        chosen={selection.chosen.size > 0 ? <ChosenChannels selection={selection} /> : undefined}
        chips={filters.active.map((key) => ({
          key,
          label: labels[key],
          value: shown(key),
          remove: () => set({ [key]: '' }),
        }))}
        clear={filters.clear}
        more={
          <>
            <ChoiceFilter
              label={t.channels.type}
              value={values.type}
              any={t.channels.anyType}
              choices={CHANNEL_TYPES.map(({ code, name }) => [String(code), name])}
              onChange={(type) => set({ type })}
            />
            <SearchField label={t.channels.tag} value={values.tag} onChange={setTag} width="100%" />
            <SwitchField
              label={t.channels.idSort}
              checked={isNewestFirst}
              onChange={(on) => order.set(on ? { by: 'id', direction: 'desc' } : { by: undefined, direction: 'asc' })}
            />
          </>
        }
        end={
          <>
            <ExportButton
              list={t.nav.channel}
              url="/api/channel/export"
              params={{
                keyword: values.q,
                group: values.group,
                model: values.model,
                status: values.status,
                type: values.type,
                tag: values.tag,
              }}
            />
            <ViewMenu list="channels" columns={columns} />
          </>
        }
      >
        <SearchField label={t.channels.searchModel} value={values.model} onChange={setModel} width="160px" />
        <SearchField label={t.channels.group} value={values.group} onChange={setGroup} width="140px" />
        <ChoiceFilter
          label={t.channels.status}
          value={values.status}
          any={t.table.anyStatus}
          choices={Object.values(CHANNEL_STATUS).map((status) => [String(status), t.channels.statuses(status)])}
          onChange={(status) => set({ status })}
        />
      </FilterBar>
      <DataTable
        list="channels"
        label={t.nav.channel}
        columns={columns}
        rows={query.data?.items}
        rowKey={(channel) => channel.id}
        query={query}
        order={order}
        selection={selection}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        dimmed={(channel) => channel.status !== CHANNEL_STATUS.enabled}
        onOpen={(channel) => open(channel.id)}
        empty={
          <EmptyState
            title={t.channels.emptyTitle}
            about={t.channels.emptyAbout}
            action={<Button onClick={create}>{t.channels.create}</Button>}
          />
        }
        actions={(channel) => (
          <>
            <TestButton channel={channel} />
            <RowMenu
              name={channel.name}
              actions={[
                { id: 'edit', label: t.common.edit, run: () => open(channel.id) },
                {
                  id: 'toggle',
                  label: channel.status === CHANNEL_STATUS.enabled ? t.common.disable : t.common.enable,
                  run: () => toggle(channel),
                },
                { id: 'delete', label: t.common.delete, danger: true, run: () => setDeleting(channel) },
              ]}
            />
          </>
        )}
      />
      <Pager page={page} onPage={filters.setPage} query={query} />
      {what === NEW ? <ChannelDrawer channel={undefined} onClose={close} /> : null}
      {what === NEW || what === '' ? null : (
        <OpenedDrawer
          key={what}
          title={`${t.nav.channel} #${what}`}
          id={Number(what)}
          rowKey={({ id }) => id}
          rows={query.data?.items}
          useOne={useChannelQuery}
          onClose={close}
        >
          {(channel) => <ChannelDrawer channel={channel} onClose={close} />}
        </OpenedDrawer>
      )}
      {deleting ? (
        <ConfirmDialog
          title={t.channels.deleteTitle(deleting.name)}
          about={t.channels.deleteAbout}
          confirm={t.common.delete}
          onClose={() => setDeleting(undefined)}
          act={async () => {
            await remove(deleting.id).unwrap();
            selection.choose([deleting], false);
            tellSuccess(t.channels.deleted(deleting.name));
          }}
        />
      ) : null}
    </Page>
  );
}
