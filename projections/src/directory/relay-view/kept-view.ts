import type { LedgerGate } from '@ledgate/domain/events/ledger-gate';
import { type OptionValues, optionValues, withPrices } from '@ledgate/domain/options/values';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { catalogueOf, type Prices } from '@ledgate/domain/pricebook/catalogue-stream';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { currentPriceBook } from '@ledgate/domain/pricebook/pricebook-stream';
import { priceOptionValues } from '@ledgate/domain/pricebook/options';
import type { TokenId, UserId } from '@ledgate/domain/shared/ids';
import type { Database } from '../../shared/database.ts';
import { RELAY_VIEW_GROUPS_MAX, RELAY_VIEW_READS_MAX, RELAY_VIEW_STALE_MS } from '../limits.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { MasterKeyMissing } from '../keys/key-ring.ts';
import { askedInTime } from '../asked-in-time.ts';
import { endUserHash } from '../end-users/end-user-key.ts';
import { coalesced } from '../recalls/coalesced.ts';
import { type ChannelView, DirectoryUnavailable, type RelayView, type TokenView } from '../relay-view.ts';
import { channelIndex, type ChannelIndex, listedModel } from './channel-index.ts';
import { type Loaded, loadSince } from './loaded.ts';
import { Marks } from './marks.ts';
import { servingSince } from './serving-since.ts';
import { TokenCache } from './token-cache.ts';
import { readTokenView } from './token-view.ts';

type Options = {
  readonly pool: Database;
  readonly store: EventStore;
  readonly directoryKeys: DirectoryKeys;
  readonly onError: (error: unknown) => void;
  readonly staleMs?: number;
  /** Told of each number that is taken in. */
  readonly gate?: LedgerGate | undefined;
};

const KEY = /^[0-9A-Za-z]{48}$/;

/** How the user's own group is called where the option does not describe it (docs/behaviour.md#groups). */
const OWN_GROUP_DESCRIPTION = 'user group';

/**
 * The view in memory. Its parts are replaced as a whole; lookups that find something are synchronous and allocate nothing. Longer than most
 * files: what a look brings, and what a lookup may trust, must be read side by side.
 */
export class KeptView implements RelayView {
  readonly marks: Marks;
  readonly #pool: Database;
  readonly #store: EventStore;
  readonly #directoryKeys: DirectoryKeys;
  readonly #staleMs: number;
  readonly #gate: LedgerGate | undefined;
  readonly #tokens = new TokenCache();
  readonly #reading = new Map<string, Promise<TokenView | undefined>>();
  readonly #usable = new Map<string, ReadonlyMap<string, string>>();
  readonly #refresh: (key: 'all') => Promise<void>;
  #channels: ChannelIndex | undefined;
  #options: OptionValues = optionValues(new Map());
  #prices: Prices | undefined;
  #endUserKey: Buffer | undefined;
  #version = 0;
  /** Monotonic: up to then it is known to be what the directory says. */
  #trueAtMs = performance.now();
  #takenIn: ((version: number) => void) | undefined;

  constructor(loaded: Loaded, { pool, store, directoryKeys, onError, staleMs = RELAY_VIEW_STALE_MS, gate }: Options) {
    this.#pool = pool;
    this.#store = store;
    this.#directoryKeys = directoryKeys;
    this.#staleMs = staleMs;
    this.#gate = gate;
    this.marks = new Marks(pool, directoryKeys, onError);
    this.#refresh = coalesced(() => this.#look());
    this.#takeIn(loaded, performance.now());
  }

