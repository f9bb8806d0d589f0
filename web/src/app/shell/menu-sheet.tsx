import { chakra, CloseButton, Drawer, IconButton, Portal } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuMenu } from 'react-icons/lu';
import { useTexts } from '../../shared/i18n/text.tsx';
import { useSession } from '../../shared/session/use-session.ts';
import { NavItems } from './nav-items.tsx';

/** The menu below 600 px, with the pages of the top bar; opens as it comes, since a press has asked for it. */
export function MenuSheet(): ReactElement {
  const t = useTexts();
  const { user } = useSession();
  const [open, setOpen] = useState(true);
  return (
    <Drawer.Root
      open={open}
      placement="start"
      size="xs"
      lazyMount
      unmountOnExit
      onOpenChange={(details) => setOpen(details.open)}
    >
      <Drawer.Trigger asChild>
        <IconButton aria-label={t.nav.menu} variant="ghost" size="sm" display={{ sm: 'none' }}>
          <LuMenu />
        </IconButton>
      </Drawer.Trigger>
      <Portal>
        <Drawer.Backdrop bg="blackAlpha.400" />
        <Drawer.Positioner>
          <Drawer.Content bg="bg" maxW="280px">
            <Drawer.Header py="3">
              <Drawer.Title fontSize="15px">{t.nav.menu}</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body px="3">
              {user ? (
                <nav aria-label={t.nav.console}>
                  <NavItems onChosen={() => setOpen(false)} />
                </nav>
              ) : null}
              <chakra.nav aria-label={t.nav.top} {...(user ? { borderTopWidth: '1px', pt: '2', mt: '2' } : {})}>
                <NavItems place="top" onChosen={() => setOpen(false)} />
              </chakra.nav>
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={t.common.close} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
