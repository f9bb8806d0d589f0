import type { statementEntryAnswer } from '../ledger/present.ts';
import type { SignedCall } from '../http/call.ts';
import type { Figures, Whose } from './told.ts';

/** An entry as it is answered, with its time to the millisecond and what 1 USD was there. */
export type FiledEntry = ReturnType<typeof statementEntryAnswer> & {
  readonly atMs: number;
  readonly quotaPerUnit: string;
};

/** What a file is made of: all of one statement, whatever is written meanwhile. */
export type Filed = {
  readonly of: Whose;
  /** What the answer of the call without a file begins with. */
  readonly head: Readonly<Record<string, unknown>>;
  readonly figures: Figures;
  readonly language: SignedCall['language'];
  /** `SystemName`. */
  readonly issuer: string;
  readonly nowMs: number;
  /** Oldest first, a page at a time. */
  readonly pages: AsyncIterable<readonly FiledEntry[]>;
};
