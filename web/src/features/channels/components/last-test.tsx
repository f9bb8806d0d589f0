import { Box, Flex, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { formatDuration, formatTime } from '../../../shared/time/time-format.ts';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import type { Channel } from '../api/channels-api.ts';
import { lastTestTexts } from '../last-test-texts.ts';

/** What the channel's last test found: when, by which model, how long it took, and why it failed. Nothing where there was none. */
export function LastTest({ of }: { readonly of: Channel['last_test'] }): ReactElement | null {
  const own = useOwnTexts(lastTestTexts);
  if (of === null) return null;
  const { at, ok, model, ms, error } = of;
  return (
    <Box as="section" aria-label={own.lastTest} w="full" fontSize="13px" borderWidth="1px" px="3" py="2">
      <Flex justify="space-between" gap="3" wrap="wrap">
        <Text fontWeight="500">{own.lastTest}</Text>
        <StatusDot tone={ok ? 'good' : 'bad'} text={ok ? own.passed : own.failed} />
      </Flex>
      <Box as="dl" mt="1">
        <Fact name={own.when}>{formatTime(at)}</Fact>
        {model === '' ? null : <Fact name={own.model}>{<span translate="no">{model}</span>}</Fact>}
        <Fact name={own.took}>{formatDuration(ms)}</Fact>
        {error === '' ? null : <Fact name={own.why}>{<span translate="no">{error}</span>}</Fact>}
      </Box>
    </Box>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement => (
  <Flex gap="3">
    <Box as="dt" color="fg.muted" minW="72px" flexShrink={0}>
      {name}
    </Box>
    <Box as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
      {children}
    </Box>
  </Flex>
);
