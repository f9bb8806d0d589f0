import { chakra } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { openedOf } from '../filters/opened.ts';
import { useOpened } from '../filters/use-opened.ts';
import { useTexts } from '../i18n/text.tsx';
import { onDemand } from '../ui/on-demand.tsx';

/** In the address, where a receipt is open beside the list: with its request. */
const RECEIPT = 'receipt';

type ReceiptButtonProps = {
  readonly requestId: string;
  /** A line that opens as a whole, in place of a word beside it. */
  readonly children?: ReactNode;
};

/** Opens the receipt of a charge beside the list, where `OpenReceipt` shows it. */
export function ReceiptButton({ requestId, children }: ReceiptButtonProps): ReactElement {
  const t = useTexts();
  const { open } = useOpened();
  const show = (): void => open(`${RECEIPT}:${requestId}`);
  return children === undefined ? (
    <chakra.button type="button" className="no-print" ms="2" color="brand" minH="24px" onClick={show}>
      {t.receipt.title}
    </chakra.button>
  ) : (
    <chakra.button type="button" display="block" width="full" textAlign="start" onClick={show}>
      {children}
    </chakra.button>
  );
}

const ReceiptDrawer = onDemand(async () => (await import('./receipt-drawer.tsx')).ReceiptDrawer);

/** The receipt that is open beside a statement, if one is. */
export function OpenReceipt(): ReactElement | null {
  const { what, close } = useOpened();
  const requestId = openedOf(what, RECEIPT);
  return requestId === '' ? null : <ReceiptDrawer requestId={requestId} onClose={close} />;
}
