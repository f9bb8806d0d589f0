import { Box, Text } from '@chakra-ui/react';
import type { Order } from '@ledgate/api/contract/topup';
import type { ReactElement } from 'react';
import { useOwnTexts } from '../i18n/text.tsx';
import { RowFacts } from '../table/row-facts.tsx';
import type { Column } from '../table/columns.ts';
import { formatTime } from '../time/time-format.ts';
import { orderState, stuckWhy } from './order-state.ts';
import { orderFactTexts } from './order-fact-texts.ts';

const factColumns = (own: (typeof orderFactTexts)['en']): readonly Column<Order>[] => [
  { id: 'how-far', header: own.state, cell: (order) => orderState(order, own) },
  {
    id: 'price',
    header: own.price,
    cell: ({ price, ratio, currency }) => (price === '' ? '' : own.priceOf(`${price} ${currency}`, ratio)),
  },
  { id: 'paid', header: own.paid, cell: ({ pay_time: at }) => (at === 0 ? '' : formatTime(at)) },
  { id: 'asked', header: own.asked, cell: ({ asked_time: at }) => (at === 0 ? own.never : formatTime(at)) },
  { id: 'next-ask', header: own.nextAsk, cell: ({ next_ask_time: at }) => (at === 0 ? own.noMore : formatTime(at)) },
];

/** What a row of orders opens to: what is wrong with it, how it was priced, and when the provider was and will be asked. */
export function AllOrderFacts({ order }: { readonly order: Order }): ReactElement {
  const own = useOwnTexts(orderFactTexts);
  const why = stuckWhy(order, own);
  return (
    <Box>
      {why === undefined ? null : (
        <Text px="3" pt="3" fontSize="13px" maxW="72ch" overflowWrap="anywhere">
          {why.sentence}
        </Text>
      )}
      <RowFacts columns={factColumns(own)} row={order} />
    </Box>
  );
}
