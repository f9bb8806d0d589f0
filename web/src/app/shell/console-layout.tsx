import { Box, Flex } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { Outlet } from 'react-router-dom';
import { useSession } from '../../shared/session/use-session.ts';
import { Footer } from './footer.tsx';
import { PublicLayout } from './public-layout.tsx';
import { SideMenu } from './side-menu.tsx';

/** Pages of the console: the side menu, from 600 px on, and the content. */
export function ConsoleLayout(): ReactElement {
  return (
    <Flex flex="1" minH="0">
      <SideMenu />
      <Flex direction="column" flex="1" minW="0">
        <Box as="main" id="content" flex="1" tabIndex={-1} outline="none">
          <Outlet />
        </Box>
        <Footer />
      </Flex>
    </Flex>
  );
}

/** Of pages that belong to the console and that everybody may open. */
export function LayoutForAll(): ReactElement {
  const { user } = useSession();
  return user ? <ConsoleLayout /> : <PublicLayout />;
}
