import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type DoubleProcess = { readonly url: string; stop(): Promise<void> };

/** The protocol double in a process of its own, so that it does not take the time of the one that is measured. `folder`: of the built commands. */
export async function startDoubleProcess(folder: string): Promise<DoubleProcess> {
  const child = spawn(process.execPath, [join(folder, 'protocol-double.js')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), exited.then(() => [])]);
  const url = String(first[0] ?? '').trim();
  if (url === '') throw new Error('the protocol double ended while it started');
  return {
    url,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
