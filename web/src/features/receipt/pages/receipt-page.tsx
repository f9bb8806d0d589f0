import { Box, Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuPrinter } from 'react-icons/lu';
import { useParams } from 'react-router-dom';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { CopyReceiptLink } from '../../../shared/receipt/receipt-links.tsx';
import { ReceiptView } from '../../../shared/receipt/receipt-view.tsx';
import { Page } from '../../../shared/ui/page.tsx';

/** One receipt under an address of its own, for the screen and for A4. */
export function ReceiptPage(): ReactElement {
  const t = useTexts();
  const { requestId = '' } = useParams<'requestId'>();
  return (
    <Page
      title={t.receipt.title}
      about={t.receipt.about}
      action={
        <>
          <CopyReceiptLink requestId={requestId} />
          <Button onClick={() => window.print()}>
            <LuPrinter aria-hidden />
            {t.receipt.print}
          </Button>
        </>
      }
    >
      <Box css={{ '& [data-receipt]': { p: '0' } }}>
        <ReceiptView key={requestId} requestId={requestId} />
      </Box>
    </Page>
  );
}
