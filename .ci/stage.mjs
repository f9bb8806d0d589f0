// `node .ci/stage.mjs TITLE MINUTES PROGRAM [PARAMETER ...]`: runs a stage without standard input and prints its minutes at its end. One that takes longer
// than its limit is cut: it and everything that it started is ended, and the exit code is 124. Otherwise the exit code is the program's.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE_MS = 60_000;
const CUT_CODE = 124;
const BROKEN_OFF_CODE = 130;
/** From asking processes to end until they are killed. */
const GRACE_MS = 20_000;
const LOOK_EVERY_MS = 250;

const [title, minutes, program, ...parameters] = process.argv.slice(2);
const limitMs = Number(minutes) * MINUTE_MS;
/** In the environment of what the stage starts, however far from it that has gone. */
const mark = `CI_STAGE=${randomUUID()}`;

console.log(`\n=== ${title} (limit ${minutes} min)`);
const startedAt = performance.now();
const child = spawn(program, parameters, {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, CI_STAGE: mark.split('=')[1] },
});
let endedBy;
const cut = setTimeout(() => end(`CUT: it took longer than its limit of ${minutes} min`, CUT_CODE), limitMs);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end('BROKEN OFF', BROKEN_OFF_CODE));
child.on('error', (error) => {
  console.log(`=== ${title}: FAILED: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code) => {
  if (endedBy === undefined) void finish(code === 0 ? 'passed' : `FAILED (exit code ${code})`, code ?? 1);
});

async function end(outcome, code) {
  if (endedBy !== undefined) return;
  endedBy = outcome;
  await finish(outcome, code);
}

async function finish(outcome, code) {
  clearTimeout(cut);
  const left = await endAll();
  if (left > 0) console.log(`=== ${title}: ended ${left} processes that it had started`);
  console.log(`=== ${title}: ${outcome}, ${((performance.now() - startedAt) / MINUTE_MS).toFixed(1)} min`);
  process.exit(code);
}

/** Answers how many there were. Whoever was found once is ended, also when its parent has ended meanwhile. */
async function endAll() {
  const found = new Set(startedByStage());
  const [all, killAt] = [found.size, performance.now() + GRACE_MS];
  for (const pid of found) signal(pid, 'SIGTERM');
  while (alive(found).length > 0 && performance.now() < killAt) await sleep(LOOK_EVERY_MS);
  for (const pid of startedByStage()) found.add(pid);
  for (const pid of alive(found)) signal(pid, 'SIGKILL');
  return all;
}

/** The child's descendants, and whoever has the mark: a product is a process group of its own and outlives who started it. */
function startedByStage() {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
  const parents = new Map(processes.map((pid) => [pid, parentOf(pid)]));
  const descends = (pid) => pid === child.pid || (parents.has(pid) && descends(parents.get(pid)));
  return processes.filter((pid) => !isZombie(pid) && (descends(pid) || environmentOf(pid).includes(mark)));
}

/** State and parent stand behind the name, which may hold anything. */
const statOf = (pid) =>
  textOf(pid, 'stat')
    .replace(/^.*\)\s/s, '')
    .split(' ');
const isZombie = (pid) => ['Z', ''].includes(statOf(pid)[0]);
const parentOf = (pid) => Number(statOf(pid)[1]);
const environmentOf = (pid) => textOf(pid, 'environ').split('\0');
const alive = (pids) => [...pids].filter((pid) => !isZombie(pid));

function textOf(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
