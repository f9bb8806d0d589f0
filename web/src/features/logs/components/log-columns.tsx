import { Box, chakra } from '@chakra-ui/react';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import type { Texts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { formatSeconds, formatTime } from '../../../shared/time/time-format.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import type { Log } from '../api/logs-api.ts';

const LATE_S = 101;
const VERY_LATE_S = 300;

const kindOf = (log: Log) =>
  log.type === LOG_TYPE.administration
    ? 'adjustment'
    : log.type === LOG_TYPE.topUp || log.amount > 0
      ? 'credit'
      : 'plain';

/** Long answers stand out: from 101 s, and again from 300 s (docs/console.md#numbers). */
const durationColour = (seconds: number): string | undefined =>
  seconds >= VERY_LATE_S ? 'danger' : seconds >= LATE_S ? 'warn' : undefined;

const used = (log: Log): boolean => log.type === LOG_TYPE.consumption;

const failed = (log: Log): boolean => log.type === LOG_TYPE.failure;

const called = (log: Log): boolean => used(log) || failed(log);

/** `ofAll`: of everybody, with who called and by which channel. */
export const logColumns = (t: Texts, ofAll: boolean): readonly Column<Log>[] => [
  {
    id: 'time',
    stacked: 'note',
    sort: 'created_at',
    header: t.logs.time,
    cell: (log) => <chakra.span fontVariantNumeric="tabular-nums">{formatTime(log.created_at)}</chakra.span>,
  },
  ...(ofAll ? [{ id: 'user', from: 1280 as const, header: t.logs.username, cell: (log: Log) => log.username }] : []),
  ...(ofAll
    ? [
        {
          id: 'channel',
          from: 1440 as const,
          header: t.logs.channel,
          cell: (log: Log) =>
            called(log) && log.channel > 0 ? (
              <Box maxW="112px" overflow="hidden" textOverflow="ellipsis" title={`${log.channel_name} #${log.channel}`}>
                {log.channel_name || `#${log.channel}`}
              </Box>
            ) : (
              ''
            ),
        },
      ]
    : []),
  {
    id: 'type',
    header: t.logs.type,
    cell: (log) => <chakra.span color={failed(log) ? 'danger' : undefined}>{t.logs.types(log.type)}</chakra.span>,
  },
  {
    id: 'token',
    from: 1280,
    header: t.logs.token,
    cell: (log) =>
      log.token_name === '' ? (
        ''
      ) : (
        <Box maxW="112px" overflow="hidden" textOverflow="ellipsis" title={log.token_name}>
          {log.token_name}
        </Box>
      ),
  },
  {
    id: 'model',
    header: t.logs.subject,
    stacked: 'title',
    cell: (log) =>
      called(log) && log.model_name ? (
        <CopyText text={log.model_name} characters={24} />
      ) : (
        <Box maxW={{ sm: ofAll ? '176px' : '320px' }} overflow="hidden" textOverflow="ellipsis" title={log.content}>
          {log.content}
        </Box>
      ),
  },
  {
    id: 'tokens',
    stacked: 'noteFigure',
    header: t.logs.inOut,
    numeric: true,
    cell: (log) =>
      used(log) ? (
        <>
          {formatCount(log.prompt_tokens)}
          <chakra.span color="fg.muted"> / </chakra.span>
          <chakra.span display="inline-block" minW={{ sm: '42px' }}>
            {formatCount(log.completion_tokens)}
          </chakra.span>
        </>
      ) : (
        ''
      ),
  },
  {
    id: 'cached',
    from: 1440,
    header: t.logs.cached,
    numeric: true,
    cell: (log) => (log.cached_tokens === 0 ? '' : formatCount(log.cached_tokens)),
  },
  {
    id: 'duration',
    from: 1280,
    header: t.logs.duration,
    numeric: true,
    cell: (log) =>
      called(log) ? (
        <chakra.span color={durationColour(log.use_time)} title={log.is_stream ? t.receipt.stream : undefined}>
          {formatSeconds(log.duration_ms)}
        </chakra.span>
      ) : (
        ''
      ),
  },
  {
    id: 'amount',
    header: t.logs.amount,
    numeric: true,
    stacked: 'figure',
    cell: (log) =>
      used(log) ? (
        <Money quota={log.quota} digits={6} />
      ) : log.amount === 0 ? (
        ''
      ) : (
        <Money quota={log.amount} digits={6} kind={kindOf(log)} signed />
      ),
  },
];
