import type { Bucket } from '@ledgate/api/contract/data';
import { Box, Button, Flex, SegmentGroup, Skeleton, Text } from '@chakra-ui/react';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { asFigures, type Figures, FIGURES_EVERY_MS, figuresOf } from '../../../shared/api/figures.ts';
import { readRange } from '../../../shared/filters/read-range.ts';
import { useFilters } from '../../../shared/filters/use-filters.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { useMoneyUnit } from '../../../shared/money/money.tsx';
import { abbreviate, abbreviateQuota, formatCount, formatQuota } from '../../../shared/money/quota-format.ts';
import { AsOf } from '../../../shared/time/as-of.tsx';
import { presetRange, type TimeRange } from '../../../shared/time/ranges.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { useBucketsQuery, type Whose } from '../api/dashboard-api.ts';
import { openPart } from '../bucket-calls.ts';
import { buildSeries, metrics, stepFor, type Metric, type Step } from '../series.ts';
import { UsageChart } from './usage-chart.tsx';

const UsageTable = onDemand(async () => (await import('./usage-table.tsx')).UsageTable);

/** Dollars have six places, everything else is whole. */
const DOLLARS_STEP_MIN = 1e-6;
const WHOLE = { one: 1, leastStep: 1 };

const defaults = { metric: 'quota', view: 'chart' } as const;

type UsageProps = { readonly range: string; readonly step: Step; readonly whose: Whose };

/** Consumption by model over the range: chart or table, in money, requests or tokens. */
export function Usage({ range: chosen, step: asked, whose }: UsageProps): ReactElement {
  const t = useTexts();
  const unit = useMoneyUnit();
  const { values, set } = useFilters<keyof typeof defaults>(defaults);
  const metric = metrics.find((known) => known === values.metric) ?? 'quota';
  const view = values.view === 'table' ? 'table' : 'chart';
  const now = useNow(FIGURES_EVERY_MS);
  const range = useMemo(() => readRange(chosen, now), [chosen, now]);
  const query = useBuckets(range, whose, now);
  const { data, failure, isOther } = query;
  const step = stepFor(range, asked);
  const series = useMemo(() => data && buildSeries(data, range, step, metric, now), [data, range, step, metric, now]);
  const total = series?.points.reduce((sum, point) => sum + point.total, 0) ?? 0;
  const exact = (value: number): string => (metric === 'quota' ? formatQuota(value, unit, 6) : formatCount(value));
  const short = (value: number): string => (metric === 'quota' ? abbreviateQuota(value, unit) : abbreviate(value));
  const names: Readonly<Record<Metric, string>> = {
    quota: t.dashboard.consumption,
    count: t.dashboard.requests,
    token_used: t.dashboard.tokens,
  };
  return (
    <Box as="section" aria-label={t.dashboard.byModel}>
      <Flex justify="space-between" align="flex-end" gap="3" wrap="wrap" mb="3">
        <Box>
          {failure === undefined ? (
            <>
              <Text color="fg.muted" fontSize="13px">
                {t.dashboard.total(names[metric])}
              </Text>
              {series ? (
                <Text fontSize="18px" lineHeight="26px" fontWeight="600" fontVariantNumeric="tabular-nums" data-total>
                  {exact(total)}
                </Text>
              ) : (
                <Skeleton height="20px" width="120px" my="3px" />
              )}
              <AsOf queries={[query]} />
            </>
          ) : null}
        </Box>
        <Flex gap="2" wrap="wrap" maxW="full">
          <Segments
            label={t.dashboard.metric}
            value={metric}
            onChange={(value) => set({ metric: value ?? defaults.metric })}
            items={metrics.map((known) => [known, names[known]])}
          />
          <Segments
            label={t.dashboard.view}
            value={view}
            onChange={(value) => set({ view: value ?? defaults.view })}
            items={[
              ['chart', t.dashboard.chart],
              ['table', t.dashboard.table],
            ]}
          />
        </Flex>
      </Flex>
      {failure !== undefined ? (
        <Framed>
          <FailedState what={t.dashboard.byModel} error={failure} retry={query.refetch} />
        </Framed>
      ) : !series ? (
        <ChartSkeleton />
      ) : series.totals.length === 0 ? (
        <Framed>
          <EmptyState
            title={t.dashboard.emptyTitle}
            about={t.dashboard.emptyAbout}
            action={
              <Button asChild variant="outline">
                <Link to="/token">{t.dashboard.emptyAction}</Link>
              </Button>
            }
          />
        </Framed>
      ) : view === 'table' ? (
        <UsageTable
          key={`${chosen} ${metric} ${JSON.stringify(whose)} ${isOther}`}
          totals={series.totals}
          query={{ ...query, isFetching: isOther, error: failure }}
        />
      ) : (
        <Box opacity={isOther ? 0.55 : 1}>
          <UsageChart
            series={series}
            step={step}
            exact={exact}
            short={short}
            axis={metric === 'quota' && unit.currency ? { one: unit.quotaPerUnit, leastStep: DOLLARS_STEP_MIN } : WHOLE}
            label={t.dashboard.chartLabel(names[metric], exact(total))}
          />
        </Box>
      )}
    </Box>
  );
}

/** The consumption of a range: what lies behind once, the rest again and again. Of when it is says the latter. */
function useBuckets(range: TimeRange, whose: Whose, now: number) {
  const { past, open } = openPart(range, presetRange('today', new Date(now * 1000)).end);
  const pastQuery = useBucketsQuery(past ? { range: past, whose } : skipToken);
  const openQuery = useBucketsQuery({ range: open, whose }, asFigures);
  const [before, last] = [past ? figuresOf(pastQuery) : NO_FIGURES, figuresOf(openQuery)];
  const data = useMemo(
    () => (before.data && last.data ? [...before.data, ...last.data] : undefined),
    [before.data, last.data],
  );
  return {
    data,
    failure: before.failure ?? last.failure,
    isOther: before.isOther || last.isOther,
    isLoading: data === undefined,
    fulfilledTimeStamp: openQuery.fulfilledTimeStamp,
    error: openQuery.error,
    refetch: (): void => {
      if (before.failure !== undefined) void pastQuery.refetch();
      void openQuery.refetch();
    },
  };
}

const NO_FIGURES: Figures<readonly Bucket[]> = { data: [], isOther: false, failure: undefined };

const Framed = ({ children }: { readonly children: ReactElement }): ReactElement => (
  <Box borderWidth="1px" borderRadius="l3">
    {children}
  </Box>
);

type SegmentsProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string | null) => void;
  readonly items: readonly (readonly [string, string])[];
};

function Segments({ label, value, onChange, items }: SegmentsProps): ReactElement {
  return (
    <SegmentGroup.Root
      size="sm"
      minW="0"
      maxW="full"
      overflowX="auto"
      value={value}
      aria-label={label}
      onValueChange={(details) => onChange(details.value)}
    >
      <SegmentGroup.Indicator bg="bg" boxShadow="none" borderWidth="1px" />
      <SegmentGroup.Items items={items.map(([key, text]) => ({ value: key, label: text }))} fontSize="13px" px="3" />
    </SegmentGroup.Root>
  );
}

function ChartSkeleton(): ReactElement {
  return (
    <Flex height="280px" align="flex-end" gap="2" ps="16" aria-busy>
      {[35, 60, 45, 80, 55, 70, 40, 65, 90, 50, 75, 60].map((height, index) => (
        <Skeleton key={index} flex="1" height={`${height}%`} borderRadius="2px" />
      ))}
    </Flex>
  );
}
