import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { isFree } from '../free-port.ts';
import { identityOf, isSameProcess } from './process-identity.ts';

/** Listens, tells its port, and has threads and memory enough that its end takes a while. */
const LISTENER = `
  const { Worker } = require('node:worker_threads');
  const held = Buffer.alloc(256 * 1024 * 1024, 1);
  let started = 0;
  for (let n = 0; n < 4; n += 1) new Worker('setInterval(() => {}, 1000)', { eval: true }).once('online', () => {
    started += 1;
    if (started < 4) return;
    const server = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(server.address().port, held.length));
  });
`;
const ROUNDS = 10;
const TURNS_MAX = 1_000_000;

it('takes a process that was killed for alive until its ports are free', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] });
    const { pid = 0 } = child;
    const [told] = (await once(child.stdout, 'data')) as [Buffer];
    const port = Number.parseInt(told.toString(), 10);
    const identity = identityOf(pid);
    if (identity === undefined) throw new Error('the process is not there');
    expect(await isFree(port)).toBe(false);
    child.kill('SIGKILL');
    for (let turn = 0; turn < TURNS_MAX && isSameProcess(identity, identityOf(pid)); turn += 1) await nextTurn();
    expect({ round, free: await isFree(port) }).toEqual({ round, free: true });
  }
});
