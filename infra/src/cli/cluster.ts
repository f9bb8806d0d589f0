import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from '../cluster/cluster.ts';
import { emptyClusterFolder } from '../cluster/empty-folder.ts';
import { refuseOverruled } from '../cluster/refuse-variables.ts';
import { type Environment, readEnvironment } from '../config/config.ts';
import { endText, StartRefused } from '../data-folder/start-refused.ts';
import { demonstrate } from '../demo/demonstrate.ts';
import { refuseTakenPort } from '../http/listen.ts';
import { endOnSignals, Lifeline } from '../main/shutdown.ts';
import { createLogger } from '../telemetry/logger.ts';

const USAGE = `npm run cluster               the cluster profile on this machine, on DATA_DIR (./data/cluster) and PORT (3000)
npm run cluster -- --demo     the same on a fresh folder (./data/cluster-demo), and the main job on it`;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** `npm run cluster`: every process of the cluster profile on this machine, until it is told to stop. */
async function cluster(): Promise<void> {
  const isDemo = demoAsked();
  refuseOverruled(process.env);
  const environment = readEnvironment({ ...process.env, DATA_DIR: folderFor(isDemo) });
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  endOnSignals(lifeline, log);
  try {
    await refuseTakenPort(environment);
    if (isDemo) await emptyClusterFolder(environment.DATA_DIR);
    const url = await start(environment, lifeline);
    if (isDemo) await demonstrate(url, lifeline, say);
  } catch (error) {
    await lifeline.end();
    throw error;
  }
}

async function start(environment: Environment, lifeline: Lifeline): Promise<string> {
  const { url } = await startCluster(
    { environment, say, programs: realpathSync(dirname(process.argv[1] ?? '')) },
    lifeline,
  );
  say(`Ledgate runs on ${url}`);
  return url;
}

function folderFor(isDemo: boolean): string {
  const given = process.env['DATA_DIR'];
  if (given !== undefined && given !== '') return given;
  return isDemo ? './data/cluster-demo' : './data/cluster';
}

function demoAsked(): boolean {
  try {
    return parseArgs({ options: { demo: { type: 'boolean', default: false } } }).values.demo;
  } catch (error) {
    throw new StartRefused(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

cluster().catch((error: unknown) => {
  process.stderr.write(`${endText(error)}\n`);
  process.exit(1);
});
