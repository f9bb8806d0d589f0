import { chakra } from '@chakra-ui/react';
import { type ReactElement, useMemo } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column, ListQuery } from '../../../shared/table/columns.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import { writtenMoney } from '../../../shared/topup/pay-money.ts';
import { topUpTexts } from '../../../shared/topup/topup-texts.ts';
import { CopyText, middle } from '../../../shared/ui/copy.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import type { Unplaced } from '../api/orders-api.ts';
import { ordersTexts } from '../texts.ts';

const NUMBER_CHARACTERS = 17;
const Figures = chakra('span', { base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } });

type Own = (typeof ordersTexts)['en'];
type OrderTexts = (typeof topUpTexts)['en'];

const unplacedColumns = (own: Own, orders: OrderTexts): readonly Column<Unplaced>[] => [
  {
    id: 'payment',
    header: orders.paymentNumber,
    stacked: 'title',
    cell: ({ provider_ref: number }) => (
      <CopyText text={number} shown={middle(number, NUMBER_CHARACTERS)} label={orders.paymentNumber} />
    ),
  },
  {
    id: 'why',
    header: own.why,
    stacked: 'note',
    cell: ({ reason }) => <StatusDot tone="bad" text={orders.problems[reason]} />,
  },
  {
    id: 'money',
    header: own.money,
    numeric: true,
    stacked: 'figure',
    cell: ({ money }) => <Figures>{writtenMoney(money)}</Figures>,
  },
  { id: 'times', header: own.times, numeric: true, cell: ({ times }) => formatCount(times) },
  {
    id: 'last',
    header: own.last,
    from: 1280,
    stacked: 'noteFigure',
    cell: ({ last_time: at }) => <Figures>{formatTime(at)}</Figures>,
  },
  {
    id: 'order',
    header: orders.order,
    from: 1280,
    cell: ({ trade_no: number }) => (
      <CopyText text={number} shown={middle(number, NUMBER_CHARACTERS)} label={orders.orderOf(number)} />
    ),
  },
  { id: 'way', header: orders.way, from: 1440, cell: ({ provider }) => orders.ways[provider] ?? provider },
  { id: 'first', header: own.first, from: 1440, cell: ({ first_time: at }) => <Figures>{formatTime(at)}</Figures> },
];

type UnplacedProps = {
  readonly payments: readonly Unplaced[];
  /** Of all pages. */
  readonly total: number;
  /** Counted from 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly query: ListQuery & { readonly isSuccess: boolean };
  /** Of who may. */
  readonly settle: ((number: string) => void) | undefined;
};

/** Payments that a provider has signed and that belong to no order. */
export function UnplacedPayments({ payments, total, page, onPage, query, settle }: UnplacedProps): ReactElement {
  const own = useOwnTexts(ordersTexts);
  const orders = useOwnTexts(topUpTexts);
  const columns = useMemo(() => unplacedColumns(own, orders), [own, orders]);
  return (
    <Section title={own.unplaced} about={own.unplacedAbout(formatCount(total))}>
      <DataTable
        label={own.unplaced}
        columns={columns}
        rows={payments}
        rowKey={({ trade_no: number, provider_ref: ref, reason }) => `${number} ${ref} ${reason}`}
        query={query}
        empty={null}
        {...(settle === undefined
          ? {}
          : {
              actions: ({ trade_no: number }: Unplaced) => (
                <RowMenu name={number} actions={[{ id: 'settle', label: own.settle, run: () => settle(number) }]} />
              ),
            })}
      />
      <Pager page={page} onPage={onPage} query={{ ...query, data: { items: payments, total } }} />
    </Section>
  );
}
