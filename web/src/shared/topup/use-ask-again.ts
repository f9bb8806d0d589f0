import type { Order } from '@ledgate/api/contract/topup';
import { useState } from 'react';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { useMoneyUnit } from '../money/money.tsx';
import { formatQuota } from '../money/quota-format.ts';
import { tellFailure, tellNotice, tellSuccess } from '../ui/toaster.tsx';
import { useAskOrderMutation } from './top-up-api.ts';
import { topUpTexts } from './topup-texts.ts';

/** What an order is asked again for: it is not paid, or paid and not credited. */
export const isOpen = ({ status, credited }: Order): boolean =>
  status === 'pending' || (status === 'success' && !credited);

/** Asks the payment provider of an order again, and tells what came of it. `asking`: the number of the order that is asked about. */
export function useAskAgain(): { readonly ask: (order: Order) => void; readonly asking: string | undefined } {
  const t = useTexts();
  const own = useOwnTexts(topUpTexts);
  const unit = useMoneyUnit();
  const [askOrder] = useAskOrderMutation();
  const [asking, setAsking] = useState<string>();
  const asked = async ({ trade_no: number, quota }: Order): Promise<void> => {
    setAsking(number);
    try {
      const { status } = await askOrder({ trade_no: number }).unwrap();
      if (status === 'success') tellSuccess(own.credited(formatQuota(quota, unit)));
      else tellNotice(own.notPaid);
    } catch (error) {
      tellFailure(error, t);
    } finally {
      setAsking(undefined);
    }
  };
  return { ask: (order) => void asked(order), asking };
}
