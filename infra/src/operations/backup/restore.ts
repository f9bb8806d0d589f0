import { noteResident } from '@ledgate/projections/directory/relocation/relocation';
import { type Succession, succeedKey, withChangeIn } from '../ledger-key/succession.ts';
import { LedgersDiffer } from '../ledger-copy/difference.ts';
import { type LedgerSummary, summaryOf } from '../ledger-copy/ledger-summary.ts';
import { fillPlace } from '../relocation/fill-place.ts';
import type { Place } from '../relocation/place.ts';
import type { Telling } from '../relocation/steps.ts';
import type { Manifest } from './manifest.ts';
import type { Backup } from './read-backup.ts';

/**
 * Fills an empty place from a backup: ledger, directory, read models, verified. The product does not start there before all is done; a restore that
 * was broken off is finished by the next from the same backup. A succession adds the change of key to what the backup holds.
 * Throws StartRefused where the place is not empty, LedgersDiffer, RebuildRefused, DumpRefused.
 */
export async function restoreBackup(
  { manifest, ledger, directory }: Backup,
  place: Place,
  telling: Telling,
  succession?: Succession,
): Promise<void> {
  await place.refuseOthers();
  const from = `the backup of ${manifest.takenAt}`;
  const { migrations } = manifest.directory;
  const arriving = await withChangeIn(place, ledger, succession);
  const summary = await fillPlace(
    { from, ledger: arriving, directory: (load) => load(directory(), migrations), mayReturn: false },
    place,
    telling,
  );
  refuseDifferent(manifest, arriving === ledger ? summary : await summaryOf(ledger));
  if (succession !== undefined) await succeedKey(place, summary, succession, telling);
  await noteResident(place.pool);
  await telling.onStep?.('resident');
}

/** What the manifest says of the ledger is what was restored. */
function refuseDifferent(
  { ledger: { events, streams, digest, trialBalance, signingKey } }: Manifest,
  summary: LedgerSummary,
): void {
  const wrong = [...new Set([...Object.keys(trialBalance), ...summary.chart.keys()])].filter(
    (account) => BigInt(trialBalance[account] ?? 0) !== (summary.chart.get(account) ?? 0n),
  );
  const isSame =
    events === summary.events && streams === summary.streams.size && digest === summary.digest && wrong.length === 0;
  if (signingKey?.id !== summary.signingKey?.id)
    throw new LedgersDiffer(
      `the backup says that ${keyName(signingKey)} signs its ledger, and in the ledger ${keyName(summary.signingKey)} does`,
    );
  if (!isSame)
    throw new LedgersDiffer(
      `the backup says ${events} events, ${streams} streams and digest ${digest}, and holds ${summary.events}, ${summary.streams.size} and ${summary.digest}`,
    );
}

const keyName = (key: { readonly id: string } | undefined): string => (key === undefined ? 'no key' : `key ${key.id}`);
