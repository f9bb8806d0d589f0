import { useMoneyUnit } from '../../shared/money/money.tsx';
import { useSomeBalancesMutation } from './operator-api.ts';
import { type Reading, readingsOf } from './readings.ts';

/**
 * How real balances read with so many quota units a dollar, beside how they read now: the largest, the smallest and one between. undefined where no other
 * number is typed.
 */
export function useReadings(): (typed: string | undefined) => Promise<readonly Reading[] | 'failed' | undefined> {
  const { quotaPerUnit } = useMoneyUnit();
  const [someBalances] = useSomeBalancesMutation();
  return async (typed) => {
    if (typed === undefined) return undefined;
    const { data } = await someBalances();
    return data === undefined ? 'failed' : readingsOf(data, quotaPerUnit, Number(typed));
  };
}
