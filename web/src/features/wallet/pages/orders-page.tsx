import { TOP_UP_STATES } from '@ledgate/domain/catalogue/top-ups';
import { Button } from '@chakra-ui/react';
import { useMemo, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { ChoiceFilter } from '../../../shared/filters/choice-filter.tsx';
import { FilterBar } from '../../../shared/filters/filter-bar.tsx';
import { oneOf } from '../../../shared/filters/filter-value.ts';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useOpened } from '../../../shared/filters/use-opened.ts';
import { usePageSize } from '../../../shared/filters/use-page-size.ts';
import { useLanguage, useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { ViewMenu } from '../../../shared/table/view-menu.tsx';
import { orderColumns } from '../../../shared/topup/order-columns.tsx';
import { OrderFacts } from '../../../shared/topup/order-facts.tsx';
import { stateChoices, stateName } from '../../../shared/topup/order-state.ts';
import { TOP_UP_PLACE, topUpTitles } from '../../../shared/topup/titles.ts';
import { topUpTexts } from '../../../shared/topup/topup-texts.ts';
import { isOpen, useAskAgain } from '../../../shared/topup/use-ask-again.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useOwnOrdersQuery } from '../api/wallet-api.ts';
import { WalletTabs } from '../components/wallet-tabs.tsx';
import { walletTexts } from '../texts.ts';

const defaults = { status: '' } as const;
/** Of the filters whose texts are not free. */
const checks = { status: oneOf(TOP_UP_STATES) };
const LIST = 'own-orders';

/** One's own payment orders, each of which can be asked again while it is not credited. */
export function OwnOrdersPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(walletTexts);
  const orders = useOwnTexts(topUpTexts);
  const language = useLanguage();
  const title = topUpTitles[language].ownOrders;
  const size = usePageSize();
  const filters = useFilters<keyof typeof defaults>(defaults, checks);
  const { values, set, page } = filters;
  const openRow = useOpened();
  const query = useOwnOrdersQuery({ status: values.status, page, size });
  const { ask, asking } = useAskAgain();
  const columns = useMemo(() => orderColumns(orders), [orders]);
  return (
    <Page title={title} about={own.ordersAbout}>
      <WalletTabs />
      <FilterBar
        main={
          <ChoiceFilter
            label={orders.state}
            value={values.status}
            any={t.table.anyStatus}
            choices={stateChoices(orders)}
            onChange={(status) => set({ status })}
          />
        }
        chips={filters.active.map((key) => ({
          key,
          label: orders.state,
          value: stateName(values[key], orders),
          remove: () => set({ [key]: '' }),
        }))}
        clear={filters.clear}
        end={<ViewMenu list={LIST} columns={columns} />}
      />
      <DataTable
        list={LIST}
        label={title}
        columns={columns}
        rows={query.data?.items}
        rowKey={({ trade_no: number }) => number}
        query={query}
        openRow={openRow}
        clearFilters={filters.active.length > 0 ? filters.clear : undefined}
        empty={
          <EmptyState
            title={own.noOrders}
            about={own.noOrdersAbout}
            action={
              <Button asChild>
                <Link to={TOP_UP_PLACE}>{topUpTitles[language].topUp}</Link>
              </Button>
            }
          />
        }
        expanded={(order) => <OrderFacts order={order} />}
        actions={(order) =>
          isOpen(order) ? (
            <Button
              size="xs"
              variant="outline"
              loading={asking === order.trade_no}
              aria-label={orders.askOf(order.trade_no)}
              onClick={() => ask(order)}
            >
              {orders.ask}
            </Button>
          ) : null
        }
      />
      <Pager page={page} onPage={filters.setPage} query={query} />
    </Page>
  );
}
