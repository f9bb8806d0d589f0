import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isAlive } from '../../embedded/data-folder/process-identity.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { logFile, recordsFile, workFolder } from './folder.ts';
import { ProcessRecords } from './leftovers.ts';
import { SupervisedProcess } from './supervised-process.ts';

const PORT = 1;
const GRACE_MS = 10_000;

let dataDir: string;
let process_: SupervisedProcess;
let said: string[];
let asked: number;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ledgate-supervised-'));
  mkdirSync(workFolder(dataDir));
  said = [];
  asked = 0;
});

afterEach(async () => {
  await process_.stop(GRACE_MS);
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process that notes its number in the file `pid`, and is ready when it has. */
function supervise(program: string): void {
  const file = join(dataDir, 'pid');
  process_ = new SupervisedProcess({
    name: 'relay-1',
    dataDir,
    records: new ProcessRecords(dataDir),
    say: (line) => said.push(line),
    command: async () => {
      asked += 1;
      rmSync(file, { force: true });
      return {
        parameters: ['-e', program],
        environment: { ...process.env, PID_FILE: file },
        port: PORT,
        isReady: async () => existsSync(file),
      };
    },
  });
}

const LIVES =
  "require('fs').writeFileSync(process.env.PID_FILE, String(process.pid)); console.log('at work'); setInterval(() => {}, 1000);";
const pidNow = (): number => Number(readFileSync(join(dataDir, 'pid'), 'utf8'));
const recorded = (): unknown => JSON.parse(readFileSync(recordsFile(dataDir), 'utf8'));

describe('a supervised process', () => {
  it('is recorded while it runs, writes into its log, and is gone and forgotten after the stop', async () => {
    supervise(LIVES);
    await process_.start();
    await eventually('its number is written', () => pidNow() > 0);
    const pid = pidNow();
    expect(recorded()).toMatchObject({ 'relay-1': { pid } });
    expect(process_.port()).toBe(PORT);
    await eventually('it writes into its log', () =>
      readFileSync(logFile(dataDir, 'relay-1'), 'utf8').includes('at work'),
    );
    await process_.stop(GRACE_MS);
    expect(isAlive(pid)).toBe(false);
    expect(recorded()).toEqual({});
    expect(process_.port()).toBeUndefined();
  });

  it('comes back when it is killed, asked for its command anew', async () => {
    supervise(LIVES);
    await process_.start();
    await eventually('its number is written', () => pidNow() > 0);
    const first = pidNow();
    process.kill(first, 'SIGKILL');
    await eventually('another one lives', () => existsSync(join(dataDir, 'pid')) && pidNow() > 0 && pidNow() !== first);
    expect({ asked, said }).toEqual({
      asked: 2,
      said: [expect.stringContaining('relay-1 ended (by SIGKILL); it is started again in 250 ms')],
    });
  });

  it('waits longer from one end to the next, and spoils the start when it never gets ready, with what it wrote last', async () => {
    supervise("console.error('the moon is in the wrong house'); process.exit(3);");
    await expect(process_.start()).rejects.toThrow(/relay-1 does not start: the moon is in the wrong house/);
    expect(said.map((line) => /with exit code 3\); it is started again in (\d+) ms/.exec(line)?.[1])).toEqual([
      '250',
      '500',
      '1000',
    ]);
  });

  it('that ignores SIGTERM is killed when its time is over', async () => {
    supervise(`process.on('SIGTERM', () => {}); ${LIVES}`);
    await process_.start();
    await eventually('its number is written', () => pidNow() > 0);
    const pid = pidNow();
    await process_.stop(100);
    expect(isAlive(pid)).toBe(false);
    expect(said).toEqual([expect.stringContaining('relay-1 is killed')]);
  });

  it('does not start after it was told to stop', async () => {
    supervise(LIVES);
    await process_.stop(GRACE_MS);
    await expect(process_.start()).rejects.toThrow(/told to stop/);
    expect(asked).toBe(0);
  });

  it('stops at once while it waits for its next start', async () => {
    supervise('process.exit(1);');
    const starting = process_.start();
    await eventually('it has ended once', () => said.length > 0);
    await process_.stop(GRACE_MS);
    await expect(starting).rejects.toThrow(/told to stop/);
  });
});
