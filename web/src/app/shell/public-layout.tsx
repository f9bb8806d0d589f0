import { Box } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { Outlet } from 'react-router-dom';
import { Footer } from './footer.tsx';

/** Pages that have no side menu: home, sign-in, not found. */
export const PublicLayout = (): ReactElement => (
  <>
    <BareLayout />
    <Footer />
  </>
);

/** Pages that have the window to themselves. */
export const BareLayout = (): ReactElement => (
  <Box as="main" id="content" flex="1" tabIndex={-1} outline="none">
    <Outlet />
  </Box>
);
