import { Box, Flex, Grid, Skeleton, Text } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import { accountPath } from '../../../shared/account/account-links.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { Money } from '../../../shared/money/money.tsx';
import { formatCount } from '../../../shared/money/quota-format.ts';
import { formatTime } from '../../../shared/time/time-format.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { FigureLink, TextLink } from '../../../shared/ui/links.ts';
import { StatusDot } from '../../../shared/ui/status-dot.tsx';
import type { User } from '../api/users-api.ts';
import { permissionTexts } from '../permission-texts.ts';
import { usersTexts } from '../texts.ts';
import { PermissionSwitches } from './permission-switches.tsx';
import { UserBindings } from './user-bindings.tsx';

/** A person's figures, each leading to what makes it up, and what else is known of him; undefined while it is asked for. */
export function UserFacts({ user }: { readonly user: User | undefined }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(usersTexts);
  const { permissions: permissionsLabel } = useOwnTexts(permissionTexts);
  const charges = user && `/log?user=${encodeURIComponent(user.username)}&type=${LOG_TYPE.consumption}&range=30d`;
  return (
    <>
      <Flex as="dl" gap={{ base: '6', sm: '12' }} wrap="wrap" mb="6" align="flex-end">
        <Figure label={t.users.balance} isFirst>
          {user && (
            <FigureLink to={accountPath(user.id, 'statement')} title={t.users.statementOf(user.username)}>
              <Money quota={user.quota} />
            </FigureLink>
          )}
        </Figure>
        <Figure label={t.users.used}>
          {user && charges && (
            <FigureLink to={charges} title={t.users.logsOf(user.username)}>
              <Money quota={user.used_quota} digits={6} />
            </FigureLink>
          )}
        </Figure>
        <Figure label={t.users.requests}>{user && formatCount(user.request_count)}</Figure>
      </Flex>
      <Grid
        as="dl"
        templateColumns={{ base: '128px minmax(0, 1fr)', sm: '200px minmax(0, 1fr)' }}
        columnGap="4"
        rowGap="2"
        alignItems="baseline"
      >
        <Fact label="ID">{user?.id}</Fact>
        <Fact label={t.users.displayName}>{user && (user.display_name || own.none)}</Fact>
        <Fact label={own.email}>
          {user && (user.email === '' ? own.none : <CopyText text={user.email} characters={40} />)}
        </Fact>
        <Fact label={t.users.role}>{user && t.roles(user.role)}</Fact>
        <Fact label={t.users.status}>
          {user && (
            <StatusDot
              tone={user.status === USER_STATUS.enabled ? 'good' : 'bad'}
              text={t.users.statuses(user.status)}
            />
          )}
        </Fact>
        <Fact label={t.users.group}>{user?.group}</Fact>
        <Fact label={own.registered}>{user && (user.created_time > 0 ? formatTime(user.created_time) : own.none)}</Fact>
        <Fact label={own.invitedBy}>
          {user &&
            (user.inviter_id === 0 ? (
              own.none
            ) : (
              <TextLink to={accountPath(user.inviter_id)}>
                {user.inviter_username || own.person(String(user.inviter_id))}
              </TextLink>
            ))}
        </Fact>
        <Fact label={t.users.invited}>{user && formatCount(user.aff_count)}</Fact>
        <Fact label={own.earnings}>
          {user && (
            <>
              <Money quota={user.aff_history_quota} />
              <Text as="span" color="fg.muted">
                {' · '}
                <Money quota={user.aff_quota} /> {own.pending}
              </Text>
            </>
          )}
        </Fact>
        <Fact label={own.limits}>{user && <Limits limits={user.limits} />}</Fact>
        <Fact label={permissionsLabel}>{user && <PermissionSwitches user={user} />}</Fact>
        <Fact label={own.boundTo}>{user && <UserBindings user={user} />}</Fact>
      </Grid>
    </>
  );
}

function Limits({ limits: { rpm, tpm, parallel } }: Pick<User, 'limits'>): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(usersTexts);
  const set = [
    [t.limits.rpm, rpm],
    [t.limits.tpm, tpm],
    [t.limits.parallel, parallel],
  ] as const;
  const held = set.filter(([, most]) => most > 0).map(([name, most]) => `${name} ${formatCount(most)}`);
  return <>{held.length === 0 ? own.noLimits : held.join(' · ')}</>;
}

type PartProps = { readonly label: string; readonly children: ReactNode };

function Figure({ label, children, isFirst = false }: PartProps & { readonly isFirst?: boolean }): ReactElement {
  const size = isFirst ? '28px' : '16px';
  return (
    <Box>
      <Text as="dt" color="fg.muted" fontSize="13px">
        {label}
      </Text>
      <Box as="dd" fontSize={size} lineHeight={isFirst ? '36px' : '24px'} fontWeight="600" data-figure={label}>
        {children ?? <Skeleton height={size} width="120px" my="1" />}
      </Box>
    </Box>
  );
}

function Fact({ label, children }: PartProps): ReactElement {
  return (
    <>
      <Text as="dt" color="fg.muted" fontSize="13px">
        {label}
      </Text>
      <Box as="dd" minW="0" overflowWrap="anywhere">
        {children ?? <Skeleton height="14px" width="160px" my="1" />}
      </Box>
    </>
  );
}
