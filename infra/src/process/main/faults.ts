import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Faults, NO_FAULTS } from '@ledgate/domain/ports/faults';
import { z } from 'zod';

/** A file in the data folder that names where the process is to end itself, and at which time of passing there. */
export const FAULT_FILE = 'fault.json';
const armed = z.object({ point: z.string(), hits: z.number().int().min(1) });

/**
 * For crash tests alone: with NODE_ENV=test and LEDGATE_FAULTS=1 the process ends itself with SIGKILL at the point that FAULT_FILE names; the file
 * is read at the start and on SIGUSR2, and gone once the process has come by: so whoever wrote it knows that it died there, and it dies there once.
 * Otherwise there are no faults, and nothing is looked at.
 */
export function faultsOf(variables: NodeJS.ProcessEnv, dataDir: string): Faults {
  if (variables['NODE_ENV'] !== 'test' || variables['LEDGATE_FAULTS'] !== '1') return NO_FAULTS;
  const path = join(dataDir, FAULT_FILE);
  let next = read(path);
  process.on('SIGUSR2', () => {
    next = read(path);
  });
  return {
    hit(point) {
      if (next?.point !== point) return;
      next.hits -= 1;
      if (next.hits > 0) return;
      rmSync(path);
      process.kill(process.pid, 'SIGKILL');
    },
  };
}

const read = (path: string): z.infer<typeof armed> | undefined =>
  existsSync(path) ? armed.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
