import type { Lifeline } from '../../src/process/main/shutdown.ts';
import { DEMO_PEOPLE, DEMO_ROOT, doMainJob, untilVisible } from './main-job.ts';
import { tellTheBooks } from './report.ts';
import { openLocalUpstream } from './upstream.ts';

/** The main job on a product that runs on fresh data at `url`, told by `say`, with the books after it and how to sign in. */
export async function demonstrate(url: string, lifeline: Lifeline, say: (line: string) => void): Promise<void> {
  const upstream = await openLocalUpstream();
  lifeline.add('local provider', upstream.close);
  const people = await doMainJob(url, upstream, say);
  await untilVisible(people);
  await tellTheBooks(url, people, say);
  say(`\nThe console: ${url}`);
  for (const { username, password } of [DEMO_ROOT, ...DEMO_PEOPLE]) say(`  ${username.padEnd(6)} ${password}`);
  for (const { username, key } of people) say(`  API key of ${username}: ${key}   (base URL ${url}/v1)`);
  say('Ledgate goes on running; Ctrl-C ends it.');
}
