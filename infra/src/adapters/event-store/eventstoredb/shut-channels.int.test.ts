import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';

const LIMIT_MS = 30_000;

/** A process of its own: Jest hears of rejections before anybody else does. */
function ran(program: string): { readonly code: number | null; readonly output: string } {
  const [bundle] = buildSync({
    stdin: {
      contents: `import { outliveShutChannels } from './shut-channels.ts';
        const stop = outliveShutChannels((error) => console.log('outlived: ' + error.message));
        ${program}
        setTimeout(() => console.log('goes on'), 50);`,
      resolveDir: import.meta.dirname,
      sourcefile: join(import.meta.dirname, 'program.ts'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  }).outputFiles;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
    input: bundle?.text ?? '',
    encoding: 'utf8',
    timeout: LIMIT_MS,
  });
  return { code: status, output: `${stdout}${stderr}` };
}

describe('a process that uses the client of EventStoreDB', () => {
  it('outlives what the client throws where nobody can catch it, and is told', () => {
    const ended = ran(`void Promise.reject(new Error('Channel has been shut down'));`);
    expect(ended).toEqual({ code: 0, output: 'outlived: Channel has been shut down\ngoes on\n' });
  });

  it.each([
    ['another message', `void Promise.reject(new Error('Channel has been shut down, or so'));`],
    ['no error', `void Promise.reject('Channel has been shut down');`],
    [
      'what is thrown after the store was closed',
      `stop(); void Promise.reject(new Error('Channel has been shut down'));`,
    ],
  ])('ends at any other rejection that nobody handles: %s', (_, program) => {
    const ended = ran(program);
    expect(ended.code).toBe(1);
    expect(ended.output).not.toContain('goes on');
  });
});
