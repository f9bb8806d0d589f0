import { Box, Flex, Grid, Text } from '@chakra-ui/react';
import { decimal, decimalText, times } from '@ledgate/domain/pricing/decimal';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { formatCount } from '../money/quota-format.ts';
import { dollarText, placesOf } from '../prices/dollars.ts';
import { groupDecimal } from './decimal-text.ts';
import type { Receipt } from './receipt-api.ts';

const MILLIONTH = { units: 1n, scale: 6 };

/** What so many tokens cost in dollars at a price of a million, exact. */
const dollarsOf = (tokens: number, price: string): string =>
  decimalText(times(times(decimal(String(tokens)), decimal(price)), MILLIONTH));

/** The same charge as price lists say it: a line a kind of tokens, in dollars of a million. */
export function TokenPrices({ prices }: { readonly prices: Receipt['per_million_tokens'] }): ReactElement {
  const t = useTexts();
  const places = placesOf(prices.map(({ price }) => price));
  return (
    <Box as="section" aria-label={t.receipt.perMillion} mt="4" pt="3" borderTopWidth="1px" borderTopStyle="dashed">
      <Flex gap="2" rowGap="0" align="baseline" wrap="wrap" mb="1.5" color="fg.muted" fontSize="12px">
        <Text>{t.receipt.perMillion}</Text>
        <Text>· {t.receipt.perMillionAbout}</Text>
      </Flex>
      {prices.map(({ what, tokens, price }) => (
        <Grid key={what} templateColumns="minmax(0, 1fr) auto 96px" gap="3" py="0.5" alignItems="baseline">
          <Text>{t.receipt.line[what]}</Text>
          <Text color="fg.muted" textAlign="end">
            {formatCount(tokens)} × {dollarText(price, places)}
          </Text>
          <Text textAlign="end" overflowWrap="anywhere">
            ${groupDecimal(dollarsOf(tokens, price))}
          </Text>
        </Grid>
      ))}
    </Box>
  );
}
