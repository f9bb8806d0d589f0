import { LRUCache } from 'lru-cache';
import type { TokenView } from '../relay-view.ts';
import {
  RELAY_VIEW_TOKENS_BYTES_MAX,
  RELAY_VIEW_TOKENS_MAX,
  RELAY_VIEW_UNKNOWN_MAX,
  RELAY_VIEW_UNKNOWN_MS,
} from '../limits.ts';

type Kept = { readonly view: TokenView; used: boolean };

/** About what is kept of a token, of a model and of an address that it names: all that its owner may say makes hundreds of times the first. */
const TOKEN_BYTES = 1_024;
const MODEL_BYTES = 64;
const ADDRESS_BYTES = 300;
const bytesOf = ({ view: { models, addresses } }: Kept): number =>
  TOKEN_BYTES + MODEL_BYTES * (models?.size ?? 0) + ADDRESS_BYTES * (addresses?.size ?? 0);

/** Tokens by key with their owners' facts, the most recently used; found again by the id of a token or of an owner when a row changes. */
export class TokenCache {
  readonly #byKey: LRUCache<string, Kept>;
  readonly #keyByToken = new Map<number, string>();
  readonly #keysByUser = new Map<number, Set<string>>();
  readonly #unknownUntilMs: LRUCache<string, number>;
  #used: Kept[] = [];

  constructor(tokensMax = RELAY_VIEW_TOKENS_MAX, bytesMax = RELAY_VIEW_TOKENS_BYTES_MAX) {
    this.#byKey = new LRUCache({
      max: tokensMax,
      maxSize: bytesMax,
      sizeCalculation: bytesOf,
      dispose: ({ view }) => this.#forget(view),
    });
    this.#unknownUntilMs = new LRUCache({ max: RELAY_VIEW_UNKNOWN_MAX });
  }

  get(key: string): TokenView | undefined {
    const kept = this.#byKey.get(key);
    if (kept === undefined) return undefined;
    if (!kept.used) {
      kept.used = true;
      this.#used.push(kept);
    }
    return kept.view;
  }

  keep(view: TokenView): void {
    this.#byKey.set(view.key, { view, used: false });
    this.#keyByToken.set(view.tokenId, view.key);
    const keys = this.#keysByUser.get(view.user.userId) ?? new Set();
    this.#keysByUser.set(view.user.userId, keys.add(view.key));
  }

  ofToken(tokenId: number): TokenView | undefined {
    const key = this.#keyByToken.get(tokenId);
    return key === undefined ? undefined : this.#byKey.peek(key)?.view;
  }

  tokenChanged(tokenId: number): void {
    const key = this.#keyByToken.get(tokenId);
    if (key !== undefined) this.#byKey.delete(key);
  }

  userChanged(userId: number): void {
    for (const key of this.#keysByUser.get(userId) ?? []) this.#byKey.delete(key);
  }

  clear(): void {
    this.#byKey.clear();
    this.forgetUnknown();
  }

  /** A key that nobody has is asked for again a second later, and after any change of tokens at once. */
  isUnknown(key: string, nowMs: number): boolean {
    return (this.#unknownUntilMs.get(key) ?? 0) > nowMs;
  }

  keepUnknown(key: string, nowMs: number): void {
    this.#unknownUntilMs.set(key, nowMs + RELAY_VIEW_UNKNOWN_MS);
  }

  forgetUnknown(): void {
    this.#unknownUntilMs.clear();
  }

  /** Tokens used since the last call. */
  takeUsed(): readonly number[] {
    const used = this.#used;
    this.#used = [];
    for (const kept of used) kept.used = false;
    return used.map(({ view }) => view.tokenId);
  }

  get size(): number {
    return this.#byKey.size;
  }

  #forget({ key, tokenId, user: { userId } }: TokenView): void {
    if (this.#keyByToken.get(tokenId) === key) this.#keyByToken.delete(tokenId);
    const keys = this.#keysByUser.get(userId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByUser.delete(userId);
  }
}
