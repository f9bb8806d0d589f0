import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchLedger } from './bench-ledger.ts';
import { machineMs } from './machine-time.ts';

/** Relays append every few milliseconds. */
const TICK_MS = 5;
const APPEND_EVENTS_MAX = 400;

/** `position` of the last event of an append, and when it was acknowledged (`machineMs`). */
export type Acknowledged = { readonly position: number; readonly atMs: number };

/** Appends charges at a fixed rate, one batch at a time. Answers every acknowledgement in its order. */
export async function appendAtRate(
  ledger: BenchLedger,
  { eventsPerSecond, seconds }: { eventsPerSecond: number; seconds: number },
): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const startedMs = machineMs();
  let appended = 0;
  for (;;) {
    const elapsedMs = machineMs() - startedMs;
    if (elapsedMs >= seconds * 1_000) return acknowledged;
    const due = Math.min(APPEND_EVENTS_MAX, Math.floor((elapsedMs * eventsPerSecond) / 1_000) - appended);
    if (due > 0) {
      const position = await ledger.charge(due);
      appended += due;
      acknowledged.push({ position, atMs: machineMs() });
    }
    await sleep(TICK_MS);
  }
}
