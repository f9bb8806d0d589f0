import { describe, expect, it } from '@jest/globals';
import { StartRefused } from '../../src/embedded/data-folder/start-refused.ts';
import { runBenchPart } from './bench-part.ts';
import { runBenchmarks } from './run-benchmarks.ts';

describe('what is to be measured', () => {
  it('refuses a name that no benchmark has, and tells the names, before anything is started', async () => {
    const said: string[] = [];
    const run = runBenchmarks({ names: ['relay', 'nosuch'], quick: true, say: (line) => said.push(line) });
    await expect(run).rejects.toThrow(StartRefused);
    await expect(run).rejects.toThrow(/^there is no benchmark nosuch; there are .*appends.*/);
    expect(said).toEqual([]);
  });

  it('refuses a part that no benchmark has', async () => {
    await expect(runBenchPart('nosuch', '')).rejects.toThrow('nosuch is no part of a benchmark');
  });
});
