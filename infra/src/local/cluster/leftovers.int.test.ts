import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { identityOf, isAlive } from '../../embedded/data-folder/process-identity.ts';
import { recordsFile, workFolder } from './folder.ts';
import { endLeftovers, ProcessRecords } from './leftovers.ts';

/** Says that it can hear signals, and lives until one comes that it does not ignore. */
const IDLE = "setInterval(() => {}, 1000); process.stdout.write('ready');";
const DEAF = `process.on('SIGTERM', () => {}); ${IDLE}`;

let dataDir: string;
let elsewhere: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ledgate-leftovers-'));
  elsewhere = mkdtempSync(join(tmpdir(), 'ledgate-elsewhere-'));
  mkdirSync(workFolder(dataDir));
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    const isRunning = child.exitCode === null && child.signalCode === null;
    child.kill('SIGKILL');
    if (isRunning) await once(child, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(elsewhere, { recursive: true, force: true });
});

async function running(program: string, cwd: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', program], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  if (child.pid === undefined) throw new Error('the process does not run');
  return child.pid;
}

describe('what a killed supervisor left behind', () => {
  it('is ended where it was recorded, wherever it works', async () => {
    const pid = await running(IDLE, elsewhere);
    new ProcessRecords(dataDir).began('relay-1', pid);
    expect(await endLeftovers(dataDir)).toBe(1);
    expect(isAlive(pid)).toBe(false);
  });

  it('is ended where it was started and not recorded yet', async () => {
    const pid = await running(IDLE, workFolder(dataDir));
    expect(await endLeftovers(dataDir)).toBe(1);
    expect(isAlive(pid)).toBe(false);
  });

  it('is killed when it does not end of itself', async () => {
    const pid = await running(DEAF, workFolder(dataDir));
    expect(await endLeftovers(dataDir)).toBe(1);
    expect(isAlive(pid)).toBe(false);
  });

  it('does not include a process that got a recorded number later, nor one of another cluster', async () => {
    const pid = await running(IDLE, elsewhere);
    writeFileSync(recordsFile(dataDir), JSON.stringify({ 'relay-1': { ...identityOf(pid), startedTicks: '1' } }));
    expect(await endLeftovers(dataDir)).toBe(0);
    expect(isAlive(pid)).toBe(true);
  });

  it('does not include a process that was seen to end', async () => {
    const pid = await running(IDLE, elsewhere);
    const records = new ProcessRecords(dataDir);
    records.began('relay-1', pid);
    records.ended('relay-1');
    expect(await endLeftovers(dataDir)).toBe(0);
    expect(isAlive(pid)).toBe(true);
  });

  it('is nothing where records are missing or cannot be read', async () => {
    expect(await endLeftovers(dataDir)).toBe(0);
    writeFileSync(recordsFile(dataDir), '{"relay-1":');
    expect(await endLeftovers(dataDir)).toBe(0);
  });

  it('is recorded whole, for one process after the other', () => {
    const records = new ProcessRecords(dataDir);
    records.began('api', process.pid);
    records.began('worker', process.pid);
    const written: unknown = JSON.parse(readFileSync(recordsFile(dataDir), 'utf8'));
    expect(written).toEqual({ api: identityOf(process.pid), worker: identityOf(process.pid) });
  });
});
