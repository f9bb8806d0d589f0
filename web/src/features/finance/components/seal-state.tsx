import { Box, Flex, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import type { Dated } from '../../../shared/api/figures.ts';
import { useLanguage, useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { AsOf } from '../../../shared/time/as-of.tsx';
import { formatRelative, formatTime } from '../../../shared/time/time-format.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { Fact } from '../../../shared/ui/fact.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/status-dot.tsx';
import type { SealsPage } from '../api/seals-api.ts';
import { type SealsTexts, sealsTexts } from '../seals-texts.ts';

/** The notary seals every minute: what has waited longer than this, in seconds, waits for something else. */
const LATE_AFTER_S = 300;
const TICK_MS = 5_000;

type Told = Pick<SealsPage, 'unsealed' | 'trouble' | 'at'> & {
  readonly newest: SealsPage['items'][number] | undefined;
};
/** `query`: of when it is, and whether asking again has failed. */
type SealStateProps = { readonly told: Told | undefined; readonly query: Dated };

/**
 * How far the ledger is sealed, and what is wrong where it is not. What is late is told by the server's clock alone: an answer grows no older on the page
 * than it was, whatever time it is here.
 */
export function SealState({ told, query }: SealStateProps): ReactElement {
  const own = useOwnTexts(sealsTexts);
  const language = useLanguage();
  const now = useNow(TICK_MS);
  const since = told?.unsealed.since ?? null;
  const isLate = told !== undefined && since !== null && told.at - since > LATE_AFTER_S;
  const seal = told?.newest;
  const passed = Math.max(0, now - (query.fulfilledTimeStamp ?? 0) / 1_000);
  const serverNow = (told?.at ?? 0) + passed;
  const ago = (seconds: number): ReactElement => (
    <span title={formatTime(seconds)}>{formatRelative(Math.min(seconds, serverNow), serverNow, language)}</span>
  );
  return (
    <Box mb="8">
      <Flex as="dl" gap={{ base: '5', sm: '10' }} wrap="wrap" mb="3">
        <Fact label={own.state}>
          {told && (
            <>
              <StatusDot {...stateOf(told, isLate, own)} />
              {query.error === undefined ? null : <AsOf queries={[query]} />}
            </>
          )}
        </Fact>
        <Fact label={own.last}>{told && (seal === undefined ? '–' : ago(seal.at))}</Fact>
        <Fact label={own.sealedEvents}>{told && formatCount(seal?.size ?? 0)}</Fact>
        <Fact label={own.unsealed}>
          {told && (
            <>
              {formatCount(told.unsealed.events)}
              {since === null ? null : (
                <Text as="span" color="fg.muted" fontWeight="400">
                  {' '}
                  · {ago(since)}
                </Text>
              )}
            </>
          )}
        </Fact>
      </Flex>
      {told && told.trouble !== null ? <Warning isBad {...own.troubles[told.trouble]} /> : null}
      {isLate && told?.trouble === null ? <Warning title={own.late} about={own.lateAbout(formatTime(since))} /> : null}
    </Box>
  );
}

function stateOf({ trouble, newest }: Told, isLate: boolean, own: SealsTexts): { tone: Tone; text: string } {
  if (trouble !== null) return { tone: 'bad', text: own.stopped };
  if (isLate) return { tone: 'attention', text: own.late };
  return newest === undefined ? { tone: 'off', text: own.never } : { tone: 'good', text: own.good };
}

type WarningProps = { readonly title: string; readonly about: string; readonly isBad?: boolean };

function Warning({ title, about, isBad = false }: WarningProps): ReactElement {
  return (
    <Box role="alert" borderStartWidth="3px" borderColor={isBad ? 'danger' : 'warn'} ps="3" py="1" maxW="80ch">
      <Text fontWeight="600" color={isBad ? 'danger' : 'warn'}>
        {title}
      </Text>
      <Text overflowWrap="anywhere">{about}</Text>
    </Box>
  );
}
