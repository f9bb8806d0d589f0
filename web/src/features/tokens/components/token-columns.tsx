import { Box, chakra } from '@chakra-ui/react';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { Texts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { formatTime } from '../../../shared/time/time-format.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { CopyText, middle } from '../../../shared/ui/copy.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/status-dot.tsx';
import type { Token } from '../api/tokens-api.ts';

/** Beginning and end are enough to tell keys apart, and leave an expiry its room. */
const KEY_CHARACTERS = 9;
const toneOf: Readonly<Record<number, Tone>> = {
  [TOKEN_STATUS.enabled]: 'good',
  [TOKEN_STATUS.disabled]: 'off',
  [TOKEN_STATUS.expired]: 'attention',
  [TOKEN_STATUS.exhausted]: 'attention',
};

export const shownKey = (token: Token): string => `sk-${token.key}`;

const restricted = (token: Token, t: Texts): string =>
  token.status === TOKEN_STATUS.enabled && token.model_limits_enabled
    ? t.tokens.restricted
    : t.tokens.status(token.status);

export const tokenColumns = (t: Texts): readonly Column<Token>[] => [
  {
    id: 'name',
    sort: 'name',
    header: t.tokens.name,
    stacked: 'title',
    cell: (token) => (
      <Box fontWeight="500" maxW="200px" overflow="hidden" textOverflow="ellipsis" title={token.name}>
        {token.name}
      </Box>
    ),
  },
  {
    id: 'status',
    stacked: 'note',
    header: t.tokens.statusHead,
    cell: (token) => (
      <StatusDot
        tone={toneOf[token.status] ?? 'off'}
        text={restricted(token, t)}
        title={token.model_limits_enabled ? token.model_limits.replaceAll(',', ', ') : undefined}
      />
    ),
  },
  {
    id: 'key',
    from: 1280,
    header: t.tokens.key,
    cell: (token) => (
      <CopyText
        text={shownKey(token)}
        shown={middle(shownKey(token), KEY_CHARACTERS)}
        label={t.tokens.keyOf(token.name)}
      />
    ),
  },
  {
    id: 'group',
    from: 1440,
    header: t.tokens.group,
    cell: (token) => token.group || <chakra.span color="fg.muted">{t.tokens.ownGroupShort}</chakra.span>,
  },
  {
    id: 'used',
    stacked: 'noteFigure',
    sort: 'used_quota',
    header: t.tokens.used,
    numeric: true,
    cell: (token) => <Money quota={token.used_quota} digits={6} />,
  },
  {
    id: 'remain',
    sort: 'remain_quota',
    header: t.tokens.remain,
    numeric: true,
    stacked: 'figure',
    cell: (token) =>
      token.unlimited_quota ? (
        <chakra.span color="fg.muted">{t.tokens.noLimit}</chakra.span>
      ) : (
        <Money quota={token.remain_quota} digits={6} />
      ),
  },
  {
    id: 'created',
    from: 1440,
    sort: 'id',
    header: t.common.created,
    cell: (token) => <Time at={token.created_time} />,
  },
  {
    id: 'expiry',
    from: 1280,
    header: t.tokens.expiry,
    cell: (token) =>
      token.expired_time === -1 ? (
        <chakra.span color="fg.muted">{t.tokens.never}</chakra.span>
      ) : (
        <Time at={token.expired_time} />
      ),
  },
];

const Time = ({ at }: { readonly at: number }) => (
  <chakra.span fontVariantNumeric="tabular-nums">{formatTime(at)}</chakra.span>
);
