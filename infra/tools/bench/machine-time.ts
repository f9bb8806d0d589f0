const NS_IN_MS = 1e6;

/** Milliseconds of the machine's monotonic clock, the same in each of its processes (Linux). */
export const machineMs = (): number => Number(process.hrtime.bigint()) / NS_IN_MS;
