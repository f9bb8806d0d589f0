import { chakra } from '@chakra-ui/react';
import type { Order } from '@ledgate/api/contract/topup';
import { Money } from '../money/money.tsx';
import type { Column } from '../table/columns.ts';
import { formatTime } from '../time/time-format.ts';
import { CopyText, middle } from '../ui/copy.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { orderState, orderTone, stuckWhy } from './order-state.ts';
import { payMoney } from './pay-money.ts';
import type { topUpTexts } from './topup-texts.ts';

const NUMBER_CHARACTERS = 17;

const Figures = chakra('span', { base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } });

/** The columns of a list of payment orders; `who`: those of whom an order is, where there are others'. */
export const orderColumns = (
  own: (typeof topUpTexts)['en'],
  who: readonly Column<Order>[] = [],
): readonly Column<Order>[] => [
  {
    id: 'order',
    header: own.order,
    stacked: 'title',
    cell: ({ trade_no: number }) => (
      <CopyText text={number} shown={middle(number, NUMBER_CHARACTERS)} label={own.orderOf(number)} />
    ),
  },
  ...who,
  {
    id: 'state',
    header: own.state,
    stacked: 'note',
    cell: (order) => <StatusDot tone={orderTone(order)} text={stuckWhy(order, own)?.brief ?? orderState(order, own)} />,
  },
  {
    id: 'credit',
    header: own.credit,
    numeric: true,
    stacked: 'figure',
    cell: ({ quota, status, credited }) => (
      <Money quota={quota} kind={status === 'success' && credited ? 'credit' : 'plain'} />
    ),
  },
  {
    id: 'money',
    header: own.money,
    numeric: true,
    cell: ({ money, currency }) => <Figures>{payMoney(money, currency)}</Figures>,
  },
  { id: 'way', from: 1280, header: own.way, cell: ({ provider }) => own.ways[provider] ?? provider },
  {
    id: 'time',
    from: 1280,
    header: own.time,
    stacked: 'noteFigure',
    cell: ({ create_time: made }) => <Figures>{formatTime(made)}</Figures>,
  },
  {
    id: 'payment',
    from: 1440,
    header: own.paymentNumber,
    cell: ({ provider_ref: number }) =>
      number === '' ? (
        ''
      ) : (
        <CopyText text={number} shown={middle(number, NUMBER_CHARACTERS)} label={own.paymentNumber} />
      ),
  },
];
