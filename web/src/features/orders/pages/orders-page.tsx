import { TOP_UP_STATES } from '@ledgate/domain/catalogue/top-ups';
import { Box } from '@chakra-ui/react';
import type { Order } from '@ledgate/api/contract/topup';
import * as ACCESS from '@ledgate/api/contract/who-may';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router-dom';
import { accountPath } from '../../../shared/account/account-links.ts';
import { ChoiceFilter } from '../../../shared/filters/choice-filter.tsx';
import { currentParams } from '../../../shared/filters/current-params.ts';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { oneOf } from '../../../shared/filters/filter-value.ts';
import { SearchField } from '../../../shared/filters/search-field.tsx';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { ExportButton } from '../../../shared/files/export-button.tsx';
import { useLanguage, useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { orderColumns } from '../../../shared/topup/order-columns.tsx';
import { OrderFacts } from '../../../shared/topup/order-facts.tsx';
import { stateChoices, stateName } from '../../../shared/topup/order-state.ts';
import { topUpTitles } from '../../../shared/topup/titles.ts';
import { topUpTexts } from '../../../shared/topup/topup-texts.ts';
import { isOpen, useAskAgain } from '../../../shared/topup/use-ask-again.ts';
import { FigureLink } from '../../../shared/ui/links.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { type RowAction, RowMenu } from '../../../shared/ui/row-menu.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useOrdersQuery } from '../api/orders-api.ts';
import { SettleDialog } from '../components/settle-dialog.tsx';
import { UnplacedPayments } from '../components/unplaced-payments.tsx';
import { ordersTexts } from '../texts.ts';

const NEWEST = 'newest';
/** Without `first` in the address what is stuck stands first. */
const defaults = { user: '', number: '', status: '', first: '' } as const;
/** Of the filters whose texts are not free. */
const checks = { status: oneOf(TOP_UP_STATES), first: oneOf([NEWEST]) };
/** Of payments that belong to no order the page, in the address. */
const UNPLACED = 'unplaced';
const NARROWS = ['user', 'number', 'status'] as const;
const LIST = 'orders';

/** All payment orders, those first that somebody has to look at; above them payments that belong to none. */
export function OrdersPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(ordersTexts);
  const orders = useOwnTexts(topUpTexts);
  const title = topUpTitles[useLanguage()].allOrders;
  const { may, isAdmin } = useSession();
  const size = usePageSize();
  const filters = useFilters<keyof typeof defaults>(defaults, checks);
  const { values, set, page } = filters;
  const openRow = useOpened();
  const [settling, setSettling] = useState<string>();
  const [params, setParams] = useSearchParams();
  const unplacedPage = Math.max(1, Math.trunc(Number(params.get(UNPLACED))) || 1);
  const setUnplaced = useCallback(
    (at: number) =>
      setParams(() => {
        const next = currentParams();
        if (at === 1) next.delete(UNPLACED);
        else next.set(UNPLACED, String(at));
        return next;
      }),
    [setParams],
  );
  const query = useOrdersQuery({
    username: values.user,
    number: values.number,
    status: values.status,
    first: values.first === NEWEST ? '' : 'stuck',
    page,
    size,
    unplacedPage,
  });
  const { ask, asking } = useAskAgain();
  const columns = useMemo(
    () =>
      orderColumns(orders, [
        {
          id: 'user',
          header: own.user,
          cell: ({ user_id: id, username }) => (
            <FigureLink to={accountPath(id)}>{username === '' ? own.userNumber(id) : username}</FigureLink>
          ),
        },
      ]),
    [orders, own],
  );
  const unplacedTotal = query.data?.unplaced_total ?? 0;
  const setUser = useCallback((user: string) => set({ user }), [set]);
  const setNumber = useCallback((number: string) => set({ number }), [set]);
  const settles = may(ACCESS.topUp.settle);
  const actionsOf = (order: Order): readonly RowAction[] => [
    ...(isOpen(order)
      ? [{ id: 'ask', label: orders.ask, disabled: asking === order.trade_no, run: () => ask(order) }]
      : []),
    ...(order.problem !== null && settles
      ? [{ id: 'settle', label: own.settle, run: () => setSettling(order.trade_no) }]
      : []),
  ];
  const active = NARROWS.filter((key) => filters.active.includes(key));
  const clear = (): void => set({ user: '', number: '', status: '' });
  const names = { user: own.user, number: own.number, status: orders.state };
  return (
    <Page title={title} about={own.about} wide>
      {unplacedTotal > 0 ? (
        <UnplacedPayments
          payments={query.data?.unplaced ?? []}
          total={unplacedTotal}
          page={unplacedPage}
          onPage={setUnplaced}
          query={query}
          settle={settles ? setSettling : undefined}
        />
      ) : null}
      <Box mt={unplacedTotal > 0 ? '8' : '0'}>
        <FilterBar
          main={<SearchField label={own.search} value={values.user} onChange={setUser} main />}
          chips={active.map((key) => ({
            key,
            label: names[key],
            value: key === 'status' ? stateName(values.status, orders) : values[key],
            remove: () => set({ [key]: '' }),
          }))}
          clear={clear}
          end={
            <>
              {may(ACCESS.exported.topUp) ? (
                <ExportButton
                  list={title}
                  url="/api/user/topups/export"
                  params={{ username: values.user, trade_no: values.number, status: values.status }}
                />
              ) : null}
              <ViewMenu list={LIST} columns={columns} />
            </>
          }
        >
          <ChoiceFilter
            label={orders.state}
            value={values.status}
            any={t.table.anyStatus}
            choices={stateChoices(orders)}
            onChange={(status) => set({ status })}
          />
          <ChoiceFilter
            label={own.order}
            value={values.first === NEWEST ? NEWEST : ''}
            any={own.stuckFirst}
            choices={[[NEWEST, own.newestFirst]]}
            onChange={(first) => set({ first })}
          />
          <SearchField label={own.number} value={values.number} onChange={setNumber} width="240px" />
        </FilterBar>
        <DataTable
          list={LIST}
          label={title}
          columns={columns}
          rows={query.data?.items}
          rowKey={({ trade_no: number }) => number}
          query={query}
          openRow={openRow}
          clearFilters={active.length > 0 ? clear : undefined}
          empty={<EmptyState title={own.empty} about={own.emptyAbout} />}
          expanded={(order) => <OrderFacts order={order} />}
          // Who reads money alone asks about his own orders, in his wallet.
          {...(isAdmin
            ? {
                actions: (order: Order) => {
                  const actions = actionsOf(order);
                  return actions.length === 0 ? null : <RowMenu name={order.trade_no} actions={actions} />;
                },
              }
            : {})}
        />
        <Pager page={page} onPage={filters.setPage} query={query} />
      </Box>
      {settling === undefined ? null : <SettleDialog number={settling} onClose={() => setSettling(undefined)} />}
    </Page>
  );
}
