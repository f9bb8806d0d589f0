import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/embedded/free-port.ts';
import { buildProduct, programOf } from '../../test/testing/product.ts';

const LIMIT_MS = 180_000;
const DEMO = programOf('demo');

/** A demonstration under way, and what it has said so far. */
class Demonstration {
  readonly #child: ChildProcess;
  #said = '';

  constructor(dataDir: string, port: number) {
    this.#child = spawn(process.execPath, [DEMO], {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (bytes) => {
        this.#said += String(bytes);
      });
  }

  /** All it said up to these words; throws with it when it ends without them. */
  async says(words: string): Promise<string> {
    while (!this.#said.includes(words)) {
      if (this.#child.exitCode !== null)
        throw new Error(`the demonstration ended with exit code ${this.#child.exitCode}: ${this.#said}`);
      await Promise.race([once(this.#child.stdout ?? this.#child, 'data'), once(this.#child, 'exit')]);
    }
    return this.#said;
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill(signal);
      await once(this.#child, 'exit');
    }
    return this.#child.exitCode;
  }
}

describe('npm run demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledgate demo '));
  const running: Demonstration[] = [];
  let port = 0;
  const begin = (): Demonstration => {
    const demonstration = new Demonstration(join(folder, 'the data'), port);
    running.push(demonstration);
    return demonstration;
  };

  beforeAll(async () => {
    // Where Postgres runs as another user it must get through.
    chmodSync(folder, 0o755);
    buildProduct();
    port = await freePort();
  }, LIMIT_MS);
  afterAll(async () => {
    for (const demonstration of running) await demonstration.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }, LIMIT_MS);

  it(
    'does the main job in a folder with a space, tells the books, and leaves the product running until it is told to stop',
    async () => {
      const demonstration = begin();
      const said = await demonstration.says('Ledgate goes on running');
      expect(said).toMatch(/Statement of \w+/);
      expect(said).toMatch(/opening balance .*\n(.*\n)+ {2}closing balance/);
      expect(said).toMatch(/^ {2}gpt-4o-mini: \d+ tokens in, \d+ out +\$-0\.\d+ +\$\d+\.\d+$/m);
      expect(said).toMatch(/One charge explained: .* tokens in and \d+ out/);
      expect(said).toMatch(/Trial balance at position \d+\n(.*\n)+ {2}total +\$0\.0+$/m);
      expect(said).toContain(`The console: http://127.0.0.1:${port}`);
      expect(said).toMatch(/ {2}root +\S+/);
      const key = /API key of \w+: (\S+)/.exec(said)?.[1] ?? '';
      const models = await fetch(`http://127.0.0.1:${port}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
      expect(models.status).toBe(200);
      expect(await demonstration.end('SIGTERM')).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'works again on the same folder, also after a kill -9',
    async () => {
      const killed = begin();
      await killed.says('Statement of');
      await killed.end('SIGKILL');
      const again = begin();
      expect(await again.says('Ledgate goes on running')).toMatch(/total +\$0\.0+/);
      expect(await again.end('SIGTERM')).toBe(0);
    },
    LIMIT_MS,
  );
});
