import { useCallback, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useBlocker } from 'react-router-dom';
import { forgetUnsaved, hasUnsaved, leadsAway } from '../../shared/form/unsaved.ts';
import { useOwnTexts } from '../../shared/i18n/text.tsx';
import { leavingTexts } from '../../shared/ui/leaving-texts.ts';
import { onDemand } from '../../shared/ui/on-demand.tsx';
import { LeavingContext } from '../../shared/ui/use-leaving.ts';
import type { LeavingProps } from './leaving-question.tsx';

/** Asks before something typed is lost: before links and Back, and before what the forms inside close (docs/console.md#what-is-typed). */
export function LeavingGuard({ children }: { readonly children: ReactNode }): ReactElement {
  const [closing, setClosing] = useState<{ readonly goOn: () => void }>();
  const ask = useCallback((goOn: () => void) => setClosing({ goOn }), []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && leadsAway(currentLocation, nextLocation),
  );
  const stay = (): void => {
    setClosing(undefined);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const discard = (): void => {
    setClosing(undefined);
    closing?.goOn();
    if (blocker.state !== 'blocked') return;
    forgetUnsaved();
    blocker.proceed();
  };
  return (
    <LeavingContext value={ask}>
      {children}
      {closing || blocker.state === 'blocked' ? <Question stay={stay} discard={discard} /> : null}
    </LeavingContext>
  );
}

/** Where the question cannot be loaded the browser asks it. */
function AskedByBrowser({ stay, discard }: LeavingProps): null {
  const own = useOwnTexts(leavingTexts);
  useEffect(() => (window.confirm(`${own.title}\n\n${own.about}`) ? discard() : stay()), [own, stay, discard]);
  return null;
}

const Question = onDemand(async () => (await import('./leaving-question.tsx')).LeavingQuestion, AskedByBrowser);
