import type { BenchProcess } from './bench-process.ts';
import type { BenchServer } from './bench-servers.ts';
import { shown } from './figure.ts';
import { treeCpuMs } from './process-cpu.ts';

/** CPU time so far, milliseconds. */
export type NamedCpu = { readonly name: string; readonly cpuMs: number };

export const processCpu = async (name: string, process: BenchProcess): Promise<NamedCpu> => ({
  name,
  cpuMs: (await process.cpuMs()).own,
});
export const serverCpu = (name: string, { pid }: BenchServer): NamedCpu => ({
  name,
  cpuMs: pid === undefined ? 0 : treeCpuMs(pid),
});

const US_IN_MS = 1_000;

/** In microseconds, for one line of the report. */
export const cpuText = (cpu: readonly NamedCpu[]): string =>
  `${cpu.map(({ name, cpuMs }) => `${name} ${shown(cpuMs * US_IN_MS)}`).join(', ')} µs`;

/** What each took from `before` to `after`, which name the same in the same order, of one of so many pieces of work. */
export const cpuOfEach = (
  before: readonly NamedCpu[],
  after: readonly NamedCpu[],
  count: number,
): readonly NamedCpu[] =>
  after.map(({ name, cpuMs }, index) => ({ name, cpuMs: (cpuMs - (before[index]?.cpuMs ?? 0)) / count }));
