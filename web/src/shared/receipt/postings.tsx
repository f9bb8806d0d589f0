import { chakra, Text, Box } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { formatQuotaUnits } from '../money/quota-format.ts';

type PostingsProps = { readonly postings: readonly { readonly account: string; readonly amount: number }[] };

/** Double entry of one event in quota units; the sum is zero. */
export function Postings({ postings }: PostingsProps): ReactElement {
  const t = useTexts();
  return (
    <Box>
      <Text color="fg.muted" mb="1" fontSize="13px">
        {t.receipt.postings}
      </Text>
      {postings.length === 0 ? (
        <Text fontSize="13px">{t.receipt.noPostings}</Text>
      ) : (
        <chakra.table
          aria-label={t.receipt.postings}
          fontSize="12px"
          fontVariantNumeric="tabular-nums"
          css={{ '& td': { pe: '6', py: '0.5' }, '& td:last-of-type': { textAlign: 'end', pe: '0' } }}
        >
          <tbody>
            {postings.map((posting) => (
              <tr key={posting.account}>
                <chakra.td htmlTranslate="no" fontFamily="mono">
                  {posting.account}
                </chakra.td>
                <td>{formatQuotaUnits(posting.amount, true)}</td>
              </tr>
            ))}
          </tbody>
        </chakra.table>
      )}
    </Box>
  );
}
