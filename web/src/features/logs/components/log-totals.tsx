import { Box, Flex, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { asFigures, figuresOf, type Dated } from '../../../shared/api/figures.ts';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { Money, useMoneyUnit } from '../../../shared/money/money.tsx';
import { formatCount, formatQuota } from '../../../shared/money/quota-format.ts';
import { AsOf } from '../../../shared/time/as-of.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { RefusedTotal } from './refused-calls.tsx';
import { Total } from './total.tsx';
import { useLogStatQuery, type LogFilter, type LogStat } from '../api/logs-api.ts';

/** Totals of the filtered set, above the table: consumption in the range, entries, and the last minute's requests and tokens. */
export function LogTotals({
  filter,
  entries,
}: {
  readonly filter: LogFilter;
  /** How many there are, by the query that says it. */
  readonly entries: { readonly total: number | undefined; readonly query: Dated };
}): ReactElement {
  const t = useTexts();
  const query = useLogStatQuery(filter, asFigures);
  const { data: answered, failure, isOther } = figuresOf(query);
  // The server sums consumption whatever type is asked for; among rows of another type there is none.
  const holdsConsumption = filter.type === '' || Number(filter.type) === LOG_TYPE.consumption;
  const data = answered && (holdsConsumption ? answered : NO_CONSUMPTION);
  if (failure !== undefined)
    return <FailedState what={t.logs.totals} error={failure} retry={() => void query.refetch()} />;
  return (
    <Box opacity={isOther ? 0.6 : 1}>
      <Flex as="dl" gap={{ base: '4', sm: '8' }} wrap="wrap">
        <Total label={t.logs.consumed}>{data ? <Money quota={data.quota} digits={6} /> : undefined}</Total>
        <Total label={t.logs.entries}>{entries.total === undefined ? undefined : formatCount(entries.total)}</Total>
        <Total label={t.logs.rpm} title={t.logs.lastMinute}>
          {data ? formatCount(data.rpm) : undefined}
        </Total>
        <Total label={t.logs.tpm} title={t.logs.lastMinute}>
          {data ? formatCount(data.tpm) : undefined}
        </Total>
        <RefusedTotal filter={filter} total={answered?.refused} />
      </Flex>
      {data ? <Incomplete {...data} /> : null}
      <Box mt="1">
        <AsOf queries={[query, entries.query]} />
      </Box>
    </Box>
  );
}

const NO_CONSUMPTION = {
  position: 0,
  quota: 0,
  rpm: 0,
  tpm: 0,
  charged: 0,
  cleaned: 0,
  unlogged: 0,
  complete: true,
  refused: 0,
};

/** Says where the rows of the range are not all that was charged in it; a filter, which the page shows, is no reason to. */
function Incomplete({ charged, cleaned, unlogged }: LogStat): ReactElement | null {
  const t = useTexts();
  const unit = useMoneyUnit();
  const text = (quota: number): string => formatQuota(quota, unit, 6);
  const missing = [
    ...(cleaned === 0 ? [] : [t.logs.cleaned(text(cleaned))]),
    ...(unlogged === 0 ? [] : [t.logs.unlogged(text(unlogged))]),
  ];
  if (missing.length === 0) return null;
  return (
    <Text role="note" mt="1" color="fg.muted" fontSize="12px">
      {t.logs.incomplete(text(charged), missing)}
    </Text>
  );
}
