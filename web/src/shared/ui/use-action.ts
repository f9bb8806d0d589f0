import { useCallback, useState } from 'react';
import { useTexts } from '../i18n/text.tsx';
import { tellFailure, tellSuccess } from './toaster.tsx';

type Unwrappable<Result> = { unwrap: () => Promise<Result> };
type Undo = { readonly label: string; readonly onClick: () => void };

/**
 * Runs a mutation and tells how it ended: `success` in a toast (with what undoes it), a failure with its request id. `busy` is for the button.
 * Answers the result, or undefined when it failed.
 */
export function useAction<Argument, Result>(
  mutate: (argument: Argument) => Unwrappable<Result>,
): {
  readonly run: (argument: Argument, success?: string, undo?: Undo) => Promise<Result | undefined>;
  readonly busy: boolean;
} {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (argument: Argument, success?: string, undo?: Undo): Promise<Result | undefined> => {
      setBusy(true);
      try {
        const result = await mutate(argument).unwrap();
        if (success !== undefined) tellSuccess(success, undo);
        return result;
      } catch (error) {
        tellFailure(error, t);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [mutate, t],
  );
  return { run, busy };
}
