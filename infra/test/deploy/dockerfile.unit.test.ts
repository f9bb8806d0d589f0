import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { environmentSchema } from '../../src/server/config/environment-schema.ts';
import { ROOT, textOf } from './deployment-files.ts';

const lines = textOf('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const saying = (instruction: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1).trim());
const words = (json: string): readonly string[] => z.array(z.string()).parse(JSON.parse(json));
const manifest = z
  .object({ scripts: z.object({ start: z.string() }), workspaces: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

describe('the Dockerfile', () => {
  it('builds and runs on one long-term Node, pinned to its full version', () => {
    const images = saying('FROM').map((text) => text.split(' ')[0]);
    expect(new Set(images).size).toBe(1);
    const major = Number(/^node:(\d+)\.\d+\.\d+-\w+-slim$/.exec(images[0] ?? '')?.[1]);
    expect(major).toBeGreaterThanOrEqual(20);
    expect(major % 2).toBe(0);
  });

  it('installs what the lock file says, of every workspace', () => {
    expect(saying('RUN').filter((command) => command.includes('npm '))).toEqual([expect.stringMatching(/^npm ci /)]);
    const copied = saying('COPY').flatMap((text) => /^(\w+)\/package\.json /.exec(text)?.[1] ?? []);
    expect(copied.toSorted()).toEqual(manifest.workspaces.toSorted());
  });

  it('copies nothing of the build into the image but what is gathered', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last.filter((line) => /^(COPY|ADD) /.test(line))).toEqual(['COPY --from=build /image /app']);
    expect(last.filter((line) => line.startsWith('RUN '))).toEqual([expect.not.stringContaining('npm')]);
  });

  it('runs the product as npm start does, as an ordinary user, who is told to stop by SIGTERM', () => {
    const [command = '[]'] = saying('CMD');
    expect(words(command)).toEqual(['node', '--max-semi-space-size=64', 'infra/dist/start.js']);
    expect(manifest.scripts.start).toContain('node --max-semi-space-size=64 ');
    expect(saying('USER')).toEqual(['1000:1000']);
    expect(saying('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('writes to its data folder and the temporary one only', () => {
    expect(saying('VOLUME').map(words)).toEqual([['/data', '/tmp']]);
    expect(saying('ENV').join(' ')).toContain('DATA_DIR=/data');
  });

  it('asks for its health at the port that it opens', () => {
    const { PORT: port } = environmentSchema.parse({});
    expect(saying('EXPOSE')).toEqual([String(port)]);
    const [check = ''] = saying('HEALTHCHECK');
    const [, script = ''] = words(check.slice(check.indexOf('[')));
    expect(readFileSync(join(ROOT, script), 'utf8')).toContain('/healthz');
  });
});

describe('what the build is given', () => {
  const patterns = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('is every workspace, what npm reads and what the console serves of the documents, and nothing else of the repository', () => {
    expect(patterns[0]).toBe('*');
    const given = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
    const others = ['package.json', 'package-lock.json', 'docs/check-receipt.mjs'];
    expect(given.toSorted()).toEqual([...others, ...manifest.workspaces].toSorted());
    expect(given.every((path) => existsSync(join(ROOT, path)))).toBe(true);
  });

  it('leaves no folder of sources out by its name', () => {
    const leftOut = new Set(patterns.flatMap((pattern) => /^\*\*\/([\w-]+)$/.exec(pattern)?.[1] ?? []));
    expect(leftOut).toContain('node_modules');
    const folders = manifest.workspaces.flatMap((workspace) =>
      readdirSync(join(ROOT, workspace, 'src'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isDirectory(),
      ),
    );
    expect(folders.filter(({ name }) => leftOut.has(name))).toEqual([]);
  });
});
