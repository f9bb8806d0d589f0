import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClosedPeriod } from '@ledgate/domain/books/decide';
import type { Faults } from '@ledgate/domain/ports/faults';
import { BUNDLE_COPY_BYTES, BUNDLE_ROOM_BYTES, EXPORT_FREE_BYTES_MIN } from '../limits.ts';
import { freeBytes } from '../exports/worker/export-folder.ts';
import type { ExportSource } from '../exports/layout.ts';
import { bundlePath, makeWorkFolder } from './bundle-folder.ts';
import { type BundleProgress, type ExportedPeriod, writeBundleFiles, type WrittenFiles } from './bundle-files.ts';
import { accountTexts, type ManifestFacts, writeManifest } from './manifest.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

/** Where crash tests can end the process while a bundle is made: when its sums are known, and when half of it is written. */
export const BUNDLE_STEPS = ['PeriodTotals', 'PeriodBundle'] as const;
export type BundleStep = (typeof BUNDLE_STEPS)[number];

/** The disk of EXPORT_DIR is nearly full: others stand on it too. */
export class NoRoomForBundle extends Error {
  override readonly name = 'NoRoomForBundle';
}

export type BundleParts = {
  readonly source: ExportSource;
  /** EXPORT_DIR. */
  readonly folder: string;
  readonly faults: Faults<BundleStep>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BundleProgress) => void;
  /** How many bytes a folder's disk still takes; left out: as the system says. */
  readonly free?: (folder: string) => Promise<number>;
};

/** What a bundle is made of, in a folder of its own. `manifestSha256`: hexadecimal. */
export type BundleMaterial = {
  readonly written: WrittenFiles;
  readonly manifestSha256: string;
  /** Puts it together behind what was signed; it stands under its name whole or not at all. */
  finish(signed: Pick<ClosedPeriod, 'note'> & { readonly checkpoint: string }): Promise<void>;
};

/**
 * Makes what a period's bundle holds and hands it to `use`; nothing is left of it afterwards but the bundle, where that was finished. In flat memory. Throws
 * what the disk, the store and the database say, the signal's reason, and NoRoomForBundle.
 */
export async function withBundleMaterial<Answer>(
  { source, folder, faults, signal: stop, onProgress, free = freeBytes }: BundleParts,
  period: ExportedPeriod,
  facts: ManifestFacts,
  use: (material: BundleMaterial) => Promise<Answer>,
): Promise<Answer> {
  const work = await makeWorkFolder(folder);
  const full = new AbortController();
  const signal = AbortSignal.any([stop, full.signal]);
  const told = (progress: BundleProgress): void => {
    onProgress(progress);
    void free(folder).then(
      (bytes) => bytes < EXPORT_FREE_BYTES_MIN && full.abort(new NoRoomForBundle('the disk is nearly full')),
      () => undefined,
    );
  };
  try {
    const written = await writeBundleFiles(source, period, { folder: work, signal, onProgress: told });
    const manifest = join(work, 'manifest.json');
    const { bytes, sha256 } = await writeManifest(manifest, facts, written, accountTexts(source, period, signal));
    const room = roomOn(folder, free);
    // Each file goes when it stands in the archive: the largest is there twice for a while.
    await room(Math.max(bytes, ...written.files.map((file) => file.bytes)));
    faults.hit('after_PeriodTotals');
    return await use({
      written,
      manifestSha256: sha256,
      finish: async ({ note, checkpoint }) => {
        const path = bundlePath(folder, { periodId: facts.id, revision: facts.revision, manifestSha256: sha256 });
        const parts: readonly Part[] = [
          { name: 'manifest.json', bytes, from: manifest },
          textPart('manifest.note', note),
          textPart('checkpoint', checkpoint),
          ...written.files.map((file) => ({ name: file.name, bytes: file.bytes, from: join(work, file.name) })),
        ];
        await putTogether({ work, path, parts, mtime: period.end, signal, faults, room });
      },
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Throws NoRoomForBundle where a disk has no room for so many bytes beside what is to stay free. */
type Room = (bytes: number) => Promise<void>;

const roomOn =
  (folder: string, free: (folder: string) => Promise<number>): Room =>
  async (bytes) => {
    if ((await free(folder)) < bytes + EXPORT_FREE_BYTES_MIN) throw new NoRoomForBundle('the disk is nearly full');
  };

/** `from`: a file's path, or its text. */
type Part = { readonly name: string; readonly bytes: number; readonly from: string | Buffer };

const textPart = (name: string, text: string): Part => {
  const from = Buffer.from(text);
  return { name, bytes: from.length, from };
};

type Together = {
  readonly work: string;
  readonly path: string;
  readonly parts: readonly Part[];
  readonly mtime: number;
  readonly signal: AbortSignal;
  readonly faults: Faults<BundleStep>;
  readonly room: Room;
};

async function putTogether({ work, path, parts, mtime, signal, faults, room }: Together): Promise<void> {
  const whole = join(work, 'bundle.tar');
  const file = await open(whole, 'w', 0o600);
  let copied = 0;
  const copy = async (piece: Buffer): Promise<void> => {
    signal.throwIfAborted();
    // Others write to the disk meanwhile.
    if (Math.floor((copied + piece.length) / BUNDLE_ROOM_BYTES) > Math.floor(copied / BUNDLE_ROOM_BYTES)) await room(0);
    copied += piece.length;
    await file.writeFile(piece);
  };
  try {
    for (const [index, { name, bytes, from }] of parts.entries()) {
      await file.writeFile(tarHeader({ name, bytes, mtime }));
      if (typeof from === 'string')
        for await (const piece of createReadStream(from, { highWaterMark: BUNDLE_COPY_BYTES }))
          await copy(piece as Buffer);
      else await file.writeFile(from);
      await file.writeFile(tarPadding(bytes));
      // What is in the archive is not needed twice.
      if (typeof from === 'string') await rm(from);
      if (index === Math.floor(parts.length / 2)) faults.hit('before_PeriodBundle');
    }
    await file.writeFile(tarEnd());
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(whole, path);
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  faults.hit('after_PeriodBundle');
}
