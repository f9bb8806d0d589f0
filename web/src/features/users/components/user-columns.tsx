import { Box, chakra } from '@chakra-ui/react';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import { accountPath, personPath } from '../../../shared/account/account-links.ts';
import type { Texts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import type { Column } from '../../../shared/table/columns.ts';
import { QuietLink } from '../../../shared/ui/links.ts';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import type { User } from '../api/users-api.ts';

export const userColumns = (t: Texts): readonly Column<User>[] => [
  { id: 'id', header: 'ID', sort: 'id', numeric: true, width: '64px', from: 1440, cell: (user) => user.id },
  {
    id: 'name',
    sort: 'username',
    header: t.users.username,
    stacked: 'title',
    cell: (user) => (
      <Box>
        <QuietLink to={personPath(user)} fontWeight="500">
          {user.username}
        </QuietLink>
        {user.display_name && user.display_name !== user.username ? (
          <chakra.span color="fg.muted"> · {user.display_name}</chakra.span>
        ) : null}
      </Box>
    ),
  },
  {
    id: 'status',
    stacked: 'note',
    header: t.users.status,
    cell: (user) =>
      user.DeletedAt === null ? (
        <StatusDot tone={user.status === USER_STATUS.enabled ? 'good' : 'bad'} text={t.users.statuses(user.status)} />
      ) : (
        <StatusDot tone="off" text={t.users.closed} title={user.DeletedAt} />
      ),
  },
  { id: 'role', from: 1280, header: t.users.role, cell: (user) => t.roles(user.role) },
  { id: 'group', from: 1280, header: t.users.group, cell: (user) => user.group },
  {
    id: 'quota',
    sort: 'quota',
    header: t.users.balance,
    numeric: true,
    stacked: 'figure',
    cell: (user) => (
      <QuietLink to={accountPath(user.id, 'statement')} title={t.users.statementOf(user.username)}>
        <Money quota={user.quota} />
      </QuietLink>
    ),
  },
  {
    id: 'used',
    stacked: 'noteFigure',
    sort: 'used_quota',
    header: t.users.used,
    numeric: true,
    cell: (user) => (
      <QuietLink
        to={`/log?user=${encodeURIComponent(user.username)}&type=${LOG_TYPE.consumption}&range=30d`}
        title={t.users.logsOf(user.username)}
      >
        <Money quota={user.used_quota} digits={6} />
      </QuietLink>
    ),
  },
  {
    id: 'requests',
    sort: 'request_count',
    header: t.users.requests,
    numeric: true,
    cell: (user) => formatCount(user.request_count),
  },
  {
    id: 'invites',
    from: 1440,
    header: t.users.invited,
    numeric: true,
    cell: (user) => (
      <span
        title={t.users.inviteInfo(
          formatCount(user.aff_count),
          user.inviter_id === 0 ? t.users.nobody : user.inviter_username || `#${user.inviter_id}`,
        )}
      >
        {formatCount(user.aff_count)}
        {user.aff_history_quota > 0 ? (
          <>
            {' '}
            · <Money quota={user.aff_history_quota} />
          </>
        ) : null}
      </span>
    ),
  },
];
