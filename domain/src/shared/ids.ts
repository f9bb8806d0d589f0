import { parse, v5 } from 'uuid';

declare const idBrand: unique symbol;
type Id<Of extends string, Value> = Value & { readonly [idBrand]: Of };

/** Ids of directory rows: positive integers given by Postgres. */
export type UserId = Id<'user', number>;
export type TokenId = Id<'token', number>;
export type ChannelId = Id<'channel', number>;
export type CodeId = Id<'code', number>;

/** Ids that are made by a process: lower-case UUIDs. */
export type LeaseId = Id<'lease', string>;
export type TillId = Id<'till', string>;
export type EventId = Id<'event', string>;
/** The id in X-Oneapi-Request-Id. */
export type RequestId = Id<'request', string>;

/** What makes a second append on another stream recognisable, for instance `redemption-17` (docs/ledger.md#claims). */
export type SourceId = Id<'source', string>;

/** Charges without a token (the playground) are kept under this id. */
export const NO_TOKEN = 0 as TokenId;

export const userId = (value: number): UserId => positive(value) as UserId;
export const tokenId = (value: number): TokenId => positive(value) as TokenId;
export const channelId = (value: number): ChannelId => positive(value) as ChannelId;
export const codeId = (value: number): CodeId => positive(value) as CodeId;

function positive(value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`not an id: ${value}`);
  return value;
}

/** The namespace of all ids that Ledgate derives; as bytes, so that it is not parsed for each event. */
const NAMESPACE = parse('6f1c2b0e-7a52-5f0e-9d0b-3a8f4f6d1c11');

/**
 * The id of the event at `index` of what the command `commandId` appends: the same for each retry, so that the store can tell a repeated
 * batch from a new one (docs/ledger.md#appending).
 */
export const eventIdOf = (commandId: string, index: number): EventId =>
  v5(utf8.encode(`${commandId}/${index}`), NAMESPACE) as EventId;

/** The library's own way from text to bytes takes longer than the rest of an id. */
const utf8 = new TextEncoder();
