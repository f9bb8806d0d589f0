import { type ChildProcess, fork } from 'node:child_process';
import type { Answer, AppendCounts, Lateness, Memory, PartRole, Question } from './part.ts';

/** What is measured under a load of requests. */
export type Loadable = Pick<BenchProcess, 'url' | 'cpuMs'>;

export type ProcessOptions = { readonly name?: string; readonly program?: string };

const ANSWER_WITHIN_MS = 60_000;

/** A process that is measured, or stands behind one that is; never the one that makes the load. */
export class BenchProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /**
   * `parameter`: the upstream's URL, the product's environment variables, or the place of a publisher or projector.
   * @param of.name for its CPU profile, where several have one role; its role by default
   * @param of.program the built benchmark whose part it is; this one by default
   */
  static async start(
    role: PartRole,
    parameter: string,
    { name = role, program = process.argv[1] ?? '' }: ProcessOptions = {},
  ): Promise<BenchProcess> {
    const child = fork(program, ['--part', role, parameter], {
      execArgv: nodeOptions(name),
      serialization: 'advanced',
    });
    const { url } = await nextAnswer(child);
    return new BenchProcess(child, url ?? '');
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** CPU time so far of the whole process, all threads, user and system, and of its database server, in milliseconds. */
  async cpuMs(): Promise<{ readonly own: number; readonly database: number }> {
    const { cpuMs = 0, databaseCpuMs = 0 } = await this.ask('cpu');
    return { own: cpuMs, database: databaseCpuMs };
  }

  /** Of its memory, once what nobody needs is collected. */
  async memory(): Promise<Memory> {
    const { memory } = await this.ask('memory');
    if (memory === undefined) throw new Error('a part of the benchmark does not tell its memory');
    return memory;
  }

  /** By how much its turns were late since this was asked last. */
  async lateness(): Promise<Lateness> {
    const { lateness } = await this.ask('lateness');
    if (lateness === undefined) throw new Error('a part of the benchmark does not tell how late it is');
    return lateness;
  }

  /** What the product has appended so far. */
  async appends(): Promise<AppendCounts> {
    return (await this.ask('appends')).appends ?? { byStream: new Map(), conflicts: 0 };
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => {
      this.#child.once('exit', resolve);
    });
    this.#child.kill('SIGTERM');
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), ANSWER_WITHIN_MS / 2);
    await ended;
    clearTimeout(limit);
  }

  /** One question at a time. */
  ask(question: Question): Promise<Answer> {
    const answer = nextAnswer(this.#child);
    this.#child.send(question);
    return answer;
  }
}

/** As `npm start` runs Node: a larger room for young objects, which are collected less often then. The bare proxy has it too. */
const NODE_OPTIONS = ['--max-semi-space-size=64'];

/** BENCH_PROFILE names a folder: every process of the benchmark leaves a CPU profile there, its name in the file's. */
function nodeOptions(name: string): string[] {
  const folder = process.env['BENCH_PROFILE'];
  if (folder === undefined) return NODE_OPTIONS;
  return [
    ...NODE_OPTIONS,
    '--cpu-prof',
    '--cpu-prof-interval=250',
    `--cpu-prof-dir=${folder}`,
    `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`,
  ];
}

function nextAnswer(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`a process of the benchmark did not answer within ${ANSWER_WITHIN_MS} ms`)),
      ANSWER_WITHIN_MS,
    );
    const gone = (code: number | null): void => {
      clearTimeout(limit);
      reject(new Error(`a process of the benchmark ended with exit code ${code}`));
    };
    child.once('exit', gone);
    child.once('message', (answer) => {
      clearTimeout(limit);
      child.off('exit', gone);
      resolve(answer as Answer);
    });
  });
}
