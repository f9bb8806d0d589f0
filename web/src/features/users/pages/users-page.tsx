import * as ACCESS from '@ledgate/api/contract/who-may';
import { skipToken } from '@reduxjs/toolkit/query';
import { Button } from '@chakra-ui/react';
import { useCallback, useMemo, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { USER_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import { personPath } from '../../../shared/account/account-links.ts';
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
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useGroupNamesQuery } from '../../../shared/session/self-api.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { SortChoice } from '../../../shared/table/sort-choice.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { OpenedDrawer } from '../../../shared/ui/opened-drawer.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useUserQuery, useUsersQuery } from '../api/users-api.ts';
import { useUserActions } from '../components/user-actions.tsx';
import { userColumns } from '../components/user-columns.tsx';
import { UserDrawer } from '../components/user-drawer.tsx';

const defaults = { q: '', group: '', status: '' } as const;
/** Of the filters whose texts are not free. */
const checks = { status: oneOf(Object.values(USER_STATUS)) };
const LIST = '/user';

export function UsersPage(): ReactElement {
  const t = useTexts();
  const navigate = useNavigate();
  const pageSize = usePageSize();
  const filters = useFilters<keyof typeof defaults>(defaults, checks);
  const { values, set, page } = filters;
  const { may } = useSession();
  const opened = useOpened(LIST);
  const { open, close } = opened;
  const makes = may(ACCESS.user.create);
  // Who may only look has no form, whatever address he was given.
  const what = makes ? opened.what : '';
  const { actionsOf, questions } = useUserActions((user) => open(user.id));
  const choosesGroup = may(ACCESS.group.list);
  const { data: groups = [] } = useGroupNamesQuery(choosesGroup ? undefined : skipToken);
  const order = useOrder(USER_ORDERS);
  const query = useUsersQuery({
    keyword: values.q,
    group: values.group,
    status: values.status,
    page,
    size: pageSize,
    sort: order.by,
    order: order.direction,
  });
  const columns = useMemo(() => userColumns(t), [t]);
  const setQ = useCallback((q: string) => set({ q }), [set]);
  const labels = { q: t.users.search, group: t.users.group, status: t.users.status };
  return (
    <Page
      title={t.nav.user}
      action={
        makes ? (
          <Button variant="solid" colorPalette="brand" onClick={() => open(NEW)}>
            {t.users.create}
          </Button>
        ) : undefined
      }
      wide
    >
      <FilterBar
        main={<SearchField label={t.users.search} value={values.q} onChange={setQ} main width="260px" />}
        sort={<SortChoice columns={columns} order={order} />}
        chips={filters.active.map((key) => ({
          key,
          label: labels[key],
          value: key === 'status' ? t.users.statuses(Number(values.status)) : values[key],
          remove: () => set({ [key]: '' }),
        }))}
        clear={filters.clear}
        end={
          <>
            {may(ACCESS.exported.user) ? (
              <ExportButton
                list={t.nav.user}
                url="/api/user/export"
                params={{ keyword: values.q, group: values.group, status: values.status }}
              />
            ) : null}
            <ViewMenu list="users" columns={columns} />
          </>
        }
      >
        {choosesGroup ? (
          <ChoiceFilter
            label={t.users.group}
            value={values.group}
            any={t.users.allGroups}
            choices={groups.map((group) => [group, group])}
            onChange={(group) => set({ group })}
          />
        ) : null}
        <ChoiceFilter
          label={t.users.status}
          value={values.status}
          any={t.table.anyStatus}
          choices={Object.values(USER_STATUS).map((status) => [String(status), t.users.statuses(status)])}
          onChange={(status) => set({ status })}
        />
      </FilterBar>
      <DataTable
        list="users"
        label={t.nav.user}
        columns={columns}
        rows={query.data?.items}
        rowKey={(user) => user.id}
        query={query}
        order={order}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        onOpen={(user) => void navigate(personPath(user))}
        dimmed={(user) => user.DeletedAt !== null || user.status !== USER_STATUS.enabled}
        empty={<EmptyState title={t.users.emptyTitle} />}
        actions={(user) =>
          user.DeletedAt === null ? <RowMenu name={user.username} actions={actionsOf(user)} /> : null
        }
      />
      <Pager page={page} onPage={filters.setPage} query={query} />
      {what === NEW ? <UserDrawer user={undefined} onClose={close} /> : null}
      {what === NEW || what === '' ? null : (
        <OpenedDrawer
          key={what}
          title={`${t.nav.user} #${what}`}
          id={Number(what)}
          rowKey={({ id }) => id}
          rows={query.data?.items}
          useOne={useUserQuery}
          onClose={close}
        >
          {(user) => <UserDrawer user={user} onClose={close} />}
        </OpenedDrawer>
      )}
      {questions}
    </Page>
  );
}
