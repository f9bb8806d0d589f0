import { chakra, Dialog, Portal } from '@chakra-ui/react';
import { Command } from 'cmdk';
import { LuReceiptText } from 'react-icons/lu';
import { useDeferredValue, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { useChannelsQuery } from '../../features/channels/api/channels-api.ts';
import { useTokensQuery } from '../../features/tokens/api/tokens-api.ts';
import { useUsersQuery } from '../../features/users/api/users-api.ts';
import { personPath } from '../../shared/account/account-links.ts';
import { useOwnTexts, useTexts } from '../../shared/i18n/text.tsx';
import { READS_MONEY } from '../../shared/session/reads-money.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { useReturnFocus } from '../../shared/ui/use-return-focus.ts';
import { usePages } from './use-pages.ts';
import { paletteTexts } from './palette-texts.ts';
import { requestIdIn } from './request-id-in.ts';
import { usePaletteActions } from './use-palette-actions.ts';

const FOUND_MAX = 5;
/** By name alone; what the server found stays, since its search looks at more than the name. */
const matches = (_value: string, typed: string, names: string[] = []): number =>
  names.some((name) => name.toLowerCase().includes(typed.trim().toLowerCase())) ? 1 : 0;
const Input = chakra(Command.Input, {
  base: {
    width: '100%',
    px: '4',
    height: '48px',
    fontSize: '15px',
    bg: 'transparent',
    outline: 'none',
    borderBottomWidth: '1px',
  },
});
const List = chakra(Command.List, {
  base: {
    maxH: '360px',
    overflowY: 'auto',
    p: '2',
    '& [cmdk-group-heading]': { px: '2', pt: '2', pb: '1', fontSize: '12px', color: 'fg.muted' },
  },
});
const Item = chakra(Command.Item, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '2',
    minH: '36px',
    borderRadius: 'l2',
    cursor: 'pointer',
    '&[data-selected=true]': { bg: 'brand.subtle', color: 'brand' },
    '& svg': { width: '16px', height: '16px', flexShrink: 0 },
  },
});
const Empty = chakra(Command.Empty, { base: { p: '6', textAlign: 'center', color: 'fg.muted' } });

/** Ctrl/Cmd-K: pages and actions by name, then tokens, and users and channels for who may see them; a request id leads to its receipt. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(paletteTexts);
  useReturnFocus();
  const navigate = useNavigate();
  const { isAdmin, may } = useSession();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const requestId = requestIdIn(keyword);
  const skip = keyword.length < 1 || requestId !== undefined;
  const pages = usePages('menu', 'top', 'wallet');
  const actions = usePaletteActions();
  const { data: tokens } = useTokensQuery({ keyword, token: '', page: 1, size: 10 }, { skip });
  const { data: users } = useUsersQuery({ keyword, group: '', page: 1, size: 10 }, { skip: skip || !may(READS_MONEY) });
  const { data: channels } = useChannelsQuery(
    { keyword, group: '', model: '', page: 1, size: 10 },
    { skip: skip || !isAdmin },
  );
  const go = (path: string): void => {
    onClose();
    void navigate(path);
  };
  const found = skip
    ? []
    : [
        {
          heading: t.nav.token,
          items: (tokens?.items ?? []).slice(0, FOUND_MAX).map((token) => ({
            key: `token-${token.id}`,
            name: token.name,
            about: '',
            path: `/token?open=${token.id}`,
          })),
        },
        {
          heading: t.nav.user,
          items: (users?.items ?? []).slice(0, FOUND_MAX).map((user) => ({
            key: `user-${user.id}`,
            name: user.username,
            about: user.display_name === user.username ? '' : user.display_name,
            path: personPath(user),
          })),
        },
        {
          heading: t.nav.channel,
          items: (channels?.items ?? []).slice(0, FOUND_MAX).map((channel) => ({
            key: `channel-${channel.id}`,
            name: channel.name,
            about: '',
            path: `/channel/edit/${channel.id}`,
          })),
        },
      ].filter(({ items }) => items.length > 0);
  return (
    <Dialog.Root open placement="top" size="md" onOpenChange={(details) => !details.open && onClose()}>
      <Portal>
        <Dialog.Backdrop bg="blackAlpha.500" />
        <Dialog.Positioner>
          <Dialog.Content bg="bg" borderWidth="1px" overflow="hidden" aria-label={t.palette.open} mx="3">
            <Command label={t.palette.open} loop filter={matches}>
              <Input
                value={typed}
                onValueChange={setTyped}
                placeholder={isAdmin ? own.placeholderOfAdmins : own.placeholder}
                autoFocus
              />
              <List>
                <Empty>{t.palette.nothing}</Empty>
                {requestId === undefined ? null : (
                  <Command.Group heading={own.receipt}>
                    <Item
                      value="receipt"
                      keywords={[keyword]}
                      onSelect={() => go(`/receipt/${encodeURIComponent(requestId)}`)}
                    >
                      <LuReceiptText aria-hidden />
                      <span translate="no">{own.receiptOf(requestId)}</span>
                    </Item>
                  </Command.Group>
                )}
                <Command.Group heading={t.palette.pages}>
                  {pages.map((page) => (
                    <Item key={page.id} value={`page-${page.id}`} keywords={[page.name]} onSelect={() => go(page.path)}>
                      <page.icon aria-hidden />
                      {page.name}
                    </Item>
                  ))}
                </Command.Group>
                <Command.Group heading={own.actions}>
                  {actions.map((action) => (
                    <Item
                      key={action.id}
                      value={`action-${action.id}`}
                      keywords={[action.name]}
                      onSelect={() => {
                        onClose();
                        action.run();
                      }}
                    >
                      <action.icon aria-hidden />
                      {action.name}
                    </Item>
                  ))}
                </Command.Group>
                {found.map(({ heading, items }) => (
                  <Command.Group key={heading} heading={heading}>
                    {items.map((item) => (
                      <Item
                        key={item.key}
                        value={item.key}
                        keywords={[item.name, keyword]}
                        onSelect={() => go(item.path)}
                      >
                        <span translate="no">{item.name}</span>
                        {item.about ? (
                          <chakra.span htmlTranslate="no" color="fg.muted" fontSize="12px">
                            {item.about}
                          </chakra.span>
                        ) : null}
                      </Item>
                    ))}
                  </Command.Group>
                ))}
              </List>
            </Command>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
