import { Box, CloseButton, Flex, Skeleton, Text } from '@chakra-ui/react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { Money } from '../money/money.tsx';
import { formatCount } from '../money/quota-format.ts';
import { fromLocalInput, toLocalInput } from '../time/time-format.ts';
import { zoneName } from '../time/zone.ts';
import { SwitchField } from '../ui/fields.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { Whose } from './account-api.ts';
import { useBalanceAtQuery } from './balance-at-api.ts';
import { type Instant, tokenIn } from './balance-at-choice.ts';
import { balanceAtTexts } from './balance-at-texts.ts';

type BalanceAtProps = Whose & {
  /** Unix seconds. */
  readonly at: number;
  readonly recorded: boolean;
  readonly token: number | undefined;
  readonly set: (change: Partial<Instant>) => void;
  readonly close: () => void;
};

/** What stood on an account when an instant that is chosen began. */
export function BalanceAt({ userId, at, recorded, token, set, close }: BalanceAtProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(balanceAtTexts);
  // What is typed: while it is no instant, nothing is asked.
  const [typed, setTyped] = useState(toLocalInput(at));
  const chosen = typedInstant(typed);
  const [typedToken, setTypedToken] = useState(token === undefined ? '' : String(token));
  const isToken = typedToken.trim() === '' || tokenIn(typedToken) !== undefined;
  const isAsked = chosen !== undefined && isToken;
  const query = useBalanceAtQuery(isAsked ? { userId, at, recorded, token } : skipToken);
  const data = query.currentData;
  const choose = (text: string): void => {
    setTyped(text);
    const instant = typedInstant(text);
    if (instant !== undefined) set({ at: instant });
  };
  const chooseToken = (text: string): void => {
    setTypedToken(text);
    set({ token: tokenIn(text) });
  };
  return (
    <Box as="section" aria-label={own.title} borderWidth="1px" rounded="l3" p="4">
      <Flex justify="space-between" align="flex-start" gap="3" mb="3">
        <Box>
          <Text as="h2" fontSize="15px" fontWeight="600">
            {own.title}
          </Text>
          <Text color="fg.muted" fontSize="13px">
            {recorded ? own.aboutRecorded : own.about}
          </Text>
        </Box>
        <CloseButton size="sm" aria-label={t.common.close} onClick={close} />
      </Flex>
      <Flex gap="6" wrap="wrap" align="flex-start" mb="4">
        <Box width={{ base: 'full', sm: '240px' }}>
          <TextField
            type="datetime-local"
            label={own.date}
            value={typed}
            help={t.range.zone(zoneName())}
            error={chosen === undefined ? own.wrongDate : undefined}
            onChange={choose}
          />
        </Box>
        <Box width={{ base: 'full', sm: '160px' }}>
          <TextField
            numeric
            label={own.token}
            value={typedToken}
            help={own.tokenAbout}
            error={isToken ? undefined : own.wrongToken}
            onChange={chooseToken}
          />
        </Box>
        <Box maxW="400px" flex="1 1 260px">
          <SwitchField
            label={own.recorded}
            help={own.recordedAbout}
            checked={recorded}
            onChange={(is) => set({ recorded: is })}
          />
        </Box>
      </Flex>
      {query.error && !query.isFetching ? (
        <FailedState what={own.title} error={query.error} retry={() => void query.refetch()} />
      ) : data && data.credits === 0 && data.used === 0 && data.earnings === 0 && data.token === null ? (
        <EmptyState title={own.none} about={own.noneAbout} />
      ) : !isAsked ? null : (
        <Box aria-busy={data === undefined}>
          <Flex as="dl" gap={{ base: '6', sm: '12' }} wrap="wrap" align="flex-end" mb="2">
            <Figure label={own.balance} large>
              {data && <Money quota={data.balance} digits={6} />}
            </Figure>
            <Figure label={own.credits}>{data && <Money quota={data.credits} digits={6} />}</Figure>
            <Figure label={own.used}>{data && <Money quota={data.used} digits={6} />}</Figure>
            <Figure label={own.earnings}>{data && <Money quota={data.earnings} digits={6} />}</Figure>
          </Flex>
          {token === undefined ? null : (
            <Flex as="dl" gap={{ base: '6', sm: '12' }} wrap="wrap" align="flex-end" mb="2">
              <Figure label={own.tokenUsed}>{data?.token && <Money quota={data.token.used} digits={6} />}</Figure>
              <Figure label={own.tokenLimit}>
                {data?.token && <Limit quota={data.token.limit} none={own.noLimit} />}
              </Figure>
              <Figure label={own.tokenRemain}>
                {data?.token && <Limit quota={data.token.remain} none={own.noLimit} />}
              </Figure>
            </Flex>
          )}
          <Box color="fg.muted" fontSize="12px" minH="18px">
            {data ? own.place(formatCount(data.position)) : <Skeleton height="12px" width="140px" my="1" />}
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** Unix seconds of what is typed; undefined where it is no instant, or before any that can be asked for. */
function typedInstant(text: string): number | undefined {
  const instant = fromLocalInput(text);
  return instant === undefined || instant < 1 ? undefined : instant;
}

function Limit({ quota, none }: { readonly quota: number | null; readonly none: string }): ReactElement {
  return quota === null ? <>{none}</> : <Money quota={quota} digits={6} />;
}

type FigureProps = { readonly label: string; readonly large?: boolean; readonly children: ReactNode };

function Figure({ label, large = false, children }: FigureProps): ReactElement {
  const size = large ? '24px' : '16px';
  return (
    <Box>
      <Text as="dt" color="fg.muted" fontSize="13px">
        {label}
      </Text>
      <Box as="dd" fontSize={size} lineHeight={large ? '32px' : '24px'} fontWeight="600" data-figure={label}>
        {children ?? <Skeleton height={size} width="110px" my="1" />}
      </Box>
    </Box>
  );
}
