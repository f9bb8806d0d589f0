import { stat, writeFile } from 'node:fs/promises';
import { installationOf } from '../directory/installation/installation.ts';
import { originOf } from '../seals/note-texts.ts';
import { firstSealOf } from '../seals/seals.ts';
import { bundlePath, differsPath } from '../bundles/bundle-folder.ts';
import { withBundleMaterial } from '../bundles/make-bundle.ts';
import { type ClosingParts, factsOf } from './finish-close.ts';
import type { BookedPeriod } from './period-book.ts';
import { periodCut } from './period-cut.ts';

/** The ledger gives another manifest than the one that was signed: it is not the one that was closed, or it has moved to another store. */
export class BundleDiffers extends Error {
  override readonly name = 'BundleDiffers';
}

/** The bundle of a period's last whole close in EXPORT_DIR, with its size; undefined while it is not there, or no close is whole. */
export async function keptBundle(
  folder: string,
  { closed }: Pick<BookedPeriod, 'closed'>,
): Promise<{ readonly path: string; readonly bytes: number } | undefined> {
  if (closed === undefined) return undefined;
  const path = bundlePath(folder, closed);
  return stat(path).then(
    ({ size }) => ({ path, bytes: size }),
    () => undefined,
  );
}

/** Whether it could not be made again a while ago, because the ledger gives another. */
export const bundleDiffers = (folder: string, { closed }: Pick<BookedPeriod, 'closed'>): Promise<boolean> =>
  closed === undefined
    ? Promise.resolve(false)
    : stat(differsPath(folder, closed)).then(
        () => true,
        () => false,
      );

/**
 * Makes the bundle of a period's last whole close again where it is gone, byte for byte what it was (docs/exports.md#bundles). Throws what
 * `withBundleMaterial` throws, and BundleDiffers: for a while then it is not tried again.
 */
export async function remakeBundle(
  period: BookedPeriod,
  before: BookedPeriod | undefined,
  parts: ClosingParts,
): Promise<void> {
  const { closed } = period;
  if (closed === undefined || (await keptBundle(parts.folder, period)) !== undefined) return;
  if (await bundleDiffers(parts.folder, period)) return;
  const { db } = parts.source;
  const cut = await periodCut(db, period);
  const installation = await installationOf(db);
  const checkpoint = await firstSealOf(db, closed.size);
  if (cut === undefined || installation === undefined || checkpoint === undefined)
    throw new Error(`the read models do not know the period ${period.periodId}`);
  const facts = {
    ...factsOf(period, closed.revision, before, cut),
    origin: originOf(installation),
    late: closed.late,
  };
  await withBundleMaterial(parts, { ...period, cut }, facts, async (material) => {
    if (material.manifestSha256 !== closed.manifestSha256) {
      await writeFile(differsPath(parts.folder, closed), material.manifestSha256, { mode: 0o600 });
      throw new BundleDiffers(
        `the manifest of period ${period.periodId} would be ${material.manifestSha256}, not ${closed.manifestSha256}`,
      );
    }
    await material.finish({ note: closed.note, checkpoint: checkpoint.note });
  });
}
