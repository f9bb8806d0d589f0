import * as ACCESS from '@ledgate/api/contract/who-may';
import { Box, Button, Tabs } from '@chakra-ui/react';
import { useMemo, type ReactElement } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { ACCOUNT_TABS } from '../../../shared/account/account-links.ts';
import { OVER } from '../../../shared/filters/use-opened.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { RowMenu } from '../../../shared/ui/row-menu.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { usePersonQuery, type User } from '../api/users-api.ts';
import { useUserActions } from '../components/user-actions.tsx';
import { UserFacts } from '../components/user-facts.tsx';
import { usersTexts } from '../texts.ts';

const statement = () => import('../../../shared/account/account-statement.tsx');
const AccountStatement = onDemand(async () => (await statement()).AccountStatement);
const StatementFiles = onDemand(async () => (await statement()).StatementFiles);
const AccountLedger = onDemand(async () => (await import('../../../shared/account/account-ledger.tsx')).AccountLedger);
const BalanceAtDate = onDemand(async () => (await import('../../../shared/account/balance-at-date.tsx')).BalanceAtDate);

const ACCOUNT_ID = /^[1-9]\d{0,14}$/u;

/** An address that names nobody is told in words, and nothing is asked of the server. */
export function UserPage(): ReactElement {
  const own = useOwnTexts(usersTexts);
  const { id: text = '' } = useParams<'id'>();
  if (ACCOUNT_ID.test(text)) return <PersonPage text={text} />;
  return (
    <Page title={own.nobody}>
      <EmptyState title={own.nobody} about={own.nobodyAbout} />
    </Page>
  );
}

/** One person, for who reads money: facts, statement and ledger, a tab each (`?tab=`), and what can be done with him. */
function PersonPage({ text }: { readonly text: string }): ReactElement {
  const own = useOwnTexts(usersTexts);
  const id = Number(text);
  const { may } = useSession();
  const isManager = may(ACCESS.user.get);
  const mayAskBalance = may(ACCESS.balance.user);
  const query = usePersonQuery({ id, byList: !isManager });
  const user = query.currentData ?? undefined;
  const [params, setParams] = useSearchParams();
  const of = useMemo(() => ({ userId: id }), [id]);
  const tab = ACCOUNT_TABS.find((known) => known === params.get('tab')) ?? 'facts';
  const title = user?.username ?? own.person(text);
  return (
    <Page
      title={title}
      about={user && user.display_name !== user.username ? user.display_name : undefined}
      action={
        <>
          {tab === 'statement' ? <StatementFiles of={of} /> : null}
          {user && isManager ? <Actions user={user} /> : null}
        </>
      }
    >
      <Tabs.Root
        value={tab}
        lazyMount
        unmountOnExit
        colorPalette="brand"
        size="sm"
        onValueChange={({ value }) => setParams(value === 'facts' ? {} : { tab: value })}
      >
        <Tabs.List overflowX="auto" className="no-print" aria-label={own.tabsLabel}>
          {ACCOUNT_TABS.map((known) => (
            <Tabs.Trigger key={known} value={known} whiteSpace="nowrap" flexShrink={0}>
              {own.tabs[known]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="facts" pt="6" colorPalette="gray">
          {query.error && !user && !query.isFetching ? (
            <FailedState what={title} error={query.error} retry={() => void query.refetch()} />
          ) : query.currentData === null ? (
            <EmptyState title={own.nobody} />
          ) : (
            <UserFacts user={user} />
          )}
        </Tabs.Content>
        <Tabs.Content value="statement" pt="6" colorPalette="gray">
          <AccountStatement of={of} name={title} />
        </Tabs.Content>
        <Tabs.Content value="ledger" pt="6" colorPalette="gray">
          {mayAskBalance ? (
            <Box minH="36px" mb="4" className="no-print">
              <BalanceAtDate userId={id} />
            </Box>
          ) : null}
          <AccountLedger userId={id} />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}

/** The two that are done most, and the others behind a menu; what leads to the tabs of this page is none. */
function Actions({ user }: { readonly user: User }): ReactElement {
  const navigate = useNavigate();
  const { actionsOf, questions } = useUserActions(({ id }) => void navigate(`/user/edit/${id}`, { state: OVER }));
  const actions = actionsOf(user).filter(({ id }) => id !== 'statement' && id !== 'ledger');
  return (
    <>
      {actions
        .filter(({ id }) => id === 'adjust' || id === 'edit')
        .map(({ id, label, disabled = false, run }) => (
          <Button key={id} disabled={disabled} onClick={run}>
            {label}
          </Button>
        ))}
      <RowMenu
        beside="buttons"
        name={user.username}
        actions={actions.filter(({ id }) => id !== 'adjust' && id !== 'edit')}
      />
      {questions}
    </>
  );
}
