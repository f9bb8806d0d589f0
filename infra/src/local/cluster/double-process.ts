import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { freePort } from '../../embedded/free-port.ts';

export type DoubleProcess = { readonly url: string; readonly pid: number | undefined; stop(): Promise<void> };

/**
 * The built program of the protocol double of EventStoreDB: a tool of the repository (infra/tools/cli/cluster-store.ts), which no image holds. Throws
 * StartRefused where it is not built.
 */
export function doubleProgram(): string {
  const infra = dirname(createRequire(import.meta.url).resolve('@ledgate/infra/package.json'));
  const program = join(infra, 'dist-tools', 'cluster-store.js');
  if (!existsSync(program))
    throw new StartRefused(
      `there is no protocol double of EventStoreDB here (${program}): npm run build makes it, or set EVENTSTORE_URL`,
    );
  return realpathSync(program);
}

/** The protocol double of EventStoreDB in a process of its own, which takes none of its caller's time; its log in `file`, synced. */
export async function startDoubleProcess(file: string): Promise<DoubleProcess> {
  const parameters = [doubleProgram(), '--port', String(await freePort()), '--file', file];
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
