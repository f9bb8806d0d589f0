import type { CallLimits } from '@ledgate/domain/call-limits/call-limits';
import type { OptionValues } from '@ledgate/domain/options/values';
import type { Prices } from '@ledgate/domain/pricebook/catalogue-stream';
import type { ChannelId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import type { AddressList } from './tokens/address-list.ts';

/** A token and its owner as a metered request sees them. */
export type TokenView = {
  readonly tokenId: TokenId;
  readonly key: string;
  readonly name: string;
  readonly status: number;
  /** Unix seconds; -1: never. */
  readonly expiredTime: number;
  readonly unlimited: boolean;
  /** The TokenLimitSet version that the account's stream must have reached. */
  readonly limitVersion: number;
  /** null: every model. */
  readonly models: ReadonlySet<string> | null;
  /** null: from everywhere. */
  readonly addresses: AddressList | null;
  /** '' : the user's. */
  readonly group: string;
  /** undefined: none of its own. */
  readonly limits: CallLimits | undefined;
  readonly user: {
    readonly userId: UserId;
    readonly username: string;
    readonly role: number;
    readonly status: number;
    readonly group: string;
    readonly closed: boolean;
    /** undefined: none of his own. */
    readonly limits: CallLimits | undefined;
  };
};

/** A channel as the relay uses it, its texts parsed. */
export type ChannelView = {
  readonly id: ChannelId;
  readonly name: string;
  readonly type: number;
  readonly status: number;
  /** The first that is enabled; '' where none is. Calls go by `byKey` where that is not empty. */
  readonly key: string;
  /** The key's number; undefined where the directory has none for it yet. */
  readonly keyId: number | undefined;
  readonly organization: string;
  readonly baseUrl: string;
  readonly other: string;
  readonly models: readonly string[];
  readonly groups: readonly string[];
  readonly modelMapping: ReadonlyMap<string, string>;
  readonly statusCodeMapping: ReadonlyMap<number, number>;
  readonly setting: Readonly<Record<string, unknown>>;
  readonly priority: number;
  readonly weight: number;
  readonly autoBan: boolean;
  readonly testModel: string;
  readonly limits: CallLimits | undefined;
  /** The same channel with each of its keys that are enabled, where it has several; empty where it has one, or is one of these. */
  readonly byKey: readonly ChannelView[];
  readonly hasOtherKeys: boolean;
  /** Since when it serves its groups and models, as far as this process has seen that: monotonic milliseconds, -Infinity where it has not. */
  readonly servingSinceMs: number;
};

/**
 * What the relay reads of the directory: kept in memory, brought up to date by directory versions. Lookups that find nothing read the
 * database before they answer "unknown". Each throws DirectoryUnavailable when what is kept is too old and the database cannot be asked.
 */
export interface RelayView {
  /** Synchronous when kept. */
  token(key: string): TokenView | undefined | Promise<TokenView | undefined>;
  /**
   * Enabled channels of a type that is served which list the group and the model, highest priority first; where there are none, those of types that are
   * no longer offered.
   */
  channelsFor(group: string, model: string): readonly ChannelView[] | Promise<readonly ChannelView[]>;
  /** Whatever its status. */
  channel(id: number): ChannelView | undefined | Promise<ChannelView | undefined>;
  /** Models of the group's enabled channels, sorted, each once. */
  modelsOf(group: string): readonly string[];
  /** Replaced when one changes: to be asked for each use, not to be kept. */
  readonly options: OptionValues;
  /** The price book in force, and the catalogue that it names. Together: of two calls the second may answer of another book. */
  prices(): Prices;
  /** Groups with a ratio that a user of this group may use, with their descriptions. */
  usableGroups(userGroup: string): ReadonlyMap<string, string>;
  /** An end user that a caller names, under the installation's key: 12 bytes in base64url. Of another account the same name has another hash. */
  endUserHash(accountId: UserId, name: string): string;
  /** The version that has been taken in: what a heartbeat acknowledges. */
  version(): number;
  /** Marks lazily: a token found expired (3) or exhausted (4). */
  markToken(tokenId: TokenId, status: number): void;
  /** Lazily too: the channel's key is put aside alone where it has others, else the channel is disabled (3), with the reason. */
  noteSpent(channel: ChannelView, reason: string): void;
}

export class DirectoryUnavailable extends Error {
  override readonly name = 'DirectoryUnavailable';
}
