/** Of all read models, before and after they were made anew. */
type Digests = { readonly before: string; readonly after: string };

type Rebuilt = {
  /** Ends when the read models have all that is in the ledger now; answers the position of the last event. */
  readonly caughtUp: () => Promise<number>;
  readonly digest: () => Promise<string>;
  readonly rebuild: () => Promise<unknown>;
  /** Does `work` while nobody appends; answers what it does. */
  readonly atRest: <Done>(work: () => Promise<Done>) => Promise<Done>;
};

/**
 * Digests of the read models as they are and as `rebuild` makes them anew, from the same events. A till is rotated whenever it is old enough: where the
 * ledger grows meanwhile, both are taken anew at rest. Throws when it grows even then.
 */
export async function digestsAround(rebuilt: Rebuilt): Promise<Digests> {
  const digests = (await digestsOfSameEvents(rebuilt)) ?? (await rebuilt.atRest(() => digestsOfSameEvents(rebuilt)));
  if (digests === undefined)
    throw new Error('the ledger grew while the read models were rebuilt, although nobody should append');
  return digests;
}

/** Undefined when the ledger grew meanwhile. */
async function digestsOfSameEvents({ caughtUp, digest, rebuild }: Rebuilt): Promise<Digests | undefined> {
  const from = await caughtUp();
  const before = await digest();
  await rebuild();
  await caughtUp();
  const after = await digest();
  return from === (await caughtUp()) ? { before, after } : undefined;
}
