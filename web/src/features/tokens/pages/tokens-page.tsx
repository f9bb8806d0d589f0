import { Button, IconButton } from '@chakra-ui/react';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { LuCopy } from 'react-icons/lu';
import { TOKEN_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { chatAddress, chatLinks } from '../../../shared/chat/chat-links.ts';
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
import { useTexts } from '../../../shared/i18n/text.tsx';
import { serverAddress } from '../../../shared/status/server-address.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { useSelection } from '../../../shared/table/use-selection.ts';
import { SortChoice } from '../../../shared/table/sort-choice.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { useCopy } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { OpenedDrawer } from '../../../shared/ui/opened-drawer.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { tellNotice, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import {
  useDeleteTokenMutation,
  useSetTokenStatusMutation,
  useTokenQuery,
  useTokensQuery,
  type Token,
} from '../api/tokens-api.ts';
import { ChosenTokens } from '../components/chosen-tokens.tsx';
import { shownKey, tokenColumns } from '../components/token-columns.tsx';
import { MadeKeys } from '../components/made-keys.tsx';
import { TokenDrawer } from '../components/token-drawer.tsx';

const defaults = { q: '', key: '', status: '' } as const;
/** Of the filters whose texts are not free. */
const checks = { status: oneOf(Object.values(TOKEN_STATUS)) };
const OF_ROW = { keyOf: ({ id }: Token) => id, nameOf: ({ name }: Token) => name };

export function TokensPage(): ReactElement {
  const t = useTexts();
  const copy = useCopy();
  const pageSize = usePageSize();
  const filters = useFilters<keyof typeof defaults>(defaults, checks);
  const { values, set, page } = filters;
  const { what: opened, open, close } = useOpened();
  const what = openedOfNone(opened);
  const [deleting, setDeleting] = useState<Token>();
  const [made, setMade] = useState<{ readonly name: string; readonly keys: readonly string[] }>();
  const searching = filters.active.length > 0;
  const selection = useSelection(OF_ROW);
  const order = useOrder(TOKEN_ORDERS);
  const query = useTokensQuery({
    keyword: values.q,
    token: values.key.replace(/^sk-/u, ''),
    status: values.status,
    page,
    size: pageSize,
    sort: order.by,
    order: order.direction,
  });
  const columns = useMemo(() => tokenColumns(t), [t]);
  const [setStatus] = useSetTokenStatusMutation();
  const [remove] = useDeleteTokenMutation();
  const { run } = useAction(setStatus);
  const setQ = useCallback((q: string) => set({ q }), [set]);
  const setKey = useCallback((key: string) => set({ key }), [set]);
  const status = useStatus();
  const chats = chatLinks(status);
  const chat = (token: Token, template: string): void => {
    const address = chatAddress(template, { key: shownKey(token), address: serverAddress(status.server_address) });
    if (address === undefined) tellNotice(t.tokens.chatWrong);
    else window.open(address, '_blank', 'noopener,noreferrer');
  };
  const create = (
    <Button variant="solid" colorPalette="brand" onClick={() => open(NEW)}>
      {t.tokens.create}
    </Button>
  );
  const drawerOf = (token: Token | undefined): ReactElement => (
    <TokenDrawer
      token={token}
      onClose={close}
      onMade={(keys) => {
        close();
        setMade(keys);
      }}
    />
  );
  const toggle = (token: Token): void => {
    const { enabled, disabled } = TOKEN_STATUS;
    const [status, back] = token.status === enabled ? ([disabled, enabled] as const) : ([enabled, disabled] as const);
    void run(
      { id: token.id, status },
      status === enabled ? t.tokens.enabled(token.name) : t.tokens.disabled(token.name),
      {
        label: t.common.undo,
        onClick: () => void run({ id: token.id, status: back }),
      },
    );
  };
  const labels = { q: t.tokens.name, key: t.tokens.key, status: t.tokens.statusHead };
  const chips = filters.active.map((key) => ({
    key,
    label: labels[key],
    value: key === 'status' ? t.tokens.status(Number(values.status)) : values[key],
    remove: () => set({ [key]: '' }),
  }));
  return (
    <Page title={t.nav.token} about={t.tokens.about} action={create} wide>
      <FilterBar
        main={<SearchField label={t.tokens.searchName} value={values.q} onChange={setQ} main />}
        sort={<SortChoice columns={columns} order={order} />}
        chosen={selection.chosen.size > 0 ? <ChosenTokens selection={selection} /> : undefined}
        chips={chips}
        clear={filters.clear}
        end={
          <>
            <ExportButton
              list={t.nav.token}
              url="/api/token/export"
              params={{ keyword: values.q, token: values.key, status: values.status }}
            />
            <ViewMenu list="tokens" columns={columns} />
          </>
        }
      >
        <SearchField label={t.tokens.searchKey} value={values.key} onChange={setKey} />
        <ChoiceFilter
          label={t.tokens.statusHead}
          value={values.status}
          any={t.table.anyStatus}
          choices={Object.values(TOKEN_STATUS).map((status) => [String(status), t.tokens.status(status)])}
          onChange={(status) => set({ status })}
        />
      </FilterBar>
      <DataTable
        list="tokens"
        label={t.nav.token}
        columns={columns}
        rows={query.data?.items}
        rowKey={(token) => token.id}
        query={query}
        order={order}
        selection={selection}
        clearFilters={searching ? filters.clear : undefined}
        dimmed={(token) => token.status !== TOKEN_STATUS.enabled}
        onOpen={(token) => open(token.id)}
        empty={
          <EmptyState
            title={t.tokens.emptyTitle}
            about={t.tokens.emptyAbout}
            action={
              <Button variant="outline" onClick={() => open(NEW)}>
                {t.tokens.create}
              </Button>
            }
          />
        }
        actions={(token) => (
          <>
            <IconButton
              aria-label={t.tokens.copyKeyOf(token.name)}
              title={t.tokens.copyKey}
              size="xs"
              variant="ghost"
              onClick={() => void copy(shownKey(token), t.tokens.keyCopied(token.name))}
            >
              <LuCopy />
            </IconButton>
            <RowMenu
              name={token.name}
              actions={[
                ...chats.map(({ name, template }) => ({
                  id: `chat-${name}`,
                  label: t.tokens.chatWith(name),
                  disabled: token.status !== TOKEN_STATUS.enabled,
                  run: () => chat(token, template),
                })),
                { id: 'edit', label: t.common.edit, run: () => open(token.id) },
                {
                  id: 'toggle',
                  label: token.status === TOKEN_STATUS.enabled ? t.common.disable : t.common.enable,
                  run: () => toggle(token),
                },
                { id: 'delete', label: t.common.delete, danger: true, run: () => setDeleting(token) },
              ]}
            />
          </>
        )}
      />
      <Pager page={page} onPage={filters.setPage} query={query} />
      {what === NEW ? drawerOf(undefined) : null}
      {what === NEW || what === '' ? null : (
        <OpenedDrawer
          key={what}
          title={`${t.nav.token} #${what}`}
          id={Number(what)}
          rowKey={({ id }) => id}
          rows={query.data?.items}
          useOne={useTokenQuery}
          onClose={close}
        >
          {drawerOf}
        </OpenedDrawer>
      )}
      {/* Not over the drawer, which would take it along when it goes a moment later. */}
      {made && what === '' ? <MadeKeys name={made.name} keys={made.keys} onClose={() => setMade(undefined)} /> : null}
      {deleting ? (
        <ConfirmDialog
          title={t.tokens.deleteTitle(deleting.name)}
          about={t.tokens.deleteAbout}
          confirm={t.common.delete}
          onClose={() => setDeleting(undefined)}
          act={async () => {
            await remove(deleting.id).unwrap();
            selection.choose([deleting], false);
            tellSuccess(t.tokens.deleted(deleting.name));
          }}
        />
      ) : null}
    </Page>
  );
}
