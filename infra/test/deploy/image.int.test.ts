import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../src/embedded/free-port.ts';
import { eventually } from '../testing/eventually.ts';
import { ROOT } from './deployment-files.ts';

const LIMIT_MS = 180_000;
const ALL_MAY_READ = 0o755;

/** What the Dockerfile puts into the image, outside the repository: nothing of it can be found by chance. */
describe('what is gathered for the image', () => {
  const place = mkdtempSync(join(tmpdir(), 'ledgate-image-'));
  const image = join(place, 'app');
  let product: ChildProcess | undefined;
  let url: string;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    chmodSync(place, ALL_MAY_READ);
    execFileSync(process.execPath, [join(ROOT, 'infra/bin/build.mjs')], { stdio: 'pipe' });
    execFileSync(process.execPath, [join(ROOT, 'infra/deploy/gather.mjs'), image], { stdio: 'pipe' });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    environment = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(place, 'data'),
      LOG_LEVEL: 'warn',
    };
    product = spawn(process.execPath, ['--max-semi-space-size=64', 'infra/dist/start.js'], {
      cwd: image,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(product, 'exit').then(([code]) => {
      throw new Error(`the product ended with ${String(code)}: see above`);
    });
    await Promise.race([
      eventually("the image's own check finds it healthy", () => check(environment).status === 0),
      ended,
    ]);
  }, LIMIT_MS);

  afterAll(async () => {
    if (product?.exitCode === null && product.signalCode === null) {
      product.kill('SIGKILL');
      await once(product, 'exit');
    }
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }, LIMIT_MS);

  const check = (variables: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, ['infra/deploy/healthy.mjs'], { cwd: image, env: variables, encoding: 'utf8' });

  it('is not healthy where nothing answers, and says so', async () => {
    const { status, stderr } = check({ ...environment, PORT: String(await freePort()) });
    expect(status).toBe(1);
    expect(stderr).toContain('not healthy on port');
  });

  it('serves the console, and signs in, for which passwords are hashed', async () => {
    expect(await (await fetch(url)).text()).toContain('<div id="root">');
    const answer = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: '123456' }),
    });
    expect(await answer.json()).toMatchObject({ success: true });
  });

  it('counts tokens', async () => {
    const worker = new Worker(
      createRequire(join(image, 'infra/dist/start.js')).resolve('@ledgate/relay/usage/count-worker'),
      { execArgv: [] },
    );
    worker.postMessage({ id: 1, encoding: 'o200k_base', texts: ['hello world'] });
    const answer: unknown = await once(worker, 'message').finally(() => worker.terminate());
    expect(answer).toEqual([{ id: 1, tokens: 2 }]);
  });

  it('has the other commands: the books are true', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/dist/verify.js'], {
      cwd: image,
      env: environment,
      encoding: 'utf8',
    });
    expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: expect.any(String) });
  });

  it('holds the programs that an installation runs, and no tool', () => {
    const sources = ['infra/src/cli', 'infra/src/process/threads'].flatMap((folder) => readdirSync(join(ROOT, folder)));
    const product = sources.filter((name) => /^[\w-]+\.ts$/.test(name)).map((name) => name.replace(/ts$/, 'js'));
    const held = readdirSync(join(image, 'infra/dist')).filter((name) => name.endsWith('.js'));
    // The cluster on one machine is for a checkout.
    expect(held.toSorted()).toEqual(product.filter((name) => name !== 'cluster.js').toSorted());
    expect(readdirSync(join(image, 'infra')).toSorted()).toEqual(['deploy', 'dist', 'package.json']);
  });

  it('holds no tool of the build', () => {
    expect(
      ['vite', 'esbuild', 'typescript', 'jest', 'react'].filter((name) =>
        existsSync(join(image, 'node_modules', name)),
      ),
    ).toEqual([]);
  });

  it('stops on SIGTERM with 0', async () => {
    if (product === undefined) throw new Error('the product was not started');
    product.kill('SIGTERM');
    expect(await once(product, 'exit')).toEqual([0, null]);
  });
});
