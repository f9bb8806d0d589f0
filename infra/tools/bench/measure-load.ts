import type { Loadable } from './bench-process.ts';
import { fullLoad } from './bench-load.ts';

export const CONNECTIONS = 64;
/** Full load of a hundred users and more: what waits for one commit shares the next. */
export const LEDGER_CONNECTIONS = 128;

export type Measured = {
  readonly calls: number;
  readonly perSecond: number;
  /** Of the measured process alone, for each request. */
  readonly cpuMs: number;
  /** Of its database server, for each request. */
  readonly databaseCpuMs: number;
};

type Run = {
  readonly seconds: number;
  readonly connections?: number;
  /** Awaited before the CPU time is read: what that many calls left to be done is part of what they cost. */
  readonly settled?: (calls: number) => Promise<unknown>;
};

/** Full load on one process for a while, with the CPU time that it took. */
export async function measureLoad(
  target: Loadable,
  requests: readonly Buffer[],
  { seconds, connections = CONNECTIONS, settled }: Run,
): Promise<Measured> {
  const before = await target.cpuMs();
  const { calls, perSecond } = await fullLoad(target.url, requests, { connections, seconds });
  await settled?.(calls);
  const after = await target.cpuMs();
  return {
    calls,
    perSecond,
    cpuMs: (after.own - before.own) / calls,
    databaseCpuMs: (after.database - before.database) / calls,
  };
}

export const perSecondOf = (runs: readonly Measured[]): number[] => runs.map(({ perSecond }) => perSecond);
export const cpuMsOf = (runs: readonly Measured[]): number[] => runs.map(({ cpuMs }) => cpuMs);
export const databaseCpuMsOf = (runs: readonly Measured[]): number[] => runs.map(({ databaseCpuMs }) => databaseCpuMs);
export const callsOf = (runs: readonly Measured[]): number => runs.reduce((sum, { calls }) => sum + calls, 0);
