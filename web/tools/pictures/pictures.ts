import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** `kept`: the folder of pictures to compare with; `found`: where those go that differ; `version`: of the browser, at the front its major one. */
export type Comparing = {
  readonly kept: string;
  readonly found: string;
  readonly version: string;
  readonly isUpdate: boolean;
};

const WEB = `${import.meta.dirname}/../..`;
const takenFile = (kept: string): string => `${kept}/taken.json`;
/**
 * `browser`: that the kept pictures were taken with, as `148`. `sha256`: of each as the browser gave it; they are kept packed closer, and most need not be
 * unpacked to be known again.
 */
type Taken = { readonly browser: string; readonly sha256: Readonly<Record<string, string>> };
/** Of all pixels, how many may be others. */
export const DIFFERENT_MAX = 0.001;

const majorOf = (version: string): string => version.split('.')[0] ?? '';
const usual = (page: Page): Comparing => ({
  kept: `${WEB}/pictures`,
  found: `${WEB}/dist-test/pictures`,
  version: page.context().browser()?.version() ?? '',
  isUpdate: process.env['UPDATE_PICTURES'] === '1',
});

/** The page as it stands, whole, and without what moves. */
const taken = (page: Page): Promise<Buffer> =>
  page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });

/** How often a page is looked at until it stays as it is, and how long it has in between: a busy machine draws late. */
const LOOKS_MAX = 5;
const LOOK_EVERY_MS = 300;

/** Until `isRight`, or until there were enough looks. */
async function looked(
  page: Page,
  isRight: (now: Buffer, before: Buffer | undefined) => boolean | Promise<boolean>,
): Promise<Buffer> {
  let [now, before]: [Buffer, Buffer | undefined] = [await taken(page), undefined];
  for (let looks = 1; looks < LOOKS_MAX && !(await isRight(now, before)); looks += 1) {
    await page.waitForTimeout(LOOK_EVERY_MS);
    [before, now] = [now, await taken(page)];
  }
  return now;
}

async function write(path: string, bytes: Buffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

const hashOf = (picture: Buffer): string => createHash('sha256').update(picture).digest('hex');

async function takenBefore(kept: string): Promise<Taken> {
  const text = await readFile(takenFile(kept), 'utf8').catch(() => undefined);
  return text === undefined ? { browser: '', sha256: {} } : (JSON.parse(text) as Taken);
}

/** `data`: four bytes a pixel: red, green, blue, opacity. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array };

async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Each pixel as it is, in less than half of what the browser's PNG takes. */
const packed = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).removeAlpha().webp({ lossless: true, effort: 6 }).toBuffer();

async function keep(folder: string, name: string, picture: Buffer, browser: string): Promise<void> {
  await write(`${folder}/${name}.webp`, await packed(picture));
  const { sha256 } = await takenBefore(folder);
  const all = Object.entries({ ...sha256, [name]: hashOf(picture) }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  await write(takenFile(folder), `${JSON.stringify({ browser, sha256: Object.fromEntries(all) }, undefined, 2)}\n`);
}

const pngOf = ({ width, height, data }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();

type Compared = { readonly part: number; readonly where: Pixels | undefined };
const SAME: Compared = { part: 0, where: undefined };
const OTHER: Compared = { part: 1, where: undefined };

/** How far two pictures differ, as a part of 1, and where; one of another size differs wholly. */
export function compared(one: Pixels, other: Pixels): Compared {
  const { width, height } = one;
  if (other.width !== width || other.height !== height) return { part: 1, where: undefined };
  const where = { width, height, data: new Uint8Array(one.data.length) };
  const count = pixelmatch(one.data, other.data, where.data, width, height);
  return { part: count / (width * height), where };
}

/**
 * Compares the page with the picture of this name that is kept in web/pictures, and says what is wrong; undefined where it is right. Both stand in
 * web/dist-test/pictures then. UPDATE_PICTURES=1 keeps the page as it is. Another browser than the pictures' draws letters otherwise: that is printed, and
 * no fault.
 */
export async function pictureFault(
  page: Page,
  name: string,
  { kept: keptFolder, found, version, isUpdate }: Comparing = usual(page),
): Promise<string | undefined> {
  const major = majorOf(version);
  if (isUpdate) {
    const stays = await looked(page, (now, before) => before?.equals(now) ?? false);
    await keep(keptFolder, name, stays, major);
    return undefined;
  }
  const before = await takenBefore(keptFolder);
  // As long as none is kept there is nothing to compare with.
  if (before.browser === '') return undefined;
  const kept = await readFile(`${keptFolder}/${name}.webp`).catch(() => undefined);
  let keptPixels: Promise<Pixels> | undefined;
  const differences = async (picture: Buffer): Promise<Compared> => {
    if (before.sha256[name] === hashOf(picture)) return SAME;
    if (kept === undefined) return OTHER;
    keptPixels ??= pixelsOf(kept);
    return compared(await keptPixels, await pixelsOf(picture));
  };
  // Another machine draws a few pixels otherwise, at the first look as at the last.
  const isRight = async (picture: Buffer): Promise<boolean> => (await differences(picture)).part <= DIFFERENT_MAX;
  const now = before.browser === major ? await looked(page, isRight) : await taken(page);
  const { part, where } = await differences(now);
  if (part <= DIFFERENT_MAX) return undefined;
  await write(`${found}/${name}.found.png`, now);
  if (kept) await write(`${found}/${name}.kept.webp`, kept);
  if (where) await write(`${found}/${name}.where.png`, await pngOf(where));
  const text = kept
    ? `another picture: ${(part * 100).toFixed(2)} % of ${name}: ${found}/${name}.{found.png,kept.webp,where.png}`
    : `no such picture is kept: ${name}: ${found}/${name}.found.png`;
  if (before.browser === major || kept === undefined) return text;
  process.stderr.write(`Chromium ${major}, and the pictures are of ${before.browser}: ${text}\n`);
  return undefined;
}
