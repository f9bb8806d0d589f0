import { useCallback, useState } from 'react';
import { useStore } from 'react-redux';
import { useTexts } from '../i18n/text.tsx';
import { samePerson } from '../session/same-person.ts';
import type { SessionState } from '../session/session-slice.ts';
import { tellFailure, tellSuccess } from './toaster.tsx';

type Unwrappable<Result> = { unwrap: () => Promise<Result> };
type Undo = { readonly label: string; readonly onClick: () => void };

/**
 * Runs a mutation and tells how it ended: `success` in a toast (with what undoes it, for the same person), a failure with its request id. `busy` is for
 * the button. Answers the result, or undefined when it failed.
 */
export function useAction<Argument, Result>(
  mutate: (argument: Argument) => Unwrappable<Result>,
): {
  readonly run: (argument: Argument, success?: string, undo?: Undo) => Promise<Result | undefined>;
  readonly busy: boolean;
} {
  const t = useTexts();
  const { getState } = useStore<{ readonly session: SessionState }>();
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (argument: Argument, success?: string, undo?: Undo): Promise<Result | undefined> => {
      setBusy(true);
      const isSame = samePerson(getState);
      try {
        const result = await mutate(argument).unwrap();
        // The toast may outlast the person's session.
        const own = undo && { ...undo, onClick: () => void (isSame() && undo.onClick()) };
        if (success !== undefined) tellSuccess(success, own);
        return result;
      } catch (error) {
        tellFailure(error, t);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [mutate, t, getState],
  );
  return { run, busy };
}
