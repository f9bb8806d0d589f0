import { useCallback, useEffect, useState } from 'react';
import { openedAt } from '../filters/opened.ts';

/** Fields of forms hold texts, choices and lists of them. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** Whether what is typed differs from what a form opened with; a field that is set back to what it was differs in nothing. */
export const differs = <Values extends object>(typed: Values, opened: Values): boolean =>
  (Object.keys(typed) as (keyof Values)[]).some((field) => !isSame(typed[field], opened[field]));

/** The forms of this tab in which something is typed and not saved. */
const unsaved = new Set<object>();

/** While there is one the browser itself asks before the page is loaded again, closed, or left for another site. */
const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

/** What runs in this tab, and would end with it. */
const working = new Set<object>();

function settle(): void {
  if (unsaved.size + working.size > 0) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
}

function mark(form: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(form);
  else unsaved.delete(form);
  settle();
}

/** Pages may be left while something runs, but not the tab. */
export function markAtWork(work: object, isRunning: boolean): void {
  if (isRunning) working.add(work);
  else working.delete(work);
  settle();
}

/** Whether the end of the session would lose something: it is then renewed over the page. */
export const isBusy = (): boolean => unsaved.size + working.size > 0;

/** Whether going away would lose what somebody typed. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** The person has let go of it: nothing is asked any more on the way out. */
export function forgetUnsaved(): void {
  unsaved.clear();
  settle();
}

/**
 * Keeps what is typed from being lost while `isUnsaved` (docs/console.md#what-is-typed): every form has it, mostly by `useCheckedForm`. Answers what says
 * that nothing is unsaved from now on, for a form that goes on to another page by itself.
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const [form] = useState(() => ({}));
  useEffect(() => {
    mark(form, isUnsaved);
    return () => mark(form, false);
  }, [form, isUnsaved]);
  return useCallback(() => mark(form, false), [form]);
}

type Place = { readonly pathname: string; readonly search: string };

/** Whether a step leads away from the forms of a page: to another page, another tab of the same one, or something else that is open on it; filters do not. */
export const leadsAway = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || tabOf(from) !== tabOf(to) || openedAt(from) !== openedAt(to);

const tabOf = ({ search }: Place): string | null => new URLSearchParams(search).get('tab');
