// `npm test`: build, type check, lint, format, length of lines, and unit, contract, integration and browser tests, in two lanes beside each other.
// While a step runs, a line each few seconds tells what it is at; the summary names every suite that did not run for want of its server,
// and on what those ran that may run on several.
// REPEAT_FAILED_FILES=n: where at most n files of a step that has servers or a browser failed, each runs once more, alone, and the summary names it as
// unstable. Unit tests and what kills processes at random moments have no second try: there a failure that does not come again is a finding.
// REQUIRE_BROWSER=1 makes a missing browser a failure; NEWEST_NODE is a Node binary on which the unit tests run once more.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const REPORTER = join(ROOT, 'infra/test/testing/step-reporter.mjs');
const PROGRESS_FIRST_MS = 2_000;
const PROGRESS_EVERY_MS = 8_000;
/** Names of running files in one line; the others are counted. */
const NAMED_MAX = 3;
// The shell without windows first: a page takes half the processor time there.
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const browser = [process.env.CHROMIUM_PATH, ...BROWSERS].find((path) => path !== undefined && existsSync(path));
const required = process.env.REQUIRE_BROWSER === '1';

const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const jestOn = (node) => [
  node,
  '--experimental-vm-modules',
  '--no-warnings',
  join(ROOT, 'node_modules/jest/bin/jest.js'),
  '--silent=false',
  '--reporters=default',
  `--reporters=${REPORTER}`,
];
const jest = (node, ...projects) => [...jestOn(node), '--selectProjects', ...projects];
const alone = (file) => [...jestOn(process.execPath), '--runTestsByPath', file];
const repeatedMax = Number(process.env.REPEAT_FAILED_FILES ?? 0);
const newest = process.env.NEWEST_NODE;

const typeCheck = { title: 'type check', command: [process.execPath, bin('tsc'), '--noEmit'] };
const lint = { title: 'lint', command: [process.execPath, bin('oxlint'), '--deny-warnings'] };
const format = {
  title: 'format',
  command: [process.execPath, bin('prettier'), '--check', '--log-level', 'warn', '.'],
};
const lines = { title: 'length of lines', command: [process.execPath, join(ROOT, 'infra/bin/lint-lines.mjs')] };
const build = { title: 'build', command: [process.execPath, join(ROOT, 'infra/bin/build.mjs')] };
// Domain's own, with its simulation, run apart: on Node 20 whatever uses asynchronous context anywhere in a process makes every promise in it several
// times as dear, and the simulation is made of promises.
const unitsOfDomain = {
  title: `unit tests of domain on Node ${process.version}`,
  command: [...jest(process.execPath, 'unit'), '--testPathPatterns', 'domain/src/'],
};
const otherUnits = {
  title: `other unit tests on Node ${process.version}`,
  command: [
    ...jest(process.execPath, 'unit'),
    '--testPathPatterns',
    '(projections|api|relay|web|infra)/(src|tools|test)/',
  ],
};
/** For files that wait half of their time: for processes that start, elect or end, for Postgres, for a page. */
const TWO_AT_A_TIME = '--maxWorkers=2';
const INFRA = 'infra/(src|tools|test)/';
// What kills, pauses and cuts off real processes: a third of all integration tests by time.
const FAULTS = 'infra/(test/(crash|faults|oversell)|src/process/relay-processes|tools/soak)/';
const underFaults = {
  title: `integration tests of faults on Node ${process.version}`,
  command: [...jest(process.execPath, 'integration'), '--testPathPatterns', FAULTS],
};
// Counts calls by the minute of the clock: beside nothing else.
const BY_THE_CLOCK = 'infra/test/call-limits/';
const ofInfra = {
  title: `other contract and integration tests of infra on Node ${process.version}`,
  command: [
    ...jest(process.execPath, 'contract', 'integration'),
    TWO_AT_A_TIME,
    '--testPathPatterns',
    INFRA,
    '--testPathIgnorePatterns',
    '/node_modules/',
    FAULTS,
    BY_THE_CLOCK,
  ],
  repeatable: true,
};
const byTheClock = {
  title: `integration tests by the clock on Node ${process.version}`,
  command: [...jest(process.execPath, 'integration'), '--testPathPatterns', BY_THE_CLOCK],
  repeatable: true,
};
const ofOtherPackages = {
  title: `contract and integration tests of the other packages on Node ${process.version}`,
  command: [
    ...jest(process.execPath, 'contract', 'integration'),
    TWO_AT_A_TIME,
    '--testPathPatterns',
    '(domain|projections|api|relay|web)/src/',
  ],
  repeatable: true,
};
/** What runs on Node: not the code of pages, and without the simulation, which no Node plays otherwise. */
const ON_NODE = '(projections|api|relay|infra)/(src|tools|test)/|domain/src/(?!testing/simulation/)';
const onNewestNode = {
  title: 'unit tests on the newest Node',
  ...(newest === undefined || newest === ''
    ? { notRun: 'NEWEST_NODE names no binary' }
    : { command: [...jest(newest, 'unit'), '--testPathPatterns', ON_NODE] }),
};
const inTheBrowser = (title, folder, ...parameters) => ({
  title,
  ...(browser === undefined
    ? {
        notRun: 'no Chromium was found (Debian: apt-get install chromium-headless-shell; or set CHROMIUM_PATH)',
        fails: required,
      }
    : {
        command: [...jest(process.execPath, 'browser'), '--testPathPatterns', folder, ...parameters],
        env: { CHROMIUM_PATH: browser },
        repeatable: true,
      }),
});
const GALLERY = 'web/src/testing/gallery/gallery-';
const pagesInTheBrowser = inTheBrowser(
  'browser tests of the pages',
  'web/src/',
  '--testPathIgnorePatterns',
  '/node_modules/',
  GALLERY,
);
/** A file a language, side by side. */
const galleryInTheBrowser = inTheBrowser('states of every page in the browser', GALLERY, TWO_AT_A_TIME);
const productInTheBrowser = inTheBrowser('the main job in the browser', INFRA);

