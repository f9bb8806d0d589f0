import { useEffect, type ReactElement } from 'react';
import { secondChatLink } from '../../../shared/chat/chat-links.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { WithChatAddress } from '../components/with-chat-address.tsx';

/** Leads to the operator's chat (option ChatLink2, else the first one) in the person's name. */
export function ChatLinkPage(): ReactElement {
  const status = useStatus();
  return <WithChatAddress link={secondChatLink(status)}>{(address) => <Leave to={address} />}</WithChatAddress>;
}

function Leave({ to }: { readonly to: string }): null {
  useEffect(() => window.location.replace(to), [to]);
  return null;
}
