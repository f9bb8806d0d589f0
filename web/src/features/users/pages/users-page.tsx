import { Button, NativeSelect } from '@chakra-ui/react';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useGroupNamesQuery } from '../../../shared/session/self-api.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { DensityButton } from '../../../shared/table/density-button.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { RowMenu, type RowAction } from '../../../shared/ui/row-menu.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { selectUi } from '../../../shared/ui-state/ui-slice.ts';
import { useManageUserMutation, useUsersQuery, type ManageAction, type User } from '../api/users-api.ts';
import { AdjustDialog } from '../components/adjust-dialog.tsx';
import { userColumns } from '../components/user-columns.tsx';
import { UserDrawer } from '../components/user-drawer.tsx';

const defaults = { q: '', group: '' } as const;
type Open =
  | { readonly kind: 'form'; readonly user: User | undefined }
  | { readonly kind: 'adjust'; readonly user: User }
  | { readonly kind: 'manage'; readonly user: User; readonly action: ManageAction };

export function UsersPage(): ReactElement {
  const t = useTexts();
  const navigate = useNavigate();
  const { user: self, isRoot } = useSession();
  const { pageSize } = useSelector(selectUi);
  const filters = useFilters<keyof typeof defaults>(defaults);
  const { values, set, page } = filters;
  const [open, setOpen] = useState<Open>();
  const { data: groups = [] } = useGroupNamesQuery();
  const query = useUsersQuery({ keyword: values.q, group: values.group, page, size: pageSize });
  const [manage] = useManageUserMutation();
  const columns = useMemo(() => userColumns(t), [t]);
  const setQ = useCallback((q: string) => set({ q }), [set]);
  const close = (): void => setOpen(undefined);
  const actionsOf = (user: User): readonly RowAction[] => {
    const ask = (action: ManageAction) => (): void => setOpen({ kind: 'manage', user, action });
    const below = isRoot || user.role < (self?.role ?? 0);
    return [
      { id: 'adjust', label: t.users.adjust, disabled: !below, run: () => setOpen({ kind: 'adjust', user }) },
      { id: 'edit', label: t.common.edit, disabled: !below, run: () => setOpen({ kind: 'form', user }) },
      { id: 'statement', label: t.nav.statement, run: () => void navigate(`/topup/statement?user=${user.id}`) },
      { id: 'ledger', label: t.nav.ledger, run: () => void navigate(`/topup/ledger?user=${user.id}`) },
      user.role >= ROLE.admin
        ? {
            id: 'demote',
            label: t.users.actions.demote,
            disabled: !isRoot || user.role >= ROLE.root,
            run: ask('demote'),
          }
        : { id: 'promote', label: t.users.actions.promote, disabled: !isRoot, run: ask('promote') },
      user.status === USER_STATUS.enabled
        ? {
            id: 'disable',
            label: t.users.actions.disable,
            disabled: !below || user.role >= ROLE.root,
            run: ask('disable'),
          }
        : { id: 'enable', label: t.users.actions.enable, disabled: !below, run: ask('enable') },
      {
        id: 'delete',
        label: t.users.actions.delete,
        danger: true,
        disabled: !below || user.role >= ROLE.root,
        run: ask('delete'),
      },
    ];
  };
  const labels = { q: t.users.search, group: t.users.group };
  return (
    <Page
      title={t.nav.user}
      action={
        <Button variant="solid" colorPalette="brand" onClick={() => setOpen({ kind: 'form', user: undefined })}>
          {t.users.create}
        </Button>
      }
      wide
    >
      <FilterBar
        chips={filters.active.map((key) => ({
          key,
          label: labels[key],
          value: values[key],
          remove: () => set({ [key]: '' }),
        }))}
        clear={filters.clear}
        end={<DensityButton />}
      >
        <SearchField label={t.users.search} value={values.q} onChange={setQ} main width="260px" />
        <NativeSelect.Root size="sm" width="auto">
          <NativeSelect.Field
            aria-label={t.users.group}
            value={values.group}
            onChange={(event) => set({ group: event.target.value })}
          >
            <option value="">{t.users.allGroups}</option>
            {groups.map((group) => (
              <option key={group} value={group}>
                {group}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FilterBar>
      <DataTable
        label={t.nav.user}
        columns={columns}
        rows={query.data?.items}
        rowKey={(user) => user.id}
        query={query}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        dimmed={(user) => user.DeletedAt !== null || user.status !== USER_STATUS.enabled}
        empty={<EmptyState title={t.users.emptyTitle} />}
        actions={(user) =>
          user.DeletedAt === null ? <RowMenu name={user.username} actions={actionsOf(user)} /> : null
        }
      />
      <Pager
        page={page}
        onPage={filters.setPage}
        settled={query.isSuccess && !query.isFetching}
        shown={query.data?.items.length ?? 0}
        total={query.data?.total ?? 0}
      />
      {open?.kind === 'form' ? <UserDrawer user={open.user} onClose={close} /> : null}
      {open?.kind === 'adjust' ? <AdjustDialog user={open.user} onClose={close} /> : null}
      {open?.kind === 'manage' ? (
        <ConfirmDialog
          title={t.users.confirm[open.action](open.user.username)}
          about={t.users.confirmAbout[open.action]}
          confirm={t.users.actions[open.action]}
          danger={open.action === 'delete' || open.action === 'disable'}
          onClose={close}
          act={async () => {
            await manage({ id: open.user.id, action: open.action }).unwrap();
            tellSuccess(t.users.managed[open.action](open.user.username));
          }}
        />
      ) : null}
    </Page>
  );
}
