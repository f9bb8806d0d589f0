import { Box, Text } from '@chakra-ui/react';
import type { Finding } from '@ledgate/api/contract/ledger';
import { useCallback, type ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { formatDigits, formatQuota } from '../../../shared/money/quota-format.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { TextLink } from '../../../shared/ui/links.ts';
import { findingLink, findingSentence, type FindingSentence } from '../finding.ts';
import { reachable } from '../reachable.ts';
import { booksTexts } from '../texts.ts';

/** A difference in the reader's language and the operator's unit. */
export function useFindingSentence(): (finding: Finding) => FindingSentence {
  const t = useTexts();
  const texts = useOwnTexts(booksTexts);
  const unit = useMoneyUnit();
  return useCallback(
    (finding) =>
      findingSentence(finding, {
        texts,
        amount: (quota) => formatQuota(quota, unit, 6),
        digits: (digits) => t.money.units(formatDigits(digits)),
        account: t.books.accounts,
      }),
    [t, texts, unit],
  );
}

/** What the last verification has found, a sentence each, with what to do and where to look. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }): ReactElement {
  const sentenceOf = useFindingSentence();
  const { may } = useSession();
  return (
    <Box as="ul" ps="5" listStyleType="disc" maxW="96ch" css={{ '& li::marker': { color: 'danger' } }}>
      {findings.map((finding, index) => {
        const { what, said, cure } = sentenceOf(finding);
        const link = reachable(findingLink(finding), may);
        return (
          <Box as="li" key={index} mb="3" overflowWrap="anywhere" title={`${finding.scope} ${finding.id}`}>
            {link === undefined ? what : <TextLink to={link}>{what}</TextLink>}
            {said}
            <Text color="fg.muted" fontSize="13px">
              {cure}
            </Text>
          </Box>
        );
      })}
    </Box>
  );
}
