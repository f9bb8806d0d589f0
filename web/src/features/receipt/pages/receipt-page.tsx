import { Box, Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuPrinter } from 'react-icons/lu';
import { useParams } from 'react-router-dom';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { CopyReceiptLink } from '../../../shared/receipt/receipt-links.tsx';
import { ReceiptView } from '../../../shared/receipt/receipt-view.tsx';
import { Page } from '../../../shared/ui/page.tsx';
import { proofTexts } from '../proof-texts.ts';
import { ReceiptProof } from '../components/receipt-proof.tsx';

/** One receipt under an address of its own, for the screen and for A4. */
export function ReceiptPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(proofTexts);
  const { requestId = '' } = useParams<'requestId'>();
  return (
    <Page
      title={t.receipt.title}
      about={own.about}
      action={
        <>
          <CopyReceiptLink requestId={requestId} />
          <Button onClick={() => window.print()}>
            <LuPrinter aria-hidden />
            {own.print}
          </Button>
        </>
      }
    >
      <Box css={{ '& [data-receipt]': { p: '0' } }}>
        <ReceiptView key={requestId} requestId={requestId} />
        <ReceiptProof key={`proof-${requestId}`} requestId={requestId} />
      </Box>
    </Page>
  );
}
