import { useEffect, useState, type ReactElement } from 'react';
import { onDemand } from './on-demand.tsx';
import type { Asked, QuestionProps } from './question-dialog.tsx';

export type Question = Asked;

/** Asks in the midst of a save, old beside new: `ask` answers whether it is wanted. `question` is to be shown. */
export function useQuestion(): {
  readonly ask: (question: Question) => Promise<boolean>;
  readonly question: ReactElement | null;
} {
  const [open, setOpen] = useState<Question & { readonly answer: (isWanted: boolean) => void }>();
  const ask = (question: Question): Promise<boolean> =>
    new Promise<boolean>((resolve) => setOpen({ ...question, answer: resolve })).finally(() => setOpen(undefined));
  return { ask, question: open ? <QuestionDialog {...open} /> : null };
}

/** Nothing that was not asked about is saved. */
function NotAsked({ answer }: QuestionProps): null {
  useEffect(() => answer(false), [answer]);
  return null;
}

const QuestionDialog = onDemand(async () => (await import('./question-dialog.tsx')).QuestionDialog, NotAsked);
