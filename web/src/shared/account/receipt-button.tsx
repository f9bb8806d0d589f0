import { chakra, Drawer } from '@chakra-ui/react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { ReceiptLinks } from '../receipt/receipt-links.tsx';
import { ReceiptView } from '../receipt/receipt-view.tsx';
import { SideDrawer } from '../ui/form-drawer.tsx';

type ReceiptButtonProps = {
  readonly requestId: string;
  /** A line that opens as a whole, in place of a word beside it. */
  readonly children?: ReactNode;
};

/** Opens the receipt of a charge beside the list. */
export function ReceiptButton({ requestId, children }: ReceiptButtonProps): ReactElement {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      {children === undefined ? (
        <chakra.button
          type="button"
          className="no-print"
          ms="2"
          color="brand"
          minH="24px"
          onClick={() => setOpen(true)}
        >
          {t.receipt.title}
        </chakra.button>
      ) : (
        <chakra.button type="button" display="block" width="full" textAlign="start" onClick={() => setOpen(true)}>
          {children}
        </chakra.button>
      )}
      {open ? (
        <SideDrawer title={t.receipt.title} onClose={() => setOpen(false)}>
          <Drawer.Body p="0" css={{ '& [data-receipt]': { gridTemplateColumns: 'minmax(0, 1fr)' } }}>
            <ReceiptView requestId={requestId}>
              <ReceiptLinks requestId={requestId} />
            </ReceiptView>
          </Drawer.Body>
        </SideDrawer>
      ) : null}
    </>
  );
}
