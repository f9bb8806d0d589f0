/** What neither Postgres nor UTF-8 can carry: NUL, and half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether a text can be stored as it is. */
export const isStorable = (value: string): boolean => !UNSTORABLE.test(value);
