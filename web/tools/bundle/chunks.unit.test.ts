import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toldChunks } from './chunks.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OURS = /^\(?(?:web|domain|api)\b/;

const files = ['web/src', 'domain/src', 'api/src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
);

describe('chunks of the bundle', () => {
  // What names no file, after a folder was renamed, leaves its modules to chunks of their own: a request more for every visit.
  it.each(toldChunks.flatMap(({ name, paths }) => paths.filter((path) => OURS.test(path)).map((path) => [name, path])))(
    '%s: %s names files that there are',
    (_name, path) => {
      expect(files.some((file) => new RegExp(path).test(file))).toBe(true);
    },
  );
});
