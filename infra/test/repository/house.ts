import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The root of this checkout. */
export const HOUSE = join(import.meta.dirname, '..', '..', '..');
const NOT_SOURCE = new Set(['node_modules', 'dist', 'dist-tools', 'dist-test', 'builds']);

const names = z.record(z.string(), z.string().nullable()).default({});
const manifest = z.object({
  workspaces: z.array(z.string()).default([]),
  exports: names,
  dependencies: names,
  devDependencies: names,
});

/** The package.json of a folder, from the root. */
export const manifestOf = (folder: string): z.output<typeof manifest> =>
  manifest.parse(JSON.parse(readFileSync(join(HOUSE, folder, 'package.json'), 'utf8')));

/** The folders of the workspaces. */
export const packages: readonly string[] = manifestOf('.').workspaces;

/** TypeScript, scripts and styles in a folder and below, from the root. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(HOUSE, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NOT_SOURCE.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return /\.(ts|tsx|mjs|css)$/.test(entry.name) ? [path] : [];
  });
}

export const textOf = (path: string): string => readFileSync(join(HOUSE, path), 'utf8');
