import { Box, Button, chakra } from '@chakra-ui/react';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { CODE_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import { accountPath } from '../../../shared/account/account-links.ts';
import { ChoiceFilter } from '../../../shared/filters/choice-filter.tsx';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { oneOf } from '../../../shared/filters/filter-value.ts';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { NEW, openedOfNone } from '../../../shared/filters/opened.ts';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useOrder } from '../../../shared/filters/use-order.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { ExportButton } from '../../../shared/files/export-button.tsx';
import { useTexts, type Texts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import type { Column } from '../../../shared/table/columns.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { useSelection } from '../../../shared/table/use-selection.ts';
import { SortChoice } from '../../../shared/table/sort-choice.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { CopyText, middle } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { OpenedDrawer } from '../../../shared/ui/opened-drawer.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/status-dot.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import {
  useCodeQuery,
  useCodesQuery,
  useDeleteCodeMutation,
  useSetCodeStatusMutation,
  type Code,
} from '../api/redemptions-api.ts';
import { ChosenCodes } from '../components/chosen-codes.tsx';
import { CodeDrawer } from '../components/code-drawer.tsx';
import { CreatedCodes } from '../components/created-codes.tsx';

const defaults = { q: '', status: '' } as const;
/** Of the filters whose texts are not free. */
const checks = { status: oneOf(Object.values(CODE_STATUS)) };
const OF_ROW = { keyOf: ({ id }: Code) => id, nameOf: ({ name, id }: Code) => `${name} #${id}` };
const SHOWN_STATUSES = [CODE_STATUS.unused, CODE_STATUS.used, CODE_STATUS.disabled];
const KEY_CHARACTERS = 13;
const toneOf: Readonly<Record<number, Tone>> = {
  [CODE_STATUS.unused]: 'good',
  [CODE_STATUS.disabled]: 'off',
  [CODE_STATUS.used]: 'note',
};
const UserLink = chakra(Link, { base: { color: 'brand' } });

type Created = { readonly name: string; readonly keys: readonly string[] };

const codeColumns = (t: Texts): readonly Column<Code>[] => [
  { id: 'id', header: 'ID', sort: 'id', numeric: true, width: '64px', from: 1440, cell: (code) => code.id },
  {
    id: 'name',
    header: t.codes.name,
    sort: 'name',
    stacked: 'title',
    cell: (code) => <Box fontWeight="500">{code.name}</Box>,
  },
  {
    id: 'status',
    stacked: 'note',
    header: t.codes.status,
    cell: (code) => <StatusDot tone={toneOf[code.status] ?? 'off'} text={t.codes.statuses(code.status)} />,
  },
  {
    id: 'key',
    header: t.codes.code,
    cell: (code) => (
      <CopyText text={code.key} shown={middle(code.key, KEY_CHARACTERS)} label={t.codes.codeOf(code.name)} />
    ),
  },
  {
    id: 'quota',
    sort: 'quota',
    header: t.codes.quota,
    numeric: true,
    stacked: 'figure',
    cell: (code) => <Money quota={code.quota} />,
  },
  {
    id: 'created',
    stacked: 'noteFigure',
    from: 1280,
    sort: 'created_time',
    header: t.common.created,
    cell: (code) => <chakra.span fontVariantNumeric="tabular-nums">{formatTime(code.created_time)}</chakra.span>,
  },
  {
    id: 'user',
    from: 1440,
    header: t.codes.redeemer,
    cell: (code) =>
      code.used_user_id === 0 ? (
        <chakra.span color="fg.muted">–</chakra.span>
      ) : (
        <>
          <UserLink to={accountPath(code.used_user_id)}>
            {code.used_username || t.codes.userNumber(code.used_user_id)}
          </UserLink>
          {code.redeemed_time > 0 ? (
            <chakra.span color="fg.muted"> · {formatTime(code.redeemed_time)}</chakra.span>
          ) : null}
        </>
      ),
  },
];

export function RedemptionsPage(): ReactElement {
  const t = useTexts();
  const pageSize = usePageSize();
  const filters = useFilters<keyof typeof defaults>(defaults, checks);
  const { values, set, page } = filters;
  const { what: opened, open, close } = useOpened();
  const what = openedOfNone(opened);
  const [deleting, setDeleting] = useState<Code>();
  const [made, setMade] = useState<Created>();
  const selection = useSelection(OF_ROW);
  const order = useOrder(CODE_ORDERS);
  const query = useCodesQuery({
    keyword: values.q,
    status: values.status,
    page,
    size: pageSize,
    sort: order.by,
    order: order.direction,
  });
  const [setStatus] = useSetCodeStatusMutation();
  const [remove] = useDeleteCodeMutation();
  const { run } = useAction(setStatus);
  const columns = useMemo(() => codeColumns(t), [t]);
  const setQ = useCallback((q: string) => set({ q }), [set]);
  const create = (): void => open(NEW);
  const drawerOf = (code: Code | undefined): ReactElement => (
    <CodeDrawer
      code={code}
      onClose={close}
      onCreated={(name, keys) => {
        close();
        setMade({ name, keys });
      }}
    />
  );
  const toggle = (code: Code): void => {
    const { unused, disabled } = CODE_STATUS;
    const [status, back] = code.status === unused ? ([disabled, unused] as const) : ([unused, disabled] as const);
    void run({ id: code.id, status }, status === unused ? t.codes.enabled(code.name) : t.codes.disabled(code.name), {
      label: t.common.undo,
      onClick: () => void run({ id: code.id, status: back }),
    });
  };
  return (
    <Page
      title={t.nav.redemption}
      about={t.codes.about}
      action={
        <Button variant="solid" colorPalette="brand" onClick={create}>
          {t.codes.create}
        </Button>
      }
      wide
    >
      <FilterBar
        main={<SearchField label={t.codes.search} value={values.q} onChange={setQ} main />}
        sort={<SortChoice columns={columns} order={order} />}
        chosen={selection.chosen.size > 0 ? <ChosenCodes selection={selection} /> : undefined}
        chips={filters.active.map((key) => ({
          key,
          label: key === 'status' ? t.codes.status : t.codes.search,
          value: key === 'status' ? t.codes.statuses(Number(values.status)) : values[key],
          remove: () => set({ [key]: '' }),
        }))}
        clear={filters.clear}
        end={
          <>
            <ExportButton
              list={t.nav.redemption}
              url="/api/redemption/export"
              params={{ keyword: values.q, status: values.status }}
            />
            <ViewMenu list="codes" columns={columns} />
          </>
        }
      >
        <ChoiceFilter
          label={t.codes.status}
          value={values.status}
          any={t.table.anyStatus}
          choices={SHOWN_STATUSES.map((status) => [String(status), t.codes.statuses(status)])}
          onChange={(status) => set({ status })}
        />
      </FilterBar>
      <DataTable
        list="codes"
        label={t.nav.redemption}
        columns={columns}
        rows={query.data?.items}
        rowKey={(code) => code.id}
        query={query}
        order={order}
        selection={selection}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        dimmed={(code) => code.status !== CODE_STATUS.unused}
        empty={
          <EmptyState
            title={t.codes.emptyTitle}
            about={t.codes.emptyAbout}
            action={<Button onClick={create}>{t.codes.create}</Button>}
          />
        }
        actions={(code) => (
          <RowMenu
            name={code.name}
            actions={[
              {
                id: 'edit',
                label: t.common.edit,
                disabled: code.status !== CODE_STATUS.unused,
                run: () => open(code.id),
              },
              {
                id: 'toggle',
                label: code.status === CODE_STATUS.unused ? t.common.disable : t.common.enable,
                disabled: code.status === CODE_STATUS.used,
                run: () => toggle(code),
              },
              { id: 'delete', label: t.common.delete, danger: true, run: () => setDeleting(code) },
            ]}
          />
        )}
      />
      <Pager page={page} onPage={filters.setPage} query={query} />
      {what === NEW ? drawerOf(undefined) : null}
      {what === NEW || what === '' ? null : (
        <OpenedDrawer
          key={what}
          title={`${t.nav.redemption} #${what}`}
          id={Number(what)}
          rowKey={({ id }) => id}
          rows={query.data?.items}
          useOne={useCodeQuery}
          onClose={close}
        >
          {drawerOf}
        </OpenedDrawer>
      )}
      {/* Not over the drawer, which would take it along when it goes a moment later. */}
      {made && what === '' ? (
        <CreatedCodes name={made.name} keys={made.keys} onClose={() => setMade(undefined)} />
      ) : null}
      {deleting ? (
        <ConfirmDialog
          title={t.codes.deleteTitle(deleting.name)}
          about={deleting.status === CODE_STATUS.used ? t.codes.deleteUsedAbout : t.codes.deleteAbout}
          confirm={t.common.delete}
          onClose={() => setDeleting(undefined)}
          act={async () => {
            await remove(deleting.id).unwrap();
            selection.choose([deleting], false);
            tellSuccess(t.codes.deleted(deleting.name));
          }}
        />
      ) : null}
    </Page>
  );
}
