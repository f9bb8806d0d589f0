import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../loopback/free-port.ts';

export type DoubleProcess = { readonly url: string; readonly pid: number | undefined; stop(): Promise<void> };

/**
 * The protocol double of EventStoreDB in a process of its own, so that it does not take the time of the one that is measured; its log in `file`, synced.
 * `programs`: the folder of the built commands.
 */
export async function startDoubleProcess(programs: string, file: string): Promise<DoubleProcess> {
  const parameters = [join(programs, 'cluster-store.js'), '--port', String(await freePort()), '--file', file];
  const child = spawn(process.execPath, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), exited.then(() => [])]);
  const url = /esdb:\S+[^.\s]/u.exec(String(said))?.[0];
  if (url === undefined) throw new Error('the protocol double ended while it started');
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
