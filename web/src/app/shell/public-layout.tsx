import { Box } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { Outlet } from 'react-router-dom';
import { Footer } from './footer.tsx';

/** Pages that have no side menu: home, sign-in, not found. */
export function PublicLayout(): ReactElement {
  return (
    <>
      <Box as="main" id="content" flex="1" tabIndex={-1} outline="none">
        <Outlet />
      </Box>
      <Footer />
    </>
  );
}
