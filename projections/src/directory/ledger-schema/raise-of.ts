/** One till of a relay that lives, and the highest `ledger_schema` that it reads. */
export type TillReads = { readonly relayId: string; readonly reads: number };

type Readers = {
  /** `ledger_schema` as it stands. */
  readonly written: number;
  /** The highest that the releases read whose read models are live. */
  readonly readModels: number;
  /** Of the release that decides. */
  readonly own: number;
  readonly tills: readonly TillReads[];
};

export type Raise = {
  /** As it stands, or higher. */
  readonly to: number;
  /** Why no higher, for people; undefined where it is the release's own. */
  readonly heldBy: string | undefined;
};

/**
 * How far `ledger_schema` may be raised (docs/ledger.md#ledger_schema): to what the live read models' releases and the relay of every live till read, and
 * no further than the own release does.
 */
export function raiseOf({ written, readModels, own, tills }: Readers): Raise {
  const least = tills.reduce<TillReads | undefined>(
    (before, till) => (before === undefined || till.reads < before.reads ? till : before),
    undefined,
  );
  const to = Math.max(written, Math.min(own, readModels, least?.reads ?? own));
  if (to >= own) return { to, heldBy: undefined };
  if (readModels <= to) return { to, heldBy: `the live read models are of a release that reads ${readModels}` };
  return { to, heldBy: `relay ${least?.relayId ?? ''} has a till and reads ${least?.reads ?? to}` };
}
