import type { Problem, ProblemCode } from '../http/problem.ts';

/** What a success says where older consoles show the server's message (docs/behaviour.md#answers). */
export type Notice =
  /** An account with a provider is the caller's now. */
  | { readonly code: 'bound' }
  | { readonly code: 'earnings_transferred' }
  | { readonly code: 'model_ratio_reset' }
  /** The directory has the change; the ledger could not take it yet, and gets it from a worker as soon as it can. */
  | { readonly code: 'owed_to_ledger' }
  /** A code is redeemed; its credit is left to the claims worker. */
  | { readonly code: 'credit_owed' }
  | { readonly code: 'token_search_cut'; readonly maximum: number }
  /**
   * Amounts as people read them: the balance with the change and without it, as read afterwards. `seen` is what the
   * administrator was shown, where it was another balance than the one without the change.
   */
  | { readonly code: 'adjusted'; readonly before: string; readonly after: string; readonly seen: string | undefined }
  /** The read models do not have it yet. */
  | { readonly code: 'adjusted_unseen'; readonly change: string }
  /** The same call came before: nothing was changed by this one. */
  | { readonly code: 'adjusted_already'; readonly balance: string | undefined };

/** One text for each code and language; a missing one does not compile. */
export type Catalogue = {
  readonly problems: { readonly [Code in ProblemCode]: (facts: Extract<Problem, { code: Code }>) => string };
  readonly notices: { readonly [Code in Notice['code']]: (facts: Extract<Notice, { code: Code }>) => string };
};
