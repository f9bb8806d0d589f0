import { readEnvironment } from '../config/config.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { emptyDemoFolder } from '../demo/fresh-folder.ts';
import { DEMO_PEOPLE, DEMO_ROOT, doMainJob, untilVisible } from '../demo/main-job.ts';
import { tellTheBooks } from '../demo/report.ts';
import { refuseTakenPort } from '../http/listen.ts';
import { openLocalUpstream } from '../demo/upstream.ts';
import { startProcess } from '../main/process.ts';
import { endOnSignals, Lifeline } from '../main/shutdown.ts';
import { createLogger } from '../telemetry/logger.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run demo`: the embedded profile on a fresh data folder, and the main job on it. Leaves the product running. */
async function demo(): Promise<void> {
  const environment = readEnvironment({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? './data/demo', LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error' });
  await refuseTakenPort(environment);
  await emptyDemoFolder(environment.DATA_DIR);
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  endOnSignals(lifeline, log);
  try {
    say(`Starting Ledgate on ${environment.DATA_DIR} ...`);
    const { url } = await startProcess(environment, log, lifeline);
    const upstream = await openLocalUpstream();
    lifeline.add('local provider', upstream.close);
    const people = await doMainJob(url, upstream, say);
    await untilVisible(people);
    await tellTheBooks(url, people, say);
    say(`\nThe console: ${url}`);
    for (const { username, password } of [DEMO_ROOT, ...DEMO_PEOPLE]) say(`  ${username.padEnd(6)} ${password}`);
    for (const { username, key } of people) say(`  API key of ${username}: ${key}   (base URL ${url}/v1)`);
    say('Ledgate goes on running; Ctrl-C ends it.');
  } catch (error) {
    await lifeline.end();
    throw error;
  }
}

demo().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartRefused ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
