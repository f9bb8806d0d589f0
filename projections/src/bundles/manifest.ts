import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import { trialBalance } from '../exports/accounts/trial-balance.ts';
import type { ExportRow, ExportSource } from '../exports/layout.ts';
import { type BundleFile, type ExportedPeriod, orderOfFile, type WrittenFiles } from './bundle-files.ts';

const VERSION = 1;
/** Stands where accounts are written one by one, and in nothing else of a manifest. */
const ACCOUNTS = '\u0000accounts';

/** All that a manifest says beside its files. Times are Unix seconds. */
export type ManifestFacts = {
  readonly origin: string;
  readonly id: number;
  readonly revision: number;
  readonly start: number;
  readonly end: number;
  readonly zone: string;
  readonly firstIndex: number;
  readonly size: number;
  readonly previous: { readonly manifestSha256: string; readonly size: number } | null;
  readonly late: readonly number[];
};

/** `sha256`: hexadecimal. */
type WrittenManifest = { readonly bytes: number; readonly sha256: string };

/**
 * Writes the manifest of a period (docs/exports.md#bundles): canonical JSON with a line's end, the accounts of its trial balance one by one, since there may be
 * millions of them. Throws what the disk and the database say, and the signal's reason.
 */
export async function writeManifest(
  path: string,
  facts: ManifestFacts,
  written: WrittenFiles,
  accounts: AsyncIterable<readonly string[]>,
): Promise<WrittenManifest> {
  const [before = '', behind = ''] = manifestText(facts, written).split(canonicalJson(ACCOUNTS));
  const file = await open(path, 'w', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  const append = async (text: string): Promise<void> => {
    const piece = Buffer.from(text);
    hash.update(piece);
    bytes += piece.length;
    await file.writeFile(piece);
  };
  try {
    await append(`${before}[`);
    let separator = '';
    for await (const some of accounts) {
      if (some.length === 0) continue;
      await append(`${separator}${some.join(',')}`);
      separator = ',';
    }
    await append(`]${behind}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

const manifestText = (facts: ManifestFacts, written: WrittenFiles): string =>
  canonicalJson({
    ledgate: 'close',
    version: VERSION,
    origin: facts.origin,
    id: facts.id,
    revision: facts.revision,
    start: facts.start,
    end: facts.end,
    zone: facts.zone,
    first_index: facts.firstIndex,
    size: facts.size,
    root: written.root,
    previous:
      facts.previous === null ? null : { manifest_sha256: facts.previous.manifestSha256, size: facts.previous.size },
    late: facts.late,
    totals: {
      events: facts.size - facts.firstIndex,
      charges: written.charges,
      charge_units: written.chargeUnits,
      credit_units: written.creditUnits,
      accounts: ACCOUNTS,
    },
    files: written.files.map(({ name, bytes, sha256, rows }: BundleFile) => ({ name, bytes, sha256, rows })),
  });

/** The accounts of a period's trial balance as canonical JSON, a page at once. */
export async function* accountTexts(
  source: ExportSource,
  period: ExportedPeriod,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const order = orderOfFile(period, 'trial_balance', 'csv');
  const at = Object.fromEntries(trialBalance.columns.map(({ name }, index) => [name, index]));
  const value = (row: ExportRow, name: string): ExportRow[number] => row[at[name] ?? -1] ?? null;
  for await (const { rows } of trialBalance.rowsOf(source, order, 0, signal))
    yield rows.map((row) =>
      canonicalJson(
        Object.fromEntries(
          ['account', 'opening_units', 'debit_units', 'credit_units', 'closing_units'].map((name) => [
            name,
            value(row, name),
          ]),
        ),
      ),
    );
}
