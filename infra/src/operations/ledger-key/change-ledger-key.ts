import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { EVENT_SCHEMAS, LEDGER_SCHEMA, numberWritten } from '@ledgate/domain/events/schema-numbers';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { ledgerSchemaOf } from '@ledgate/projections/directory/ledger-schema/ledger-schema';
import { oneKeyChange } from '@ledgate/projections/seals/one-key-change';
import { type SealState, sealState } from '@ledgate/projections/seals/seal-stream';
import { type Signer, vkeyOf } from '@ledgate/projections/seals/signed-note';
import type { Pool } from 'pg';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { KEY_CHANGE_TRIES_MAX } from '../../limits.ts';
import {
  draftOfLedgerKey,
  givenLedgerKey,
  type GivenLedgerKey,
  ledgerKeyFile,
  ledgerKeyIn,
  newLedgerKeyIn,
  otherKeyText,
  putLedgerKeyInPlace,
} from '../../process/main/ledger-key.ts';
import { refuseLaterLedger } from '../../process/main/which-ledger.ts';
import { refuseUnlessResident } from '../relocation/refuse-unless-resident.ts';
import { appendKeyChange } from './append-key-change.ts';
import { vkeyInLedger } from './vkey-in-ledger.ts';

/** What a change does, in this order; each is durable before the next begins, and may be repeated. */
export type KeyChangeStep = 'draft' | 'key change' | 'in place';

type Change = {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly origin: string;
  readonly given: GivenLedgerKey;
  /** Where the new key goes, for LEDGER_KEY to be set from; undefined: into the place of the file in the data folder. */
  readonly to: string | undefined;
  /** The old key is not at hand: the new one speaks for itself. */
  readonly oldIsLost: boolean;
  /** Called when a step has been done; what it throws ends everything, as a crash would. For tests. */
  readonly onStep?: (step: KeyChangeStep) => void;
};

/**
 * Gives the ledger another key, while the product runs or is stopped: first the new key is on disk under another name, then the ledger names it, then it
 * stands in its place; the old file stays beside it. What was broken off is finished by the next run, with the same new key. Answers that key. Throws
 * StartRefused, before anything is written, where the present key is not given; StoreUnavailable.
 */
export async function changeLedgerKey(change: Change): Promise<Signer> {
  await refuseUnlessResident(change.pool);
  await refuseLaterLedger(change.pool);
  refuseSenseless(change);
  return oneKeyChange(change.pool, () => aloneChanged(change));
}

async function aloneChanged(change: Change): Promise<Signer> {
  const { store, origin, given, to, onStep } = change;
  const draft = to ?? draftOfLedgerKey(ledgerKeyFile(given.DATA_DIR));
  const begun = ledgerKeyIn(draft, origin);
  const present = givenLedgerKey(given, origin);
  const state = await sealState(store);
  if (to !== undefined && begun !== undefined && begun.id === present?.id)
    throw new StartRefused(`${to} holds the present key: name a file that is not there yet`);
  const next = begun !== undefined && begun.id === state.keyId ? begun : await changed(change, draft, state, present);
  if (to === undefined) putLedgerKeyInPlace(draft, ledgerKeyFile(given.DATA_DIR), present?.id);
  onStep?.('in place');
  return next;
}

/** The new key, which the ledger names from then on. */
async function changed(
  change: Change,
  draft: string,
  { keyId }: SealState,
  present: Signer | undefined,
): Promise<Signer> {
  const old = signerOfNow(keyId, present, change);
  await refuseWhereNotWritten(change.pool);
  const next = newLedgerKeyIn(draft, change.origin);
  change.onStep?.('draft');
  await writeChange(change, next, old);
  change.onStep?.('key change');
  return next;
}

function refuseSenseless({ given: { LEDGER_KEY: variable }, to }: Change): void {
  if (variable !== undefined && to === undefined)
    throw new StartRefused('LEDGER_KEY is set: --to FILE says where its new value is written');
  if (variable === undefined && to !== undefined)
    throw new StartRefused('LEDGER_KEY is not set: the new key takes the place of the file in DATA_DIR, without --to');
  if (to !== undefined && !existsSync(dirname(to))) throw new StartRefused(`there is no folder ${dirname(to)}`);
}

/** The old key; undefined where it is lost. Throws StartRefused. */
function signerOfNow(
  keyId: string | undefined,
  present: Signer | undefined,
  { given, oldIsLost }: Change,
): Signer | undefined {
  if (keyId === undefined)
    throw new StartRefused(
      'nothing has signed this ledger yet: the first seal is signed with the key that is given then',
    );
  if (present?.id === keyId) return present;
  if (oldIsLost) return undefined;
  throw new StartRefused(`${otherKeyText(present, keyId, 'this ledger', given)}; where it is lost, give --old-is-lost`);
}

async function refuseWhereNotWritten(pool: Pool): Promise<void> {
  const number = (await ledgerSchemaOf(pool)) ?? LEDGER_SCHEMA;
  if (numberWritten(EVENT_SCHEMAS.SigningKeyChanged, number) === null)
    throw new StartRefused(
      `an upgrade is running (ledger_schema ${number}), and processes of the release before know no keys: run this again when it is over`,
    );
}

/** Once, though a worker seals meanwhile. */
async function writeChange({ store }: Change, next: Signer, old: Signer | undefined): Promise<void> {
  for (let tries = 0; tries < KEY_CHANGE_TRIES_MAX; tries += 1) {
    const state = await sealState(store);
    if (state.keyId === next.id) return;
    if (old !== undefined && state.keyId !== old.id)
      throw new StartRefused(`somebody has changed the ledger's key meanwhile: it is ${state.keyId ?? 'none'} now`);
    const { outcome } = await appendKeyChange(store, {
      state,
      next,
      signedBy: old ?? next,
      previous: old === undefined ? await vkeyInLedger(store, state.keyId) : vkeyOf(old),
      reason: old === undefined ? 'the key before is lost (npm run ledger-key)' : 'npm run ledger-key',
    });
    if (outcome === 'appended') return;
  }
  throw new StartRefused('the ledger is sealed too often for a change of its key: run the command again');
}
