import type { RequestId, TillId, TokenId, UserId } from '@ledgate/domain/shared/ids';

/** A good answer as its caller has it; its status is 200. */
export type WholeAnswer = { readonly contentType: string; readonly body: Buffer };

/** Why an answer is not kept: it was too large, it did not end well or nobody waited for it, its user has no more room. */
export type Missing = 'large' | 'incomplete' | 'room';

/** One call under its Idempotency-Key. `keyHash`: of the key, as events have it. */
export type KeyedCall = { readonly tokenId: TokenId; readonly keyHash: string; readonly requestId: RequestId };

export type NewKeyedCall = KeyedCall & {
  readonly userId: UserId;
  /** Of what was asked. */
  readonly bodyHash: string;
  readonly tillId: TillId;
};

export type KeptCall = NewKeyedCall & {
  /** Unix milliseconds; undefined while it runs. */
  readonly answeredAtMs: number | undefined;
  /** Its charge is known to stand in the ledger. */
  readonly isCharged: boolean;
  /** Undefined while it runs. */
  readonly answer: WholeAnswer | Missing | undefined;
};

/**
 * Calls that came with an Idempotency-Key, and their answers, for a day (docs/behaviour.md#idempotency-keys). An answer is written before its charge and is
 * good once that stands in the ledger. Each throws DirectoryUnavailable where the database does not answer in time.
 */
export interface KeptAnswers {
  /** The key and what was asked, as hashes; alike for one token of one user alone, since calls by a session have no token of their own. */
  hashes(
    whose: Pick<NewKeyedCall, 'tokenId' | 'userId'>,
    key: string,
    asked: readonly (string | Buffer)[],
  ): Promise<{ keyHash: string; bodyHash: string }>;
  find(tokenId: TokenId, keyHash: string): Promise<KeptCall | undefined>;
  /** From now on the key is this call's. `taken`: it is another's. `full`: its user has as many as one may have. */
  claim(call: NewKeyedCall): Promise<'claimed' | 'taken' | 'full'>;
  /** The call has ended, and is about to be charged. False where the key is not this call's any more: then it must not be. */
  keep(call: KeyedCall & Pick<NewKeyedCall, 'userId'>, answer: WholeAnswer | Missing): Promise<boolean>;
  /** Its charge stands. */
  charged(call: KeyedCall): Promise<void>;
  /** It ended without a charge: the key may be used anew. Answers whether it was this call's. */
  release(call: KeyedCall): Promise<boolean>;
  /** Whether a till is looked after, or waits for a worker to end it. */
  isTillOpen(tillId: TillId): Promise<boolean>;
}
