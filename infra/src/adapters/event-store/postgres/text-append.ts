/** An append as the database takes it. */
type TextEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};
/** `expected` is -1 for a stream that must not exist. */
export type TextAppend = { readonly stream: string; readonly expected: number; readonly events: readonly TextEvent[] };
