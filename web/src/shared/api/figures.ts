import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';

export const FIGURES_EVERY_MS = 30_000;

/** For the query of figures: asked again every 30 s after the last answer, never in a hidden tab, and at once when it comes back (docs/console.md#figures). */
export const asFigures = {
  pollingInterval: FIGURES_EVERY_MS,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
} as const;

/** What a query hook answers, as far as figures need it. */
export type FiguresQuery<Data> = {
  readonly data?: Data | undefined;
  readonly currentData?: Data | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly fulfilledTimeStamp?: number | undefined;
};

export type Figures<Data> = {
  /** The answer to what is asked now, however often it was asked since; while the first one is on its way, what was shown before. */
  readonly data: Data | undefined;
  /** `data` answers another question: another range, another person. */
  readonly isOther: boolean;
  /** Why there is no answer at all to what is asked now. That asking again has failed is none: the old figures stay, with their time. */
  readonly failure: unknown;
};

/** What is to be shown of figures that are asked again and again. */
export function figuresOf<Data>({ data, currentData, error, isFetching }: FiguresQuery<Data>): Figures<Data> {
  if (currentData !== undefined) return { data: currentData, isOther: false, failure: undefined };
  // A failure stays, too, while it is asked again: nothing flickers every 30 s.
  return isFetching && error === undefined
    ? { data, isOther: data !== undefined, failure: undefined }
    : { data: undefined, isOther: false, failure: error };
}

export type Dated = Pick<FiguresQuery<unknown>, 'fulfilledTimeStamp' | 'error'>;

/** Of when figures are that several calls make up together: of the oldest answer, in Unix seconds; undefined until there is one to each. */
export function datedAt(queries: readonly Dated[]): { readonly at: number | undefined; readonly error: unknown } {
  const times = queries.map(({ fulfilledTimeStamp: atMs }) => atMs);
  const known = times.filter((atMs) => atMs !== undefined);
  return {
    at: known.length === times.length && known.length > 0 ? Math.min(...known) / 1000 : undefined,
    error: queries.find(({ error }) => error !== undefined)?.error,
  };
}

/** Whether `key` has been shown for 30 s, and its tab is or was in sight then: what came with a page is not asked for twice when it opens. */
export function useDue(key: string): boolean {
  const isInSight = useSelector((state: { api: { config: { focused: boolean } } }) => state.api.config.focused);
  const [over, setOver] = useState<string>();
  const [due, setDue] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setOver(key), FIGURES_EVERY_MS);
    return () => clearTimeout(timer);
  }, [key]);
  if (over === key && isInSight && due !== key) setDue(key);
  return due === key;
}
