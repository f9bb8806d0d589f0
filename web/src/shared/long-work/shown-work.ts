import type { Failed, Work } from './work-slice.ts';

/** A work as the top bar shows it, whoever does it. */
export type ShownWork = Pick<Work, 'title' | 'total' | 'done' | 'failed' | 'state' | 'begunMs'> & {
  readonly key: string;
  readonly failed: readonly Failed[];
  /** Those that are told one by one among them. */
  readonly failedCount: number;
  /** Why it ended before it was done, '' for nothing. */
  readonly note: string;
  /** It is shown however short it was. */
  readonly isNews: boolean;
  /** Where what failed is seen. */
  readonly page?: { readonly path: string; readonly name: string };
  readonly stop: () => void;
};
