import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const HOUSE = join(import.meta.dirname, '..', '..', '..');
const LIMIT_MS = 240_000;

const build = (root: string, ...parts: string[]) =>
  spawnSync(process.execPath, [join(root, 'infra/bin/build.mjs'), ...parts], { encoding: 'utf8' });

describe('the build of this checkout', () => {
  beforeAll(() => {
    expect(build(HOUSE)).toMatchObject({ status: 0 });
  }, LIMIT_MS);

  const inputsOf = (folder: string): readonly string[] =>
    Object.keys(
      z
        .object({ inputs: z.record(z.string(), z.unknown()) })
        .parse(JSON.parse(readFileSync(join(HOUSE, folder, 'meta.json'), 'utf8'))).inputs,
    );

  it('makes what is missing or stale, and the next one nothing', () => {
    const made = () =>
      ['infra/dist', 'infra/dist-tools', 'web/dist'].map((folder) => [
        realpathSync(join(HOUSE, folder)),
        statSync(join(HOUSE, folder)).mtimeMs,
      ]);
    const before = made();
    expect(build(HOUSE)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(made()).toEqual(before);
  });

  it('shows the first pages without what checks forms by the contract', () => {
    const assets = join(HOUSE, 'web/dist/assets');
    const importsOf = (name: string): readonly string[] =>
      [...readFileSync(join(assets, name), 'utf8').matchAll(/\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(
        ([, path = '']) => path,
      );
    const loaded = new Set(
      readdirSync(assets).filter((name) => /^(index|login-page|register-page|home-page|en|zh)-.*\.js$/.test(name)),
    );
    expect(loaded.size).toBeGreaterThanOrEqual(6);
    for (const name of loaded) for (const path of importsOf(name)) loaded.add(path);
    expect([...loaded].filter((name) => name.startsWith('libraries-'))).toHaveLength(1);
    expect([...loaded].filter((name) => name.startsWith('forms-'))).toEqual([]);
  });

  it('has nothing in the product that only tools or tests use', () => {
    const ofOthers = /^(?!node_modules\/)(infra\/(tools|test)\/|\w+\/src\/(.*\/)?testing\/)/;
    expect(inputsOf('infra/dist').filter((path) => ofOthers.test(path))).toEqual([]);
    expect(inputsOf('infra/dist-tools').filter((path) => ofOthers.test(path))).not.toEqual([]);
  });
});

/** The script in a house of its own, whose files may be changed. */
describe('a build', () => {
  let root: string;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'ledgate-build-')));
    const files: Readonly<Record<string, string>> = {
      'package-lock.json': '{}',
      'tsconfig.json': '{}',
      ...Object.fromEntries(
        ['domain', 'projections', 'api', 'relay', 'web', 'infra'].map((name) => [`${name}/package.json`, '{}']),
      ),
      'relay/src/testing/double.ts': 'export const double: number = 2;\n',
      'relay/src/other.ts': 'export const other = 1;\n',
      'infra/src/cli/start.ts':
        "import { double } from '../../../relay/src/testing/double.ts';\nconsole.log(double);\n",
      'infra/src/process/threads/thread.ts': 'export {};\n',
    };
    for (const [path, text] of Object.entries(files)) write(path, text);
    mkdirSync(join(root, 'infra/bin'), { recursive: true });
    cpSync(join(HOUSE, 'infra/bin/build.mjs'), join(root, 'infra/bin/build.mjs'));
    symlinkSync(join(HOUSE, 'node_modules'), join(root, 'node_modules'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  /** Whether it built something. */
  function built(): boolean {
    const { status, stderr } = build(root, 'product');
    expect(status).toBe(0);
    return stderr.includes('Built the product');
  }

  it(
    'is stale when any file in it has changed, wherever that lies, or a program has come; else it is not made again',
    () => {
      expect([built(), built()]).toEqual([true, false]);
      appendFileSync(join(root, 'relay/src/testing/double.ts'), '// changed\n');
      expect([built(), built()]).toEqual([true, false]);
      appendFileSync(join(root, 'relay/src/other.ts'), '// in no program\n');
      expect(built()).toBe(false);
      write('infra/src/cli/verify.ts', "import '../../../relay/src/other.ts';\n");
      expect([built(), built()]).toEqual([true, false]);
      rmSync(join(root, 'infra/src/cli/verify.ts'));
      expect([built(), built()]).toEqual([true, false]);
    },
    LIMIT_MS,
  );
});
