import { Box, Flex, Text } from '@chakra-ui/react';
import { useId, useMemo, type ReactElement } from 'react';
import { useSelector } from 'react-redux';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axisTicks } from '../../../shared/charts/axis-ticks.ts';
import { type Look, modelLooks, OTHER } from '../../../shared/charts/model-colours.ts';
import { Hatches, hatchFill, Swatch } from '../../../shared/charts/hatches.tsx';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { colours } from '../../../shared/theme/colours.ts';
import { formatDay, formatTime } from '../../../shared/time/time-format.ts';
import { selectUi } from '../../../shared/ui-state/ui-slice.ts';
import type { Point, Series, Step } from '../series.ts';

type UsageChartProps = {
  readonly series: Series;
  readonly step: Step;
  /** Exact, for the tooltip. */
  readonly exact: (value: number) => string;
  /** Short, for the axis. */
  readonly short: (value: number) => string;
  /** What the axis counts in: how much of a value is one, and the smallest step that its labels can tell apart. */
  readonly axis: { readonly one: number; readonly leastStep: number };
  readonly label: string;
};

const HEIGHT = 280;
const DAY_S = 86_400;

/** Consumption by model over time, stacked from zero. */
export function UsageChart({ series, step, exact, short, axis, label }: UsageChartProps): ReactElement {
  const t = useTexts();
  const { theme } = useSelector(selectUi);
  const { one, leastStep } = axis;
  const id = useId();
  const lookOf = useMemo(() => modelLooks(series.models, theme), [series.models, theme]);
  const ticks = useMemo(() => {
    const largest = series.points.reduce((most, { total }) => Math.max(most, total), 0);
    return axisTicks(largest / one, leastStep).map((tick) => tick * one);
  }, [series.points, one, leastStep]);
  const nameOf = (model: string): string => (model === OTHER ? t.dashboard.other : model);
  const tick = { fill: colours.muted[theme] };
  const moment = (at: number): string => (step === 'hour' ? formatTime(at).slice(11, 16) : formatDay(at).slice(5));
  return (
    <Box role="img" aria-label={label}>
      <Box
        height={`${HEIGHT}px`}
        overflow="clip"
        css={{ '& *:focus': { outline: 'none' }, '& text': { fontSize: '12px' } }}
      >
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 600, height: HEIGHT }}>
          <BarChart
            data={[...series.points]}
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
            barCategoryGap="20%"
            accessibilityLayer={false}
          >
            <Hatches id={id} looks={series.models.map(lookOf)} />
            <CartesianGrid vertical={false} stroke={colours.border[theme]} />
            <XAxis
              dataKey="at"
              tickFormatter={moment}
              tick={tick}
              tickLine={false}
              axisLine={{ stroke: colours.border[theme] }}
              minTickGap={24}
            />
            <YAxis
              tickFormatter={short}
              tick={tick}
              tickLine={false}
              axisLine={false}
              width={72}
              domain={[0, ticks.at(-1) ?? 0]}
              ticks={[...ticks]}
              interval={0}
            />
            <Tooltip
              cursor={{ fill: colours.muted[theme], fillOpacity: 0.08 }}
              isAnimationActive={false}
              content={({ active, payload }) => {
                const point = (payload[0] as { payload?: Point } | undefined)?.payload;
                return active && point ? (
                  <PointCard
                    point={point}
                    models={series.models}
                    lookOf={lookOf}
                    nameOf={nameOf}
                    exact={exact}
                    step={step}
                  />
                ) : null;
              }}
            />
            {series.models.map((model) => (
              <Bar
                key={model}
                stackId="use"
                name={nameOf(model)}
                dataKey={(point: Point) => point.values[model] ?? 0}
                fill={hatchFill(id, lookOf(model))}
                isAnimationActive={false}
                maxBarSize={40}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </Box>
      <Flex
        as="ul"
        listStyleType="none"
        wrap="wrap"
        columnGap="4"
        rowGap="1"
        mt="3"
        fontSize="12px"
        color="fg.muted"
        ps={{ sm: '16' }}
      >
        {series.models.map((model) => (
          <Flex as="li" key={model} align="center" gap="1.5">
            <Swatch look={lookOf(model)} />
            {nameOf(model)}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}

/** The hour, the day, or the first and the last day of the week. */
function spanText(at: number, step: Step): string {
  if (step === 'hour') return formatTime(at).slice(0, 16);
  return step === 'day' ? formatDay(at) : `${formatDay(at)} – ${formatDay(at + 6.5 * DAY_S)}`;
}

type PointCardProps = {
  readonly point: Point;
  readonly models: readonly string[];
  readonly lookOf: (model: string) => Look;
  readonly nameOf: (model: string) => string;
  readonly exact: (value: number) => string;
  readonly step: Step;
};

function PointCard({ point, models, lookOf, nameOf, exact, step }: PointCardProps): ReactElement {
  const t = useTexts();
  const shown = models.filter((model) => (point.values[model] ?? 0) !== 0);
  return (
    <Box
      bg="bg"
      borderWidth="1px"
      borderRadius="l2"
      boxShadow="md"
      px="3"
      py="2"
      fontSize="12px"
      minW="200px"
      fontVariantNumeric="tabular-nums"
    >
      <Flex justify="space-between" gap="6" fontWeight="600" mb="1">
        <Text>{spanText(point.at, step)}</Text>
        <Text>{exact(point.total)}</Text>
      </Flex>
      {shown.map((model) => (
        <Flex key={model} justify="space-between" gap="6">
          <Flex align="center" gap="1.5" color="fg.muted">
            <Swatch look={lookOf(model)} />
            {nameOf(model)}
          </Flex>
          <Text>{exact(point.values[model] ?? 0)}</Text>
        </Flex>
      ))}
      {shown.length === 0 ? <Text color="fg.muted">{t.dashboard.nothing}</Text> : null}
    </Box>
  );
}
