/** The fold of the stream `books`. */
export type Books = {
  /** Display rows that arrived before are gone; 0 before the first cleaning. */
  readonly cleanedBeforeMs: number;
};

export const initialBooks: Books = { cleanedBeforeMs: 0 };
