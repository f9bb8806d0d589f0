import { execute, type Database } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { pause } from '../../shared/pause.ts';
import { REFUSED_CALLS_BATCH_ROWS, REFUSED_CALLS_STOP_MS, REFUSED_CALLS_WRITE_MS } from '../limits.ts';
import type { RefusedCalls } from '../refused-calls.ts';
import { type Counted, Counts } from './counts.ts';
import { WRITE_COUNTS } from './sql.ts';

type Options = {
  readonly pool: Database;
  /** Of this process alone: its counts stand beside those of others. */
  readonly relayId: string;
  readonly onError: (error: unknown) => void;
};

export type RunningRefusedCalls = RefusedCalls & {
  /** Writes what has changed. Rejects, and keeps it, where the database does not take it. */
  write(): Promise<void>;
  /** Ends when what was counted is written, or could not be. */
  stop(): Promise<void>;
};

/** Counts in memory, and writes the counts every few seconds: what a process that is killed had not written yet is lost. */
export function createRefusedCalls({ pool, relayId, onError }: Options): RunningRefusedCalls {
  const counts = new Counts();
  let writing: Promise<void> | undefined;

  const writeAll = async (): Promise<void> => {
    for (;;) {
      const taken = counts.take(REFUSED_CALLS_BATCH_ROWS);
      if (taken.length === 0) return;
      try {
        await execute(pool, query.raw(WRITE_COUNTS, valuesOf(relayId, taken)));
      } catch (error) {
        counts.putBack(taken);
        throw error;
      }
    }
  };
  const write = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const timer = setInterval(() => void write().catch(onError), REFUSED_CALLS_WRITE_MS).unref();

  return {
    count: (token, reason, atMs) => counts.add(token?.user.userId ?? 0, token?.tokenId ?? 0, reason, atMs),
    write,
    stop: async () => {
      clearInterval(timer);
      const over = new AbortController();
      const last = (async (): Promise<void> => {
        await writing;
        await write();
      })().catch(onError);
      await Promise.race([last, pause(REFUSED_CALLS_STOP_MS, over.signal)]);
      over.abort();
    },
  };
}

const valuesOf = (relayId: string, counted: readonly Counted[]) => [
  relayId,
  counted.map(({ hour }) => hour),
  counted.map(({ userId }) => userId),
  counted.map(({ tokenId }) => tokenId),
  counted.map(({ reason }) => reason),
  counted.map(({ count }) => count),
];
