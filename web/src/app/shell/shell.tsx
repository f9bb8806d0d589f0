import { Flex, SkipNavLink } from '@chakra-ui/react';
import { Suspense, useEffect, useState, type MouseEvent, type ReactElement } from 'react';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../../shared/connection/page-code.ts';
import { useTexts } from '../../shared/i18n/text.tsx';
import { useSession } from '../../shared/session/use-session.ts';
import { Halts } from './halts.tsx';
import { LeavingGuard } from './leaving-guard.tsx';
import { PageLine } from './page-line.tsx';
import { TopBar } from './top-bar.tsx';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Without the browser's own step: the router cannot ask before Back from what it did not write itself (leaving-guard.tsx). */
const toContent = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById('content')?.focus();
};

/** What surrounds every page: the top bar, the command palette and the keys that work everywhere. */
export function Shell(): ReactElement {
  const t = useTexts();
  const { user } = useSession();
  const [palette, setPalette] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && user) {
        event.preventDefault();
        setPalette((open) => !open);
      }
      const filter = document.querySelector<HTMLElement>('[data-filter]');
      if (event.key === '/' && !event.metaKey && !event.ctrlKey && !isTyping(event.target) && filter) {
        event.preventDefault();
        filter.focus();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [user]);
  return (
    <LeavingGuard>
      <Flex direction="column" minH="100dvh">
        <SkipNavLink id="content" onClick={toContent} zIndex="skipNav">
          {t.nav.skip}
        </SkipNavLink>
        <TopBar openPalette={() => setPalette(true)} />
        <PageLine />
        <Outlet />
        {palette ? (
          <Suspense>
            <Palette onClose={() => setPalette(false)} />
          </Suspense>
        ) : null}
        <Halts />
      </Flex>
    </LeavingGuard>
  );
}
