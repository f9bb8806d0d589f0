import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { logFile, workFolder } from './folder.ts';
import type { ProcessRecords } from './leftovers.ts';
import {
  FIRST_STARTS_MAX,
  LOG_BYTES_MAX,
  LOG_TAIL_BYTES,
  READY_POLL_MS,
  RESTART_FIRST_MS,
  RESTART_FORGOTTEN_AFTER_MS,
  RESTART_MAX_MS,
} from './limits.ts';

/** How to start a program once more; asked anew each time, since addresses may change. `isReady` asks the process whether it does what it is for. */
export type Command = {
  readonly parameters: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly port: number;
  readonly isReady: () => Promise<boolean>;
};

type SupervisedProcessOptions = {
  readonly name: string;
  readonly dataDir: string;
  readonly records: ProcessRecords;
  readonly command: () => Promise<Command>;
  readonly say: (line: string) => void;
};

/** A Node process that is started again whenever it ends, until it is told to stop. Its output goes to a file of its own, which outlives us both. */
export class SupervisedProcess {
  readonly name: string;
  readonly #options: SupervisedProcessOptions;
  #child: ChildProcess | undefined;
  #port: number | undefined;
  #isStopping = false;
  #wasReady = false;
  #firstStarts = 0;
  #pauseMs = RESTART_FIRST_MS;
  #wake: (() => void) | undefined;
  #loop: Promise<void> | undefined;
  #failed: unknown;

  constructor(options: SupervisedProcessOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Of 127.0.0.1; undefined while it does not run. */
  readonly port = (): number | undefined => this.#port;

  get wasReady(): boolean {
    return this.#wasReady;
  }

  /** Ends when it has been ready once. Throws StartRefused when it ends before that again and again, with what it wrote last. */
  async start(): Promise<void> {
    this.#loop ??= this.#keepRunning().catch((error: unknown) => {
      this.#failed = error;
    });
    while (!this.#wasReady) {
      if (this.#failed !== undefined) throw this.#failed;
      if (this.#isStopping) throw new StartRefused('told to stop while it started');
      await sleep(READY_POLL_MS);
    }
  }

  /** As if it had ended by itself: it comes back, asked for its command anew. */
  restart(): void {
    this.#child?.kill('SIGTERM');
  }

  /** SIGTERM, and SIGKILL when that takes too long. It does not come back. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    this.#wake?.();
    this.#child?.kill('SIGTERM');
    const limit = setTimeout(() => {
      this.#options.say(`${this.name} is killed: it has not ended ${graceMs / 1_000} s after it was told to`);
      this.#child?.kill('SIGKILL');
    }, graceMs);
    await this.#loop;
    clearTimeout(limit);
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isStopping) {
      const startedMs = performance.now();
      const ending = await this.#runOnce();
      if (this.#isStopping) return;
      const livedMs = performance.now() - startedMs;
      this.#refuseIfHopeless();
      if (livedMs > RESTART_FORGOTTEN_AFTER_MS) this.#pauseMs = RESTART_FIRST_MS;
      this.#options.say(
        `${this.name} ended (${ending}); it is started again in ${this.#pauseMs} ms, see ${logFile(this.#options.dataDir, this.name)}`,
      );
      await this.#pause(this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, RESTART_MAX_MS);
    }
  }

  /** One life; answers how it ended. */
  async #runOnce(): Promise<string> {
    const { parameters, environment, port, isReady } = await this.#options.command();
    if (this.#isStopping) return 'told to stop';
    const child = this.#spawn(parameters, environment);
    const ended = once(child, 'exit').then(
      ([code, signal]) => (code === null ? `by ${String(signal)}` : `with exit code ${String(code)}`),
      (error: Error) => error.message,
    );
    this.#child = child;
    this.#port = port;
    void this.#watchReady(child, isReady);
    const ending = await ended;
    this.#child = undefined;
    this.#port = undefined;
    this.#options.records.ended(this.name);
    return ending;
  }

  #spawn(parameters: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess {
    const { dataDir, records } = this.#options;
    const output = openSync(rotated(logFile(dataDir, this.name)), 'a', 0o600);
    const child = spawn(process.execPath, [...parameters], {
      // A group of its own: an interrupt from the terminal must not reach all at once. An input that ends with us, for those who care.
      cwd: workFolder(dataDir),
      env: environment,
      stdio: ['pipe', output, output],
      detached: true,
    });
    closeSync(output);
    child.stdin?.on('error', () => undefined);
    if (child.pid !== undefined) records.began(this.name, child.pid);
    return child;
  }

  async #watchReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
    while (!this.#wasReady && child === this.#child) {
      if (await isReady()) this.#wasReady = true;
      else await sleep(READY_POLL_MS);
    }
  }

  #refuseIfHopeless(): void {
    if (this.#wasReady) return;
    this.#firstStarts += 1;
    if (this.#firstStarts < FIRST_STARTS_MAX) return;
    const file = logFile(this.#options.dataDir, this.name);
    throw new StartRefused(
      `${this.name} does not start: ${readFileSync(file).subarray(-LOG_TAIL_BYTES).toString('utf8').trim().split('\n').at(-1) ?? ''} (see ${file})`,
    );
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function rotated(file: string): string {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX) renameSync(file, `${file}.1`);
  return file;
}
