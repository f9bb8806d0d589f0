/** A key that a provider gave, as its relay has encrypted it; `lastsMs`: how long it may still be used. */
type SharedKey = { readonly cipher: Buffer; readonly lastsMs: number };

/** What stands under a name. `version` tells one key from the next; `isAsked`: somebody is asking the provider for another one at this moment. */
export type SharedKeyRow = {
  readonly key: SharedKey | undefined;
  readonly version: number;
  readonly isAsked: boolean;
};

/**
 * Short-lived keys that all relays of an installation share, since a provider may take only the newest that it gave: a row a name, in which one process at a
 * time asks for another. Every call throws DirectoryUnavailable where the database does not answer in time; then each relay asks for itself.
 */
export interface SharedShortLivedKeys {
  find(name: string): Promise<SharedKeyRow>;
  /** The right to ask for the key after this version, for `lastsMs`; false where another has it, or has asked meanwhile. */
  claim(
    name: string,
    claim: { readonly version: number; readonly askedBy: string; readonly lastsMs: number },
  ): Promise<boolean>;
  /** Ends a claim, with what the provider gave; undefined: nothing, and the next may ask at once. Does nothing where the claim is over. */
  settle(name: string, askedBy: string, key: SharedKey | undefined): Promise<void>;
}
