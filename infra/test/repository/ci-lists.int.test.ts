import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../deploy/deployment-files.ts';

/** Notes the groups that it is to run; whether it can say which are the core's depends. */
const acceptance = (canList: boolean): string => `
  import { appendFileSync, readFileSync } from 'node:fs';
  const file = process.argv[process.argv.indexOf('--groups-file') + 1];
  if (process.argv.includes('--list')) {
    console.log('core one: check');
    process.exit(${canList ? 0 : 1});
  }
  appendFileSync('ran', (process.env.START_SCRIPT ?? 'embedded') + ': ' + readFileSync(file, 'utf8').trim().split('\\n') + '\\n');
`;

describe('the groups that CI runs', () => {
  let folder: string;
  let project: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ledgate-ci-'));
    project = join(folder, 'project');
    mkdirSync(join(folder, 'shared/acceptance'), { recursive: true });
    cpSync(join(ROOT, '.ci'), join(project, '.ci'), { recursive: true });
    for (const [name, groups] of [
      ['acceptance', 'relay one\nclocked one'],
      ['acceptance-cluster', 'relay two'],
      ['acceptance-clocks', 'clocked one'],
    ])
      writeFileSync(join(project, '.ci', name ?? ''), `# a comment\n${groups}\n`);
    writeFileSync(join(folder, 'shared/acceptance/run.mjs'), acceptance(true));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (part: string) => {
    const { CI_STAGE: _stage, START_SCRIPT: _script, ...env } = process.env;
    const { status } = spawnSync('bash', ['.ci/run', '--part', part], { cwd: project, env, encoding: 'utf8' });
    const ran = join(project, 'ran');
    return {
      passed: status === 0,
      ran: existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n').toSorted() : [],
    };
  };

  it('are those of their lists, each in its place', () => {
    expect(run('profiles')).toEqual({ passed: true, ran: ['cluster: core one,relay two', 'embedded: relay one'] });
    rmSync(join(project, 'ran'));
    expect(run('clocks')).toMatchObject({ passed: true, ran: [expect.anything(), 'embedded: clocked one'] });
  });

  it.each([
    ['of the embedded profile', 'acceptance', ['cluster: core one,relay two']],
    ['of the cluster', 'acceptance-cluster', ['embedded: relay one']],
    ['of what has clocks', 'acceptance-clocks', []],
  ])('are none where the list %s cannot be read, which is a failure', (_what, name, ran) => {
    rmSync(join(project, '.ci', name));
    expect(run('profiles')).toEqual({ passed: false, ran });
  });

  it('are none where the acceptance cannot say which the groups of the core are, which is a failure', () => {
    writeFileSync(join(folder, 'shared/acceptance/run.mjs'), acceptance(false));
    expect(run('profiles')).toEqual({ passed: false, ran: ['embedded: relay one'] });
  });
});
