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
import { balanceAtTexts } from './balance-at-texts.ts';

type BalanceAtProps = Whose & {
  /** Unix seconds. */
  readonly at: number;
  readonly recorded: boolean;
  readonly set: (change: { readonly at?: number; readonly recorded?: boolean }) => void;
  readonly close: () => void;
};

/** What stood on an account when an instant that is chosen began. */
export function BalanceAt({ userId, at, recorded, set, close }: BalanceAtProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(balanceAtTexts);
  // What is typed: while it is no instant, nothing is asked.
  const [typed, setTyped] = useState(toLocalInput(at));
  const chosen = typedInstant(typed);
  const query = useBalanceAtQuery(chosen === undefined ? skipToken : { userId, at, recorded });
  const data = query.currentData;
  const choose = (text: string): void => {
    setTyped(text);
    const instant = typedInstant(text);
    if (instant !== undefined) set({ at: instant });
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
      ) : data && data.credits === 0 && data.used === 0 && data.earnings === 0 ? (
        <EmptyState title={own.none} about={own.noneAbout} />
      ) : chosen === undefined ? null : (
        <Box aria-busy={data === undefined}>
          <Flex as="dl" gap={{ base: '6', sm: '12' }} wrap="wrap" align="flex-end" mb="2">
            <Figure label={own.balance} large>
              {data && <Money quota={data.balance} digits={6} />}
            </Figure>
            <Figure label={own.credits}>{data && <Money quota={data.credits} digits={6} />}</Figure>
            <Figure label={own.used}>{data && <Money quota={data.used} digits={6} />}</Figure>
            <Figure label={own.earnings}>{data && <Money quota={data.earnings} digits={6} />}</Figure>
          </Flex>
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