  token(key: string): TokenView | undefined | Promise<TokenView | undefined> {
    const nowMs = performance.now();
    if (nowMs - this.#trueAtMs > this.#staleMs) return this.refresh().then(() => this.token(key));
    const kept = this.#tokens.get(key);
    if (kept !== undefined) return kept;
    if (!KEY.test(key) || this.#tokens.isUnknown(key, nowMs)) return undefined;
    const known = this.#reading.get(key);
    if (known !== undefined) return known;
    const reading = this.#read(key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  channelsFor(group: string, model: string): readonly ChannelView[] | Promise<readonly ChannelView[]> {
    const kept = this.#isTrue() ? this.#listed(group, model) : undefined;
    return kept ?? this.refresh().then(() => this.#listed(group, model) ?? []);
  }

  channel(id: number): ChannelView | undefined | Promise<ChannelView | undefined> {
    const kept = this.#isTrue() ? this.#channels?.byId.get(id) : undefined;
    return kept ?? this.refresh().then(() => this.#channels?.byId.get(id));
  }

  modelsOf(group: string): readonly string[] {
    return this.#channels?.modelsByGroup.get(group) ?? [];
  }

  get options(): OptionValues {
    return this.#options;
  }

  prices(): Prices {
    if (this.#prices === undefined) throw new DirectoryUnavailable('no price book has been read');
    return this.#prices;
  }

  usableGroups(userGroup: string): ReadonlyMap<string, string> {
    const known = this.#usable.get(userGroup);
    if (known !== undefined) return known;
    const { groupRatio } = this.prices().book;
    const described = Object.entries(this.#options.UserUsableGroups);
    const usable = new Map(described.filter(([group]) => Object.hasOwn(groupRatio, group)));
    if (Object.hasOwn(groupRatio, userGroup) && !usable.has(userGroup)) usable.set(userGroup, OWN_GROUP_DESCRIPTION);
    // By hand: each call asks it, and there are as many entries as groups of users.
    if (this.#usable.size >= RELAY_VIEW_GROUPS_MAX) this.#usable.clear();
    this.#usable.set(userGroup, usable);
    return usable;
  }

  endUserHash(accountId: UserId, name: string): string {
    if (this.#endUserKey === undefined) throw new DirectoryUnavailable('no key for end users has been read');
    return endUserHash(this.#endUserKey, accountId, name);
  }

  version(): number {
    return this.#version;
  }

  markToken(tokenId: TokenId, status: number): void {
    this.marks.token(tokenId, status, this.#tokens.ofToken(tokenId)?.limitVersion);
  }

  noteSpent({ id, keyId }: ChannelView, reason: string): void {
    this.marks.spent(id, keyId, reason);
  }

  async refresh(): Promise<void> {
    await this.#refresh('all');
  }

  onTakenIn(handle: (version: number) => void): void {
    this.#takenIn = handle;
  }

  takeUsed(): readonly number[] {
    return this.#tokens.takeUsed();
  }

  /** Takes in a price book that has started since, or was published by a process that died before it could say so. */
  async lookAtPrices(): Promise<void> {
    const book = await currentPriceBook(this.#store, Date.now());
    if (this.#isNewer(book)) this.#takeInPrices({ book, catalogue: await catalogueOf(this.#store, book) });
  }

  ageMs(): number {
    return performance.now() - this.#trueAtMs;
  }

  #isNewer({ version }: PriceBook): boolean {
    return this.#prices === undefined || version > this.#prices.book.version;
  }

  #takeInPrices(prices: Prices): void {
    if (!this.#isNewer(prices.book)) return;
    this.#prices = prices;
    this.#options = withPrices(this.#options, priceOptionValues(prices.book));
    this.#usable.clear();
  }

  #isTrue(): boolean {
    return this.ageMs() <= this.#staleMs;
  }

  #listed(group: string, model: string): readonly ChannelView[] | undefined {
    const name = listedModel(model);
    return this.#channels?.byGroup.get(group)?.get(name) ?? this.#channels?.withdrawn.get(group)?.get(name);
  }

  /** One look at the directory. What a look that took too long brings is thrown away. */
  async #look(): Promise<void> {
    const beganMs = performance.now();
    try {
      this.#takeIn(await askedInTime(this.#loadSince()), beganMs);
    } catch (error) {
      // A key that is not kept might be one that only another master key finds: nothing is answered until this process has it.
      if ((error as Error).cause instanceof MasterKeyMissing) this.#trueAtMs = performance.now() - this.#staleMs - 1;
      throw error;
    }
  }

  #loadSince(): Promise<Loaded> {
    const sources = { pool: this.#pool, store: this.#store, directoryKeys: this.#directoryKeys };
    return loadSince(sources, this.#version);
  }

  #takeIn(loaded: Loaded, trueAtMs: number): void {
    const { version, channels, options, prices, ledgerSchema, tokens } = loaded;
    this.#endUserKey = loaded.endUserKey ?? this.#endUserKey;
    if (channels !== undefined)
      this.#channels = channelIndex(servingSince(channels, this.#channels?.byId, performance.now()));
    if (options !== undefined) {
      const { QuotaPerUnit, GroupRatio } = this.#options;
      this.#options = withPrices(options, { QuotaPerUnit, GroupRatio });
      this.#usable.clear();
    }
    if (prices !== undefined) this.#takeInPrices(prices);
    if (ledgerSchema !== undefined) this.#gate?.raised(ledgerSchema);
    if (tokens === 'all') this.#tokens.clear();
    else this.#forget(tokens);
    this.#trueAtMs = trueAtMs;
    if (version === this.#version) return;
    this.#version = version;
    this.#takenIn?.(version);
  }

  #forget(changes: Exclude<Loaded['tokens'], 'all'>): void {
    for (const { kind, id } of changes) {
      if (kind === 'token') this.#tokens.tokenChanged(id);
      else this.#tokens.userChanged(id);
    }
    if (changes.length > 0) this.#tokens.forgetUnknown();
  }

  /** Kept only if no change was taken in while it was read: otherwise it might be what the change replaced. */
  async #read(key: string): Promise<TokenView | undefined> {
    for (let reads = 1; ; reads += 1) {
      const version = this.#version;
      const view = await askedInTime(readTokenView(this.#pool, this.#directoryKeys, key));
      if (version === this.#version) {
        if (view === undefined) this.#tokens.keepUnknown(key, performance.now());
        else this.#tokens.keep(view);
        return view && this.#tokens.get(key);
      }
      if (reads >= RELAY_VIEW_READS_MAX) return view;
    }
  }
}
