import { createContext, useCallback, useContext } from 'react';
import { forgetUnsaved, hasUnsaved } from '../form/unsaved.ts';

/** Asks whether what is typed may be lost, and goes on where it may. */
export type AskBeforeLoss = (goOn: () => void) => void;

export const LeavingContext = createContext<AskBeforeLoss>((goOn) => goOn());

/** What closes a form: at once where nothing differs from what it opened with, else when the person says so. */
export function useClosing(isUnsaved: boolean, onClose: () => void): () => void {
  const ask = useContext(LeavingContext);
  return useCallback(() => (isUnsaved ? ask(onClose) : onClose()), [ask, isUnsaved, onClose]);
}

/** For what leaves all forms of the page without a step of the router: another tab within it, signing out. */
export function useLeaving(): AskBeforeLoss {
  const ask = useContext(LeavingContext);
  return useCallback(
    (goOn) => {
      if (!hasUnsaved()) return goOn();
      ask(() => {
        forgetUnsaved();
        goOn();
      });
    },
    [ask],
  );
}
