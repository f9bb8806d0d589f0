import { VERIFY_FINDINGS_MAX } from '../limits.ts';

/** One place where the books are not true. */
export type Finding = {
  readonly kind:
    | 'event'
    | 'stream'
    | 'account'
    | 'till'
    | 'lease'
    | 'balance'
    | 'token'
    | 'channel'
    | 'log row'
    | 'bucket'
    | 'time'
    | 'ledger entry'
    | 'journal entry'
    | 'journal account'
    | 'trial balance'
    | 'claim'
    | 'code'
    | 'price book'
    | 'cleaning'
    | 'checkpoint';
  /** Which one: `account 2`, `till-a@5`, `position 17 (request r3)`. */
  readonly subject: string;
  readonly expected: string;
  readonly seen: string;
};

/** As one line for a terminal. */
export const findingText = ({ kind, subject, expected, seen }: Finding): string =>
  `${kind} ${subject}: expected ${expected}, seen ${seen}`;

/** Keeps the first findings and counts the rest. */
export class Findings {
  readonly #found: Finding[] = [];
  #count = 0;

  add(kind: Finding['kind'], subject: string, expected: unknown, seen: unknown): void {
    this.#count += 1;
    if (this.#found.length < VERIFY_FINDINGS_MAX)
      this.#found.push({ kind, subject, expected: String(expected), seen: String(seen) });
  }

  /** The last one tells how many were left out. */
  all(): readonly Finding[] {
    const left = this.#count - this.#found.length;
    return left === 0
      ? this.#found
      : [
          ...this.#found,
          { kind: 'event', subject: 'and others', expected: 'no difference', seen: `${left} further differences` },
        ];
  }
}
