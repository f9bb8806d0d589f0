import { Drawer } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { ReceiptLinks } from '../receipt/receipt-links.tsx';
import { ReceiptView } from '../receipt/receipt-view.tsx';
import { SideDrawer } from '../ui/form-drawer.tsx';

type ReceiptDrawerProps = { readonly requestId: string; readonly onClose: () => void };

/** A receipt beside a list. */
export function ReceiptDrawer({ requestId, onClose }: ReceiptDrawerProps): ReactElement {
  const t = useTexts();
  return (
    <SideDrawer title={t.receipt.title} onClose={onClose}>
      <Drawer.Body p="0" css={{ '& [data-receipt]': { gridTemplateColumns: 'minmax(0, 1fr)' } }}>
        <ReceiptView requestId={requestId}>
          <ReceiptLinks requestId={requestId} />
        </ReceiptView>
      </Drawer.Body>
    </SideDrawer>
  );
}
