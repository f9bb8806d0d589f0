import { Box, chakra, Grid, Skeleton, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { asFigures, FIGURES_EVERY_MS, figuresOf } from '../../../shared/api/figures.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { abbreviate, formatCount, formatExactly, formatQuota } from '../../../shared/money/quota-format.ts';
import { AsOf } from '../../../shared/time/as-of.tsx';
import { presetRange } from '../../../shared/time/ranges.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { FailedState } from '../../../shared/ui/states.tsx';
import { useTilesQuery } from '../api/dashboard-api.ts';

const USED_TODAY = `/log?range=today&type=${LOG_TYPE.consumption}`;

type Tile = {
  readonly label: string;
  readonly figure: string;
  readonly title: string;
  readonly detail: string;
  readonly to: string;
};

const TileLink = chakra(Link, {
  base: {
    display: 'block',
    px: '4',
    py: '3',
    bg: 'bg',
    textDecoration: 'none',
    _hover: { bg: 'bg.panel' },
    _focusVisible: { outline: '2px solid', outlineColor: 'brand', outlineOffset: '-2px' },
  },
});

/** Balance and today's use; each figure leads to the entries that make it up. */
export function Tiles(): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  // The day may end while the page is open.
  const { start } = presetRange('today', new Date(useNow(FIGURES_EVERY_MS) * 1000));
  const query = useTilesQuery({ dayStart: start }, asFigures);
  const { data, failure } = figuresOf(query);
  if (failure !== undefined)
    return <FailedState what={t.dashboard.figures} error={failure} retry={() => void query.refetch()} />;
  const tiles: readonly Tile[] | undefined = data && [
    {
      label: t.dashboard.balance,
      figure: formatQuota(data.balance, unit),
      title: formatExactly(data.balance, unit, t.money.units),
      detail: t.dashboard.usedInAll(formatQuota(data.used_quota, unit, 6)),
      to: '/topup/statement',
    },
    {
      label: t.dashboard.today,
      figure: formatQuota(data.today.quota, unit, 6),
      title: formatExactly(data.today.quota, unit, t.money.units),
      detail: t.dashboard.todayAbout,
      to: USED_TODAY,
    },
    {
      label: t.dashboard.requests,
      figure: abbreviate(data.today.requests),
      title: formatCount(data.today.requests),
      detail: t.dashboard.requestsAbout(formatCount(data.request_count), formatCount(data.rpm)),
      to: USED_TODAY,
    },
    {
      label: t.dashboard.tokens,
      figure: abbreviate(data.today.tokens),
      title: formatCount(data.today.tokens),
      detail: t.dashboard.tokensAbout(formatCount(data.tpm)),
      to: USED_TODAY,
    },
  ];
  return (
    <Box mb="6">
      <Grid
        templateColumns={{ base: '1fr 1fr', lg: 'repeat(4, 1fr)' }}
        gap="1px"
        bg="border"
        borderWidth="1px"
        borderRadius="l3"
        overflow="hidden"
        mb="1.5"
      >
        {tiles?.map((tile) => (
          <TileLink key={tile.label} to={tile.to} title={tile.title}>
            <Text color="fg.muted" fontSize="13px">
              {tile.label}
            </Text>
            <Text
              fontSize={{ base: '18px', sm: '22px' }}
              lineHeight="30px"
              fontWeight="600"
              letterSpacing="-0.02em"
              fontVariantNumeric="tabular-nums"
              overflow="hidden"
              textOverflow="ellipsis"
            >
              {tile.figure}
            </Text>
            <Text color="fg.muted" fontSize="12px">
              {tile.detail}
            </Text>
          </TileLink>
        )) ??
          [1, 2, 3, 4].map((index) => (
            <Box key={index} px="4" py="3" bg="bg">
              <Skeleton height="14px" width="80px" my="0.5" />
              <Skeleton height="22px" width="120px" my="1.5" />
              <Skeleton height="12px" width="100px" />
            </Box>
          ))}
      </Grid>
      <AsOf queries={[query]} />
    </Box>
  );
}
