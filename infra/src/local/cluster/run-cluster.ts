import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { endOnSignals, Lifeline } from '../../process/main/shutdown.ts';
import { readEnvironment } from '../../server/config/config.ts';
import { refuseTakenPort } from '../../server/http/listen.ts';
import { createLogger } from '../../server/telemetry/logger.ts';
import { startCluster } from './cluster.ts';
import { refuseOverruled } from './refuse-variables.ts';

export const CLUSTER_USAGE = `npm run cluster               the cluster profile on this machine, on DATA_DIR (./data/cluster) and PORT (3000)
npm run cluster -- --demo     the same on a fresh folder (./data/cluster-demo), and the main job on it`;

type ClusterRun = {
  /** Where its data are, unless DATA_DIR says otherwise. */
  readonly folder: string;
  /** With the data folder, before anything is started on it. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** With its address, once it runs. */
  readonly then?: (url: string, lifeline: Lifeline, say: (line: string) => void) => Promise<void>;
};

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Every process of the cluster profile on this machine, of the build that this program is of, until it is told to stop. Throws StartRefused. */
export async function runCluster({ folder, prepare, then }: ClusterRun): Promise<void> {
  refuseOverruled(process.env);
  const given = process.env['DATA_DIR'];
  const environment = readEnvironment({
    ...process.env,
    DATA_DIR: given === undefined || given === '' ? folder : given,
  });
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  endOnSignals(lifeline, log);
  try {
    await refuseTakenPort(environment);
    await prepare?.(environment.DATA_DIR);
    const programs = realpathSync(dirname(process.argv[1] ?? ''));
    const { url } = await startCluster({ environment, say, programs }, lifeline);
    say(`Ledgate runs on ${url}`);
    await then?.(url, lifeline, say);
  } catch (error) {
    await lifeline.end();
    throw error;
  }
}
