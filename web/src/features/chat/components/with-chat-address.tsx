import { Box, Button, Skeleton } from '@chakra-ui/react';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { type ChatLink, chatAddress } from '../../../shared/chat/chat-links.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { serverAddress } from '../../../shared/status/server-address.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { useLatestTokensQuery } from '../api/chat-api.ts';
import { chatTexts } from '../texts.ts';

/** How long it is said that there is none before the tokens are shown. */
const LEAD_ON_AFTER_MS = 1_500;

type WithChatAddressProps = {
  /** undefined: none is configured. */
  readonly link: ChatLink | undefined;
  readonly children: (address: string) => ReactNode;
};

/** The address of a chat with the key of the person's first enabled token; or what is missing for it. */
export function WithChatAddress({ link, children }: WithChatAddressProps): ReactNode {
  const own = useOwnTexts(chatTexts);
  const { isAdmin, isRoot } = useSession();
  const { server_address: option } = useStatus();
  const { data, error, refetch } = useLatestTokensQuery();
  const token = data?.find(({ status }) => status === TOKEN_STATUS.enabled);
  if (link === undefined)
    return (
      <EmptyState
        isPage
        title={own.noneTitle}
        about={isAdmin ? own.noneAboutOfAdmins : own.noneAbout}
        action={
          isRoot ? (
            <Button asChild>
              <Link to="/setting?tab=operation">{own.configure}</Link>
            </Button>
          ) : undefined
        }
      />
    );
  if (data === undefined)
    return error ? (
      <FailedState what={own.tokens} error={error} retry={() => void refetch()} />
    ) : (
      <Box p="4" aria-busy>
        <Skeleton height="60vh" />
      </Box>
    );
  if (token === undefined) return <NoToken />;
  const address = chatAddress(link.template, { key: `sk-${token.key}`, address: serverAddress(option) });
  return address === undefined ? (
    <EmptyState isPage title={own.wrongTitle} about={isAdmin ? own.wrongAboutOfAdmins : own.wrongAbout} />
  ) : (
    children(address)
  );
}

function NoToken(): ReactElement {
  const own = useOwnTexts(chatTexts);
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/token', { replace: true }), LEAD_ON_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <EmptyState
      isPage
      title={own.noTokenTitle}
      about={own.noTokenAbout}
      action={
        <Button asChild>
          <Link to="/token">{own.toTokens}</Link>
        </Button>
      }
    />
  );
}
