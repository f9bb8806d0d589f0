import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

const HOUSE = join(import.meta.dirname, '..', '..', '..');
const LIMIT_MS = 120_000;

it(
  'a build makes what is missing or stale, and the next one nothing',
  () => {
    const build = () => spawnSync(process.execPath, [join(HOUSE, 'infra/bin/build.mjs')], { encoding: 'utf8' });
    const made = () =>
      [join(HOUSE, 'infra/dist'), join(HOUSE, 'web/dist')].map((folder) => [
        realpathSync(folder),
        statSync(folder).mtimeMs,
      ]);
    expect(build().status).toBe(0);
    const before = made();
    expect(build()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(made()).toEqual(before);
  },
  LIMIT_MS,
);
