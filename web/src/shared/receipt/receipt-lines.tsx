import { Grid, Stack, Text } from '@chakra-ui/react';
import type { ReceiptLine } from '@ledgate/domain/pricing/receipt-lines';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { groupDecimal } from './decimal-text.ts';

/** An amount's arithmetic, one line a factor, with exact subtotals. */
export function ReceiptLines({ lines }: { readonly lines: readonly ReceiptLine[] }): ReactElement {
  const t = useTexts();
  return (
    <Stack gap="1.5" py="3">
      {lines.map((line, index) => (
        <Grid key={`${line.what}-${index}`} templateColumns="minmax(0, 1fr) auto 96px" gap="3" alignItems="baseline">
          <Text>{t.receipt.line[line.what]}</Text>
          <Text color="fg.muted" textAlign="end">
            {groupDecimal(line.quantity)} × {groupDecimal(line.factor)}
          </Text>
          <Text textAlign="end" overflowWrap="anywhere">
            {groupDecimal(line.subtotal)}
          </Text>
        </Grid>
      ))}
    </Stack>
  );
}
