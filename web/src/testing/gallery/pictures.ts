import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

const KEPT = `${import.meta.dirname}/../../../pictures`;
const FOUND = `${import.meta.dirname}/../../../dist-test/pictures`;
/** The browser that the kept pictures were taken with, as `148`: another one draws letters otherwise. */
const BROWSER_FILE = `${KEPT}/chromium.txt`;
/** Of all pixels, how many may be others. */
export const DIFFERENT_MAX = 0.001;
const PNG_LEVEL = 9;

const majorOf = (version: string): string => version.split('.')[0] ?? '';
const isUpdate = process.env['UPDATE_PICTURES'] === '1';

/** The page as it stands, whole, and without what moves. */
const taken = async (page: Page): Promise<PNG> =>
  PNG.sync.read(await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }));

async function keep(path: string, picture: PNG): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, PNG.sync.write(picture, { deflateLevel: PNG_LEVEL, colorType: 2 }));
}

/** How far two pictures differ, as a part of 1, and where; one of another size differs wholly. */
export function compared(one: PNG, other: PNG): { readonly part: number; readonly where: PNG | undefined } {
  const { width, height } = one;
  if (other.width !== width || other.height !== height) return { part: 1, where: undefined };
  const where = new PNG({ width, height });
  const count = pixelmatch(one.data, other.data, where.data, width, height);
  return { part: count / (width * height), where };
}

/**
 * Compares the page with the picture of this name that is kept in web/pictures, and says what is wrong; undefined where it is right. Both stand in
 * web/dist-test/pictures then. UPDATE_PICTURES=1 keeps the page as it is. Another browser than the pictures' draws letters otherwise: that is printed, and
 * no fault.
 */
export async function pictureFault(page: Page, name: string): Promise<string | undefined> {
  const path = `${KEPT}/${name}.png`;
  const version = majorOf(page.context().browser()?.version() ?? '');
  const now = await taken(page);
  if (isUpdate) {
    await keep(path, now);
    await writeFile(BROWSER_FILE, `${version}\n`);
    return undefined;
  }
  const kept = await readFile(path).then(
    (bytes) => PNG.sync.read(bytes),
    () => undefined,
  );
  const { part, where } = kept === undefined ? { part: 1, where: undefined } : compared(kept, now);
  if (part <= DIFFERENT_MAX) return undefined;
  await keep(`${FOUND}/${name}.found.png`, now);
  if (kept) await keep(`${FOUND}/${name}.kept.png`, kept);
  if (where) await keep(`${FOUND}/${name}.where.png`, where);
  const text = kept
    ? `${name}: ${(part * 100).toFixed(2)} % of the picture is another: web/dist-test/pictures/${name}.{kept,found,where}.png`
    : `${name}: no such picture is kept: web/dist-test/pictures/${name}.found.png`;
  const browser = (await readFile(BROWSER_FILE, 'utf8').catch(() => '')).trim();
  if (browser === version || kept === undefined) return text;
  process.stderr.write(`Chromium ${version}, and the pictures are of ${browser}: ${text}\n`);
  return undefined;
}
