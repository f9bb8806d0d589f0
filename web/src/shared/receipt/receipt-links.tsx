import { Button, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuLink } from 'react-icons/lu';
import { useOwnTexts } from '../i18n/text.tsx';
import { useCopy } from '../ui/copy.tsx';
import { TextLink } from '../ui/links.ts';
import { receiptPath } from './receipt-api.ts';
import { receiptTexts } from './receipt-texts.ts';

type Of = { readonly requestId: string };

/** Puts the address of the receipt's page on the clipboard, to be sent to whoever may see it. */
export function CopyReceiptLink({ requestId }: Of): ReactElement {
  const own = useOwnTexts(receiptTexts);
  const copy = useCopy();
  return (
    <Button onClick={() => void copy(`${window.location.origin}${receiptPath(requestId)}`, own.linkCopied)}>
      <LuLink aria-hidden />
      {own.copyLink}
    </Button>
  );
}

/** Below a receipt in a list: to its page, and that page's address. */
export function ReceiptLinks({ requestId }: Of): ReactElement {
  const own = useOwnTexts(receiptTexts);
  return (
    <Flex className="no-print" gap="4" mt="4" align="center" wrap="wrap">
      <CopyReceiptLink requestId={requestId} />
      <TextLink to={receiptPath(requestId)} py="1.5">
        {own.asPage}
      </TextLink>
    </Flex>
  );
}
