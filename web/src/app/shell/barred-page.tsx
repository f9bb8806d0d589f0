import { Box, Button } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../../shared/i18n/text.tsx';
import { haltTexts } from '../../shared/session/halt-texts.ts';
import { EmptyState } from '../../shared/ui/states.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The one page of an account that is banned or closed: says it, and lets its person sign out. */
export function BarredPage({ why }: { readonly why: 'banned' | 'closed' }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(haltTexts);
  const signOut = useSignOut();
  return (
    <Box as="main" id="content" flex="1" tabIndex={-1} outline="none">
      <EmptyState
        isPage
        title={own[why]}
        about={why === 'banned' ? own.bannedAbout : own.closedAbout}
        action={<Button onClick={() => void signOut()}>{t.nav.signOut}</Button>}
      />
    </Box>
  );
}
