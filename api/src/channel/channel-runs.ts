import type { ChannelRunKind } from '@ledgate/domain/catalogue/channel-run-kinds';
import type { Log } from '@ledgate/domain/ports/log';
import type { Administration } from '@ledgate/projections/directory/audit/administration';
import {
  beatChannelRun,
  beginChannelRun,
  type ChannelRunEnd,
  endChannelRun,
  type HeldRun,
  isRunning,
  lastChannelRuns,
  type RunCounts,
} from '@ledgate/projections/directory/channel-runs/channel-runs';
import { CHANNEL_RUN_BEAT_MS, CHANNEL_RUN_SILENT_MAX_MS } from '@ledgate/projections/directory/limits';
import type { Database } from '@ledgate/projections/shared/database';
import { withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { pause } from '@ledgate/projections/shared/pause';

type Ports = {
  readonly db: Database;
  readonly log: Log;
  /** Who this process is, for people. */
  readonly holder: string;
  readonly beatMs?: number;
};

export type RunPlan<Item> = {
  readonly kind: ChannelRunKind;
  /** 0: a process. */
  readonly askedBy: number;
  /** None is begun where one of the kind began within so many milliseconds. */
  readonly sinceMs?: number;
  /** Asked for only where none of the kind runs: it may open every key. */
  readonly items: () => Promise<readonly Item[]>;
  /** Of a person who began it: the record of that, in its transaction. */
  readonly administration?: (items: number) => Administration;
  readonly atOnce: number;
  /** Between two of them, in milliseconds. */
  readonly pauseMs: number;
  /** Answers whether it went well; what it throws is a failure too, and holds up none of the others. */
  readonly each: (item: Item) => Promise<boolean>;
};

/** `lost`: this process was silent for so long that the run counts as over, or another has begun. */
type RunResult = RunCounts & { readonly end: ChannelRunEnd | 'lost'; readonly total: number };

export type BegunRun = {
  /** When everything was seen to, or it was stopped. Never rejects. */
  readonly ended: Promise<RunResult>;
};

/** What this process does to all channels in the background (docs/behaviour.md#runs-over-all-channels). */
export interface ChannelRuns {
  /** undefined: one of the kind runs already, in whichever process. */
  begin<Item>(plan: RunPlan<Item>): Promise<BegunRun | undefined>;
  /** This process ends: its runs are over, and what is on its way is not waited for. */
  stop(): Promise<void>;
}

export function createChannelRuns({ db, log, holder, beatMs = CHANNEL_RUN_BEAT_MS }: Ports): ChannelRuns {
  const closing = new AbortController();
  const held = new Map<HeldRun, RunCounts>();

  async function run<Item>(of: HeldRun, items: readonly Item[], plan: RunPlan<Item>): Promise<RunResult> {
    const { each, atOnce, pauseMs, kind } = plan;
    const counts = { done: 0, failed: 0 };
    held.set(of, counts);
    const over = new AbortController();
    const finished = new AbortController();
    let why: RunResult['end'] | undefined;
    const endBy = (end: RunResult['end']): void => {
      why ??= end;
      over.abort();
    };
    const broken = (): void => endBy('broken');
    closing.signal.addEventListener('abort', broken, { once: true });
    if (closing.signal.aborted) broken();

    const beats = async (): Promise<void> => {
      let heardMs = performance.now();
      while (!finished.signal.aborted) {
        try {
          const wanted = await beatChannelRun(db, of, counts);
          heardMs = performance.now();
          if (wanted !== 'running') endBy(wanted === 'stopping' ? 'stopped' : 'lost');
        } catch (error) {
          if (!closing.signal.aborted)
            log.warn({ err: error, kind }, 'a run over all channels could not say how far it is');
          if (performance.now() - heardMs > CHANNEL_RUN_SILENT_MAX_MS) endBy('lost');
        }
        await pause(beatMs, finished.signal);
      }
    };
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < items.length && !over.signal.aborted) {
        const item = items[next] as Item;
        next += 1;
        const isWell = await each(item).catch((error: unknown) => {
          if (!closing.signal.aborted) log.warn({ err: error, kind, item }, 'a channel could not be seen to');
          return false;
        });
        counts.done += 1;
        if (!isWell) counts.failed += 1;
        if (next < items.length) await pause(pauseMs, over.signal);
      }
    };
    const beating = beats();
    await Promise.all(Array.from({ length: atOnce }, lane));
    finished.abort();
    await beating;
    closing.signal.removeEventListener('abort', broken);
    held.delete(of);
    const isWhole = counts.done === items.length && why !== 'lost';
    const result: RunResult = { ...counts, total: items.length, end: isWhole ? 'ended' : (why ?? 'ended') };
    if (result.end === 'lost')
      log.warn({ kind }, 'a run over all channels was given up: this process was silent for too long');
    else
      await endChannelRun(db, of, counts, result.end).catch((error: unknown) => {
        if (!closing.signal.aborted)
          log.warn({ err: error, kind }, 'the end of a run over all channels could not be noted');
      });
    return result;
  }

  return {
    begin: async (plan) => {
      if (closing.signal.aborted) return undefined;
      const { kind, askedBy, administration, sinceMs: pauseMs = 0 } = plan;
      if (isRunning((await lastChannelRuns(db)).get(kind))) return undefined;
      const items = await plan.items();
      const { value: of } = await withDirectoryTransaction(db, null, async (tx) => {
        const begun = await beginChannelRun(tx.client, { kind, holder, total: items.length, askedBy, pauseMs });
        if (begun !== undefined) tx.administered(administration?.(items.length));
        return begun;
      });
      return of && { ended: run(of, items, plan) };
    },
    stop: async () => {
      closing.abort();
      // What cannot be noted is over a little later, since nothing more is heard of it.
      await Promise.allSettled([...held].map(([of, counts]) => endChannelRun(db, of, counts, 'broken')));
    },
  };
}
