import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/embedded/free-port.ts';

const INFRA = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 25_000;
const OUTPUT_KEPT_CHARACTERS = 20_000;
const POLL_MS = 25;

/** The built product as a process of its own, on a free port and a data folder that is removed at the end. */
export class Product {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'ledgate-test-'));
  port = 0;
  #process: ChildProcess | undefined;
  #output = '';
  readonly #environment: Readonly<Record<string, string>>;
  readonly #goodPath: string;
  readonly #command: string;
  readonly #parameters: readonly string[];

  /**
   * @param goodPath answers well as soon as the process does what it is for; other roles than api have /readyz only
   * @param command of the product, or a tool
   * @param parameters of the command
   */
  constructor(
    environment: Readonly<Record<string, string>> = {},
    goodPath = '/api/status',
    command = 'start',
    parameters: readonly string[] = [],
  ) {
    this.#environment = environment;
    this.#goodPath = goodPath;
    this.#command = command;
    this.#parameters = parameters;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get output(): string {
    return this.#output;
  }

  /** Starts and waits until it answers well. `environment` adds to the product's own. */
  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    this.#process = this.#spawn(this.#command, environment, this.#parameters);
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await this.#answers())) {
      if (!this.running) throw new Error(`the product ended while starting: ${this.#output}`);
      if (performance.now() > deadline)
        throw new Error(`the product was not ready within ${READY_WITHIN_MS} ms: ${this.#output}`);
      await pause(POLL_MS);
    }
  }

  get running(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Ends when the process has, of itself or by somebody's hand: its exit code, null after a kill. */
  async exited(): Promise<number | null> {
    if (this.#process === undefined) return null;
    if (this.running) await once(this.#process, 'exit');
    return this.#process.exitCode;
  }

  /** SIGTERM; answers the exit code. */
  async stop(): Promise<number | null> {
    this.#process?.kill('SIGTERM');
    const limit = setTimeout(() => this.#process?.kill('SIGKILL'), STOPPED_WITHIN_MS);
    const code = await this.exited();
    clearTimeout(limit);
    return code;
  }

  /** kill -9 of the Node process, and of its database server unless `nodeOnly`. */
  async kill({ nodeOnly = false } = {}): Promise<void> {
    this.#process?.kill('SIGKILL');
    await this.exited();
    if (!nodeOnly) await this.killDatabase();
  }

  async killDatabase(): Promise<void> {
    for (;;) {
      const pids = processesIn(this.dataDir);
      if (pids.length === 0) return;
      for (const pid of pids) killed(pid);
      await pause(POLL_MS);
    }
  }

  /** Runs another command of the product on the same folder: its exit code and what it printed. */
  async run(command: string, ...parameters: string[]): Promise<{ code: number | null; output: string }> {
    return this.runWith({}, command, ...parameters);
  }

  /** The same, with variables that add to the product's own. */
  async runWith(
    environment: Readonly<Record<string, string>>,
    command: string,
    ...parameters: string[]
  ): Promise<{ code: number | null; output: string }> {
    const child = this.#spawn(command, environment, parameters);
    let output = '';
    child.stdout?.on('data', (bytes) => {
      output += String(bytes);
    });
    child.stderr?.on('data', (bytes) => {
      output += String(bytes);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }

  /** Ends whatever is left and removes the data folder. */
  async discard(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  #spawn(
    command: string,
    environment: Readonly<Record<string, string>>,
    parameters: readonly string[] = [],
  ): ChildProcess {
    const child = spawn(process.execPath, [programOf(command), ...parameters], {
      env: {
        ...process.env,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        DATABASE_URL: '',
        GLOBAL_API_RATE_LIMIT: '0',
        SESSION_API_RATE_LIMIT: '0',
        CRITICAL_RATE_LIMIT: '0',
        GLOBAL_WEB_RATE_LIMIT: '0',
        LOG_LEVEL: 'warn',
        ...this.#environment,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (bytes: unknown) => {
      this.#output = (this.#output + String(bytes)).slice(-OUTPUT_KEPT_CHARACTERS);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    return child;
  }

  async #answers(): Promise<boolean> {
    try {
      const response = await fetch(`${this.url}${this.#goodPath}`, { signal: AbortSignal.timeout(2_000) });
      return response.ok;
    } catch {
      return false;
    }
  }
}

/** The built program: the product's own, or else a tool's. */
export function programOf(command: string): string {
  const [product = '', tool = ''] = ['dist', 'dist-tools'].map((folder) => join(INFRA, folder, `${command}.js`));
  return existsSync(product) ? product : tool;
}

/** Builds what is stale of product, tools and console; tests that run one of them call it once before. */
export function buildProduct(): void {
  execFileSync(process.execPath, [join(INFRA, 'bin', 'build.mjs')], { stdio: 'pipe' });
}

/** Processes whose working folder is inside `folder`, as a database server's is. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const path = readlinkSync(`/proc/${pid}/cwd`);
        return (
          (path === folder || path.startsWith(`${folder}/`)) &&
          !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
        );
      } catch {
        return false;
      }
    });
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
