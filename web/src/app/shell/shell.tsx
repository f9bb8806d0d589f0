import { Flex, SkipNavLink } from '@chakra-ui/react';
import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import { Outlet, useNavigate } from 'react-router-dom';
import { baseApi, SESSION_ENDED } from '../../shared/api/base-api.ts';
import { useTexts } from '../../shared/i18n/text.tsx';
import { expired } from '../../shared/session/session-slice.ts';
import { useSession } from '../../shared/session/use-session.ts';
import { TopBar } from './top-bar.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** What surrounds every page: the top bar, the command palette, the keys that work everywhere, and the end of a session. */
export function Shell(): ReactElement {
  const t = useTexts();
  const { user } = useSession();
  const [palette, setPalette] = useState(false);
  useSessionEnd();
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
    <Flex direction="column" minH="100dvh">
      <SkipNavLink id="content" zIndex="skipNav">
        {t.nav.skip}
      </SkipNavLink>
      <TopBar openPalette={() => setPalette(true)} />
      <Outlet />
      {palette ? (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      ) : null}
    </Flex>
  );
}

function useSessionEnd(): void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  useEffect(() => {
    const onEnd = (): void => {
      const from = window.location.pathname + window.location.search;
      dispatch(expired());
      dispatch(baseApi.util.resetApiState());
      void navigate('/login?expired=true', { replace: true, state: { from } });
    };
    window.addEventListener(SESSION_ENDED, onEnd);
    return () => window.removeEventListener(SESSION_ENDED, onEnd);
  }, [dispatch, navigate]);
}
