import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currentParams } from './current-params.ts';
import { type Order, orderIn, withOrder } from './order.ts';

export type ListOrder = Order & { readonly set: (order: Order) => void };

/** The order of a list, in the address. `columns` must be the same array on every render. */
export function useOrder(columns: readonly string[]): ListOrder {
  const [params, setParams] = useSearchParams();
  const { by, direction } = orderIn(params, columns);
  const set = useCallback(
    (order: Order) => setParams(() => withOrder(currentParams(), order), { replace: true }),
    [setParams],
  );
  return useMemo(() => ({ by, direction, set }), [by, direction, set]);
}
