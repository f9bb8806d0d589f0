import type { ChannelId, TokenId, UserId } from '@ledgate/domain/shared/ids';

// Rows of the directory's ordinary tables as the packages see them, without the secrets of `keys`. Times are Unix seconds, as the console has them.

export type UserRow = {
  readonly id: UserId;
  readonly username: string;
  readonly passwordHash: string;
  readonly displayName: string;
  readonly role: number;
  readonly status: number;
  readonly email: string;
  readonly githubId: string;
  readonly wechatId: string;
  readonly telegramId: string;
  readonly linuxDoId: string;
  readonly group: string;
  readonly affCode: string;
  readonly inviterId: number;
  /** SHA-256 of the system access token; '' when there is none. */
  readonly accessTokenHash: string;
  readonly createdTime: number;
  /** null while the account is open. */
  readonly closedTime: number | null;
  /** JSON of what is limited (domain/call-limits), '' for nothing. */
  readonly limits: string;
  /** Comma text (domain/catalogue/permissions). */
  readonly permissions: string;
};

export type TokenRow = {
  readonly id: TokenId;
  readonly userId: UserId;
  readonly status: number;
  readonly name: string;
  readonly createdTime: number;
  readonly accessedTime: number;
  /** -1: never. */
  readonly expiredTime: number;
  readonly unlimitedQuota: boolean;
  readonly modelLimitsEnabled: boolean;
  /** Comma text. */
  readonly modelLimits: string;
  /** One address a line. */
  readonly allowIps: string;
  readonly group: string;
  /** Version of the last TokenLimitSet for this token; 0 when there has been none (a token that was never limited). */
  readonly limitVersion: number;
  /** JSON of what is limited (domain/call-limits), '' for nothing. */
  readonly limits: string;
};

/** One of a channel's keys, without the key. */
export type ChannelKeyRow = {
  readonly number: number;
  readonly channelId: ChannelId;
  /** CHANNEL_KEY_STATE */
  readonly state: number;
  /** Why it is disabled, and since when; '' and 0 where it never was. */
  readonly reason: string;
  readonly stateTime: number;
};

export type ChannelRow = {
  readonly id: ChannelId;
  readonly type: number;
  readonly openaiOrganization: string;
  readonly testModel: string;
  readonly status: number;
  readonly name: string;
  readonly weight: number;
  readonly createdTime: number;
  readonly testTime: number;
  readonly responseTimeMs: number;
  /** Of the last test; null: there was none, or none since this is kept. */
  readonly testPassed: boolean | null;
  /** JSON of what else the last test said (channels/last-test.ts), '' where there was none since this is kept. */
  readonly lastTest: string;
  readonly baseUrl: string;
  readonly other: string;
  readonly balanceUsd: number;
  readonly balanceUpdatedTime: number;
  /** Comma texts. */
  readonly models: string;
  readonly group: string;
  /** JSON texts, '' for none. */
  readonly modelMapping: string;
  readonly statusCodeMapping: string;
  readonly otherInfo: string;
  readonly setting: string;
  readonly priority: number;
  readonly autoBan: number;
  readonly tag: string;
  /** JSON of what is limited (domain/call-limits), '' for nothing. */
  readonly limits: string;
};
