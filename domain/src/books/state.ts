/** A period of the books (docs/ledger.md#periods); times are Unix seconds. Those that an earlier release closed have no id, and are none. */
export type Period = {
  /** From 1. */
  readonly periodId: number;
  readonly start: number;
  readonly end: number;
  /** IANA; of its first close, and kept: its files are those of the first. */
  readonly zone: string;
  /** Of the close that was begun last, from 1. */
  readonly revision: number;
  /** `ended`: a close was begun and is not finished; nothing else of periods happens before it is. */
  readonly status: 'ended' | 'closed' | 'reopened';
};

/** The fold of the stream `books`. */
export type Books = {
  /** Display rows that arrived before are gone; 0 before the first cleaning. */
  readonly cleanedBeforeMs: number;
  /** In the order of their ids: each begins where the one before ends. */
  readonly periods: readonly Period[];
};

export const initialBooks: Books = { cleanedBeforeMs: 0, periods: [] };
