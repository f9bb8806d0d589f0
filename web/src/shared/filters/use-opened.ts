import { useCallback, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { forgetUnsaved } from '../form/unsaved.ts';
import { markOrigin } from '../ui/use-return-focus.ts';
import { closingStep, openedAt, openingStep, type Step } from './opened.ts';
import { withSize } from './page-size.ts';
import { usePageSize } from './use-page-size.ts';

/** The state of a step in the history that has a page with nothing open before it. */
export const OVER = { over: true } as const;

export type Opened = {
  /** Its id, `new`, or '' where nothing is open. */
  readonly what: string;
  readonly open: (what: string | number) => void;
  /** What was typed in it is saved, or may be lost: nothing is asked. It closes nothing that has been left already. */
  readonly close: () => void;
};

/**
 * What is open on a page (a drawer, a row), in the address: another browser opens the same, and Back closes it. `list`: the path of a page that has
 * paths of its own for it (opened.ts).
 */
export function useOpened(list?: string): Opened {
  const location = useLocation();
  const navigate = useNavigate();
  const size = usePageSize();
  /** The step that is closed already: Esc just after Save would else go back twice. */
  const closed = useRef<string>(undefined);
  const what = openedAt(location, list);
  const isOver = (location.state as Partial<typeof OVER> | null)?.over === true;
  const take = useCallback(
    (step: Step): void => {
      if (step.go === 'back') void navigate(-1);
      else void navigate(step.to, { replace: step.replace, state: step.over ? OVER : null });
    },
    [navigate],
  );
  const open = useCallback(
    (next: string | number): void => {
      markOrigin();
      // Rows of a list are on other pages of it where a page has another number of them.
      const search = String(withSize(new URLSearchParams(location.search), size));
      take(openingStep({ ...location, search: search === '' ? '' : `?${search}` }, isOver, String(next), list));
    },
    [take, location, isOver, list, size],
  );
  const close = useCallback((): void => {
    // A call that was under way when the person went somewhere else ends there.
    const { pathname } = window.location;
    if (pathname !== location.pathname || openedAt(window.location, list) !== what) return;
    if (what === '' || closed.current === location.key) return;
    closed.current = location.key;
    forgetUnsaved();
    take(closingStep(location, isOver, list));
  }, [take, location, what, isOver, list]);
  return { what, open, close };
}
