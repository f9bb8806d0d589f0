import type { AccountEvent } from '@ledgate/domain/account/events';

/** What is known of an entry, ready for words. */
export type EntryWords = {
  readonly amount: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
  readonly fact: (name: string) => string;
  /** A fact that is an amount. */
  readonly quota: (name: string) => string;
  /** The same without its sign. */
  readonly size: (name: string) => string;
  /** The name of the token that it is of, and of who was invited; '' where none is known, or not to its reader. */
  readonly token: string;
  readonly invitee: string;
};

/** Names by id, of what sentences speak of. */
export type EntryNames = {
  readonly tokens: ReadonlyMap<number, string>;
  readonly people: ReadonlyMap<number, string>;
};

/** Each that has an entry in the ledger of an account. */
type EntryType = Exclude<AccountEvent['type'], 'AccountCheckpointed'> | 'ConsumptionRecorded';

export type EntryTexts = Readonly<Record<EntryType, (words: EntryWords) => string>>;
