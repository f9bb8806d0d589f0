import { type AuditEvent, SEAL_STREAM } from '@ledgate/domain/audit/events';
import { decode } from '@ledgate/domain/events/codec';
import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import { sealState } from '@ledgate/projections/seals/seal-stream';
import { type Signer, vkeyOf } from '@ledgate/projections/seals/signed-note';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import {
  givenLedgerKey,
  type GivenLedgerKey,
  ledgerKeyFile,
  otherKeyText,
  placeOfLedgerKey,
  replaceLedgerKey,
} from '../../process/main/ledger-key.ts';
import type { Ledger } from '../ledger-copy/ledger.ts';
import type { LedgerSummary } from '../ledger-copy/ledger-summary.ts';
import type { SigningKey } from '../ledger-copy/signing-key.ts';
import type { Place } from '../relocation/place.ts';
import type { Telling } from '../relocation/steps.ts';
import { appendKeyChange } from './append-key-change.ts';

/** A ledger arrives whose key is lost: another signs there from then on. */
export type Succession = {
  /** Another key that is given already; undefined: one is to be made. */
  readonly given: Signer | undefined;
  /** Where it stands, for people. */
  readonly place: string;
  /** Makes it on disk. Throws StartRefused. */
  readonly make: () => Signer;
};

type Heir = {
  /** What arrives, as the beginning of a sentence. */
  readonly what: string;
  /** `--new-ledger-key`. */
  readonly mayBeNew: boolean;
};

/**
 * Before anything is written: undefined where the given key is the ledger's, or the ledger has none yet. Throws StartRefused where it is not, unless
 * another may be.
 */
export function successionOf(
  key: Pick<SigningKey, 'origin' | 'id'> | undefined,
  given: GivenLedgerKey,
  { what, mayBeNew }: Heir,
): Succession | undefined {
  if (key === undefined) return undefined;
  const signer = givenLedgerKey(given, key.origin);
  const isIts = signer?.id === key.id;
  if (!mayBeNew) {
    if (isIts) return undefined;
    throw new StartRefused(`${otherKeyText(signer, key.id, what, given)}; where it is lost, give --new-ledger-key`);
  }
  if (isIts && given.LEDGER_KEY !== undefined)
    throw new StartRefused(
      `LEDGER_KEY is the key that ${what} is signed by: leave out --new-ledger-key, or set LEDGER_KEY to another one`,
    );
  return {
    place: placeOfLedgerKey(given),
    given: isIts ? undefined : signer,
    make: () => replaceLedgerKey(ledgerKeyFile(given.DATA_DIR), key.origin),
  };
}

/** The ledger with the change of key that a run before, which was broken off, has written behind it in the place. */
export async function withChangeIn(
  { store }: Pick<Place, 'store'>,
  ledger: Ledger,
  succession: Succession | undefined,
): Promise<Ledger> {
  if (succession?.given === undefined) return ledger;
  const [last] = await store.readStreamBackwards(SEAL_STREAM, 1);
  return last !== undefined && isChangeTo(last, succession.given) ? followedBy(ledger, last) : ledger;
}

function isChangeTo(recorded: RecordedEvent, signer: Signer): boolean {
  const { event } = decode<AuditEvent>(recorded);
  return event.type === 'SigningKeyChanged' && event.data.vkey === vkeyOf(signer);
}

/** What is of a place that the ledger has gone past is left out: there the ledger says itself what stands. */
const followedBy = (ledger: Ledger, last: RecordedEvent): Ledger => ({
  async *pages() {
    let revision = -1;
    for await (const page of ledger.pages()) {
      for (const event of page) if (event.stream === SEAL_STREAM) revision = event.revision;
      yield page;
    }
    if (last.revision === revision + 1) yield [last];
  },
});

/**
 * When everything is there and verified, and before the installation lives there: makes the key, where none was given, and then writes the change of key,
 * once whatever is broken off and run again.
 *
 * @param summary of the ledger that has arrived
 */
export async function succeedKey(
  { name, store }: Pick<Place, 'name' | 'store'>,
  { signingKey }: Pick<LedgerSummary, 'signingKey'>,
  succession: Succession,
  { say, onStep }: Telling,
): Promise<void> {
  const next = succession.given ?? succession.make();
  await onStep?.('ledger key');
  const state = await sealState(store);
  if (state.keyId !== next.id) {
    const { outcome } = await appendKeyChange(store, {
      state,
      next,
      signedBy: next,
      previous: signingKey?.vkey,
      reason: 'the key before is lost (--new-ledger-key)',
    });
    if (outcome === 'conflict')
      throw new StartRefused(
        `somebody has written to ${name} while it was filled: what is there is not the ledger any more`,
      );
  }
  await onStep?.('key change');
  say(
    `Seals are signed with ledger key ${next.id} of ${succession.place} from now on; whoever verifies them needs ${vkeyOf(next)}.`,
  );
}