/** Everything else needs what is built, or would build it at the same time. */
const FIRST = build;
/** A lane that is free takes the next, so the longest come first; after those that are wrong most often. A lane stops at its first failure. */
const STEPS = [
  typeCheck,
  lint,
  lines,
  format,
  ofInfra,
  underFaults,
  ofOtherPackages,
  pagesInTheBrowser,
  productInTheBrowser,
  onNewestNode,
  unitsOfDomain,
  otherUnits,
];
const LANES = 2;
/** When the lanes have ended, one after the other: what counts by the clock, and what has two workers of its own. */
const LAST = [byTheClock, galleryInTheBrowser];

const results = [];
/** Files that failed and passed when they ran once more, with the step. */
const unstable = new Map();
/** Suites that did not run, by their titles, with the step that left them out. */
const leftOut = new Map();
/** Suites by their titles, which say on what they ran, with the step. */
const ranOn = new Map();
/** Steps under way. */
const running = new Set();

/** Runs steps of the queue until it is empty, or one has failed. */
async function runLane(queue) {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const { failed, seconds } = await runWithRepetition(step);
    results.push({ ...step, failed, seconds });
    if (failed) return;
  }
}

async function runWithRepetition(step) {
  const first = await run(step);
  const files = first.failedFiles;
  if (!first.failed || !step.repeatable || files.length === 0 || files.length > repeatedMax) return first;
  let { seconds } = first;
  for (const file of files) {
    const name = file.slice(ROOT.length + 1);
    const again = await run({ ...step, title: `${name}, once more`, command: alone(file) });
    seconds += again.seconds;
    if (again.failed) return { failed: true, seconds };
    unstable.set(name, step.title);
  }
  return { failed: false, seconds };
}

function run({ title, command, notRun, fails = false, env = {} }) {
  if (command === undefined) {
    console.log(`\n--- ${title}: NOT RUN: ${notRun}`);
    return { failed: fails, seconds: 0, failedFiles: [] };
  }
  console.log(`--- ${title} ...`);
  const step = { title, startedAt: performance.now(), state: undefined, tellAtMs: PROGRESS_FIRST_MS };
  running.add(step);
  return new Promise((resolve) => {
    const [program, ...parameters] = command;
    const child = spawn(program, parameters, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...env, FORCE_COLOR: '0' },
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
    child.on('message', (state) => {
      step.state = state;
      for (const suite of state.notRun) leftOut.set(suite, title);
      for (const suite of state.ranOn) ranOn.set(suite, title);
    });
    child.on('close', (code) => {
      running.delete(step);
      const seconds = (performance.now() - step.startedAt) / 1_000;
      console.log(
        `\n--- ${title}: ${code === 0 ? 'passed' : `FAILED (exit code ${code})`} in ${seconds.toFixed(1)} s\n${Buffer.concat(output).toString()}`,
      );
      resolve({ failed: code !== 0, seconds, failedFiles: step.state?.failed ?? [] });
    });
  });
}

function tellProgress() {
  for (const step of running) {
    const { title, startedAt, state, tellAtMs } = step;
    const sinceMs = performance.now() - startedAt;
    const seconds = Math.round(sinceMs / 1_000);
    if (sinceMs < tellAtMs) continue;
    step.tellAtMs = sinceMs + PROGRESS_EVERY_MS;
    console.log(`    ${title}, ${seconds} s${state === undefined ? '' : `: ${atWork(state)}`}`);
  }
}

/** `34 of 80 files, now infra/test/crash/crash-rounds.int.test.ts`. */
function atWork({ running: files, done, files: all }) {
  const named = files.slice(0, NAMED_MAX).join(', ');
  const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : '';
  return `${done} of ${all} files${named === '' ? '' : `, now ${named}${more}`}`;
}

const progress = setInterval(tellProgress, PROGRESS_FIRST_MS);
await runLane([FIRST]);
if (!results[0].failed) {
  const queue = [...STEPS];
  await Promise.all(Array.from({ length: LANES }, () => runLane(queue)));
  if (queue.length === 0) await runLane([...LAST]);
}
clearInterval(progress);
console.log('\nSummary');
for (const { title, notRun, failed, seconds } of results) {
  const outcome = failed ? 'FAILED ' : notRun === undefined ? 'passed ' : 'not run';
  const why = notRun === undefined ? ` (${seconds.toFixed(1)} s)` : `: ${notRun}`;
  console.log(`  ${outcome}  ${title}${why}`);
}
for (const [file, title] of unstable) console.log(`  UNSTABLE ${file}, of ${title}: failed, then passed: to be mended`);
if (ranOn.size > 0) {
  console.log('  Suites that may run on several servers, and on what they did:');
  for (const [suite, title] of ranOn) console.log(`  ran      ${suite}, of ${title}`);
}
if (leftOut.size > 0) {
  console.log('  Suites that did not run, each for want of what it names:');
  for (const [suite, title] of leftOut) console.log(`  not run  ${suite}, of ${title}`);
}
const planned = 1 + STEPS.length + LAST.length;
if (results.length < planned) console.log(`  ${planned - results.length} further steps were not reached.`);
process.exitCode = results.some(({ failed }) => failed) || results.length < planned ? 1 : 0;
