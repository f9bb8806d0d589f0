import { Box, chakra } from '@chakra-ui/react';
import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { Texts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import type { Column } from '../../../shared/table/columns.ts';
import { formatDuration, formatTime } from '../../../shared/time/time-format.ts';
import { StatusDot, type Tone } from '../../../shared/ui/status-dot.tsx';
import type { Channel } from '../api/channels-api.ts';
import { PRIORITY_MIN } from '../priority-min.ts';
import { typeName } from '../channel-types.ts';
import { putAsideKeys, whyPutAside } from '../put-aside-keys.ts';
import type { ChannelTexts } from '../texts.ts';
import { unpricedName } from '../unpriced-name.ts';
import { upstreamAmount } from '../upstream-amount.ts';
import { BalanceButton } from './balance-button.tsx';
import { InlineNumber } from './inline-number.tsx';

const SLOW_MS = 3000;
const VERY_SLOW_MS = 5000;
const toneOf: Readonly<Record<number, Tone>> = {
  [CHANNEL_STATUS.enabled]: 'good',
  [CHANNEL_STATUS.disabled]: 'off',
  [CHANNEL_STATUS.autoDisabled]: 'bad',
};

/** Why and when a channel was switched off by itself (docs/behaviour.md#channels). */
function reason(channel: Channel): string | undefined {
  if (channel.status !== CHANNEL_STATUS.autoDisabled || channel.other_info === '') return undefined;
  try {
    const { status_reason: why, status_time: when } = JSON.parse(channel.other_info) as {
      status_reason?: string;
      status_time?: number;
    };
    return [why, when ? formatTime(when) : undefined].filter(Boolean).join(' · ');
  } catch {
    return undefined;
  }
}

type Change = (channel: Channel, change: { readonly priority: number } | { readonly weight: number }) => Promise<void>;

export const channelColumns = (
  t: Texts,
  own: ChannelTexts,
  change: Change,
  wrong: (text: string) => void,
): readonly Column<Channel>[] => [
  {
    id: 'id',
    header: 'ID',
    sort: 'id',
    numeric: true,
    width: '56px',
    from: 1440,
    cell: (channel) => channel.id,
  },
  {
    id: 'name',
    sort: 'name',
    header: t.channels.name,
    stacked: 'title',
    cell: (channel) => (
      <Box
        maxW="208px"
        overflow="hidden"
        textOverflow="ellipsis"
        fontWeight="500"
        title={channel.models.replaceAll(',', ', ')}
      >
        {channel.name}
        {channel.tag ? (
          <chakra.span color="fg.muted" fontWeight="400">
            {' '}
            · {channel.tag}
          </chakra.span>
        ) : null}
        {putAsideKeys(channel).length > 0 ? (
          <Box fontSize="12px" lineHeight="16px" color="fg.muted" fontWeight="400">
            <StatusDot
              tone="attention"
              text={t.channels.keysPutAside(putAsideKeys(channel).length, channel.keys.length)}
              title={putAsideKeys(channel)
                .map((key) => t.channels.keyDisabled(key.number, whyPutAside(key)))
                .join('\n')}
            />
          </Box>
        ) : null}
        {channel.unpriced_models.length > 0 ? (
          <Box fontSize="12px" lineHeight="16px" color="fg.muted" fontWeight="400">
            <StatusDot
              tone="attention"
              text={t.channels.unpricedCount(channel.unpriced_models.length)}
              title={channel.unpriced_models.map(unpricedName).join(', ')}
            />
          </Box>
        ) : null}
      </Box>
    ),
  },
  {
    id: 'status',
    header: t.channels.status,
    stacked: 'note',
    cell: (channel) => (
      <StatusDot
        tone={toneOf[channel.status] ?? 'off'}
        text={t.channels.statuses(channel.status)}
        title={reason(channel)}
      />
    ),
  },
  { id: 'type', from: 1280, header: t.channels.type, cell: (channel) => typeName(channel.type, t) },
  { id: 'groups', from: 1600, header: t.channels.groups, cell: (channel) => channel.group.replaceAll(',', ', ') },
  {
    id: 'models',
    from: 1600,
    header: t.channels.models,
    numeric: true,
    cell: (channel) => (
      <span title={channel.models.replaceAll(',', ', ')}>{channel.models.split(',').filter(Boolean).length}</span>
    ),
  },
  {
    id: 'time',
    stacked: 'noteFigure',
    from: 1280,
    sort: 'response_time',
    header: t.channels.responseTime,
    numeric: true,
    cell: (channel) =>
      channel.response_time === 0 && channel.test_passed === null ? (
        <chakra.span color="fg.muted">{t.channels.untested}</chakra.span>
      ) : channel.test_passed === false ? (
        <Box title={t.channels.failedAfter(formatTime(channel.test_time))} textAlign="end">
          <chakra.span color="danger">{t.channels.testedBadly(formatDuration(channel.response_time))}</chakra.span>
          {channel.last_test === null || channel.last_test.error === '' ? null : (
            <Box
              htmlTranslate="no"
              title={channel.last_test.error}
              maxW={{ base: '30vw', sm: '160px' }}
              ms="auto"
              fontSize="12px"
              lineHeight="16px"
              color="fg.muted"
              overflow="hidden"
              textOverflow="ellipsis"
              whiteSpace="nowrap"
            >
              {channel.last_test.error}
            </Box>
          )}
        </Box>
      ) : (
        <chakra.span
          color={channel.response_time > VERY_SLOW_MS ? 'danger' : channel.response_time > SLOW_MS ? 'warn' : undefined}
          title={formatTime(channel.test_time)}
        >
          {formatDuration(channel.response_time)}
        </chakra.span>
      ),
  },
  {
    id: 'used',
    stacked: 'figure',
    sort: 'used_quota',
    header: t.channels.used,
    numeric: true,
    cell: (channel) => <Money quota={channel.used_quota} digits={6} />,
  },
  {
    id: 'balance',
    from: 1440,
    header: own.balance,
    numeric: true,
    cell: (channel) => (upstreamAmount(channel) === undefined ? '' : <BalanceButton channel={channel} />),
  },
  {
    id: 'priority',
    sort: 'priority',
    header: t.channels.priority,
    numeric: true,
    cell: (channel) => (
      <InlineNumber
        label={t.channels.priorityOf(channel.name)}
        value={channel.priority}
        minimum={PRIORITY_MIN}
        onSave={(priority) => change(channel, { priority })}
        onWrong={() => wrong(t.channels.priorityWrong)}
      />
    ),
  },
  {
    id: 'weight',
    sort: 'weight',
    header: t.channels.weight,
    numeric: true,
    cell: (channel) => (
      <InlineNumber
        label={t.channels.weightOf(channel.name)}
        value={channel.weight}
        minimum={0}
        onSave={(weight) => change(channel, { weight })}
        onWrong={() => wrong(t.channels.weightWrong)}
      />
    ),
  },
];
