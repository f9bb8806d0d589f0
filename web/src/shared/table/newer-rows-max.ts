/** Rows that are looked at to count the newer ones. */
export const NEWER_ROWS_MAX = 100;
