import type { TillId, TokenId } from '@ledgate/domain/shared/ids';
import type {
  KeptAnswers,
  KeptCall,
  KeyedCall,
  Missing,
  NewKeyedCall,
  WholeAnswer,
} from '@ledgate/projections/directory/kept-answers';
import { FAKE_TILL } from './fake-cashier.ts';

/** Kept answers in memory, with everything said to them in its order. */
export class FakeKeptAnswers implements KeptAnswers {
  readonly rows = new Map<string, KeptCall>();
  readonly told: string[] = [];
  readonly openTills = new Set<TillId>([FAKE_TILL]);
  isFull = false;
  /** Thrown by every call. */
  error: Error | undefined;
  /** Thrown where a key was claimed, and nobody hears of it. */
  claimError: Error | undefined;
  /** Thrown where an answer is kept. */
  keepError: Error | undefined;

  async hashes(
    { tokenId, userId }: Pick<NewKeyedCall, 'tokenId' | 'userId'>,
    key: string,
    asked: readonly (string | Buffer)[],
  ): Promise<{ keyHash: string; bodyHash: string }> {
    this.#say('hashes');
    return { keyHash: `${tokenId}-${userId}-${key}`, bodyHash: asked.map(String).join('\n') };
  }

  async find(_tokenId: TokenId, keyHash: string): Promise<KeptCall | undefined> {
    this.#say('find');
    return this.rows.get(keyHash);
  }

  async claim(call: NewKeyedCall): Promise<'claimed' | 'taken' | 'full'> {
    this.#say('claim');
    if (this.rows.has(call.keyHash)) return 'taken';
    if (this.isFull) return 'full';
    this.rows.set(call.keyHash, { ...call, answeredAtMs: undefined, isCharged: false, answer: undefined });
    if (this.claimError !== undefined) throw this.claimError;
    return 'claimed';
  }

  async keep(call: KeyedCall, answer: WholeAnswer | Missing): Promise<boolean> {
    this.#say('keep');
    if (this.keepError !== undefined) throw this.keepError;
    return this.#change(call, { answer, answeredAtMs: Date.now() });
  }

  async charged(call: KeyedCall): Promise<void> {
    this.#say('charged');
    this.#change(call, { isCharged: true });
  }

  async release(call: KeyedCall): Promise<boolean> {
    this.#say('release');
    return this.#own(call) !== undefined && this.rows.delete(call.keyHash);
  }

  async isTillOpen(tillId: TillId): Promise<boolean> {
    return this.openTills.has(tillId);
  }

  #own({ keyHash, requestId }: KeyedCall): KeptCall | undefined {
    const row = this.rows.get(keyHash);
    return row?.requestId === requestId ? row : undefined;
  }

  #change(call: KeyedCall, change: Partial<KeptCall>): boolean {
    const row = this.#own(call);
    if (row !== undefined) this.rows.set(call.keyHash, { ...row, ...change });
    return row !== undefined;
  }

  #say(what: string): void {
    this.told.push(what);
    if (this.error !== undefined) throw this.error;
  }
}
