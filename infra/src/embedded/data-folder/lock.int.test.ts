import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const ROUNDS = 5;
const RACERS = 8;
const HERE = dirname(fileURLToPath(import.meta.url));
const ESBUILD = join(HERE, '..', '..', '..', '..', 'node_modules', '.bin', 'esbuild');
/** Takes the lock at the first line of its input, says how it went and lives until it is killed. */
const RACER = `
import { lockDataFolder } from ${JSON.stringify(join(HERE, 'lock.ts'))};
process.stdin.once('data', () => {
  try { lockDataFolder(process.argv[2]); console.log('owner'); } catch (error) { console.log(error.name); }
});
console.log('ready');
`;

describe('several processes that start on one data folder at the same time', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'ledgate-race-'));
    writeFileSync(join(home, 'racer.ts'), RACER);
    execFileSync(ESBUILD, [
      join(home, 'racer.ts'),
      '--bundle',
      '--platform=node',
      '--format=esm',
      `--outfile=${join(home, 'racer.mjs')}`,
      '--log-level=error',
    ]);
  });
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('leave it to exactly one of them, also when the last owner was killed', async () => {
    const dataDir = join(home, 'data');
    for (let round = 0; round < ROUNDS; round += 1) {
      const racers = Array.from({ length: RACERS }, () =>
        spawn(process.execPath, [join(home, 'racer.mjs'), dataDir], { stdio: ['pipe', 'pipe', 'inherit'] }),
      );
      await Promise.all(racers.map(nextLine));
      const answers = racers.map(nextLine);
      for (const { stdin } of racers) stdin.write('go\n');
      const outcomes = await Promise.all(answers);
      await Promise.all(racers.map(killed));
      expect(outcomes.toSorted()).toEqual([...Array<string>(RACERS - 1).fill('StartRefused'), 'owner']);
    }
  });
});

const nextLine = ({ stdout }: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    stdout?.once('data', (data: Buffer) => {
      resolve(data.toString().trim());
    });
  });
const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.kill('SIGKILL');
  });
