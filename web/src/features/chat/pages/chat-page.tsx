import { useEffect, type ReactElement } from 'react';
import { useParams } from 'react-router-dom';
import { chatLinks } from '../../../shared/chat/chat-links.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { useStatus } from '../../../shared/status/status-api.ts';
import { WithChatAddress } from '../components/with-chat-address.tsx';
import { chatTexts } from '../texts.ts';

/** One of the operator's chats, the first where the path names none, in the person's name. */
export function ChatPage(): ReactElement {
  const own = useOwnTexts(chatTexts);
  const status = useStatus();
  const { id } = useParams<'id'>();
  const link = chatLinks(status)[Number(id ?? 0)];
  const title = link === undefined || link.name === '' ? own.title : link.name;
  useEffect(() => {
    document.title = `${title} · ${status.system_name}`;
  }, [title, status]);
  return (
    <WithChatAddress link={link}>
      {(address) => (
        <iframe
          src={address}
          title={title}
          allow="clipboard-read; clipboard-write; microphone"
          referrerPolicy="no-referrer"
          style={{ width: '100%', height: 'calc(100dvh - 48px)', border: 0, display: 'block' }}
        />
      )}
    </WithChatAddress>
  );
}
