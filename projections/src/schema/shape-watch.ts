import type { Log } from '@ledgate/domain/ports/log';
import { SHAPE_LOOK_EVERY_MS } from '../limits.ts';
import { pause } from '../shared/pause.ts';
import { type Database, oneRow } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { fitOf, GENERATION_SHAPE, misfitText, viewsOf } from './shape.ts';
import { SHAPE_SEEN } from './sql.ts';

type Seen = { readonly live: number | null; readonly readable: boolean };

/** What a process that reads the read models must know of them while releases change. */
export interface ShapeWatch {
  /** This release's read models are there: before an upgrade's next generation is live they are not, after a later release's is live they are for a while. */
  readonly isReadable: boolean;
  /** Why this process should not be asked now: the live read models are of another release. Looks anew. */
  misfit(): Promise<string | undefined>;
  /** Ends when they are readable, true, or after `timeoutMs`; without a time-out only when they are. */
  readable(timeoutMs?: number): Promise<boolean>;
  stop(): Promise<void>;
}

type ShapeWatchOptions = {
  readonly pool: Database;
  readonly log: Log;
  readonly shape?: number;
  /** Called once: a later release's read models are live. This process will never be up to date again. */
  readonly onSuperseded: () => void;
};

/** Looks once before it answers, then again and again; what it finds is logged when it changes. Throws what Postgres throws at the first look. */
export async function watchShape({
  pool,
  log,
  shape = GENERATION_SHAPE,
  onSuperseded,
}: ShapeWatchOptions): Promise<ShapeWatch> {
  const stopped = new AbortController();
  const waiting = new Set<() => void>();
  let seen: Seen = { live: null, readable: false };
  let said: number | null = shape;

  const say = (live: number): void => {
    const misfit = misfitText(live, shape);
    if (misfit === undefined) log.info({ shape }, 'the live read models are of this release');
    else if (fitOf(live, shape) === 'earlier') log.warn({ live, shape }, misfit);
    else {
      log.error({ alarm: true, live, shape, misfit }, 'a later release has put its read models in place');
      onSuperseded();
    }
  };

  const look = async (): Promise<void> => {
    seen = await oneRow<Seen>(pool, query.raw(SHAPE_SEEN, [`${viewsOf(shape)}.checkpoints`]));
    if (seen.readable) for (const end of waiting) end();
    if (seen.live !== null && seen.live !== said) say(seen.live);
    said = seen.live ?? said;
  };

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await pause(SHAPE_LOOK_EVERY_MS, stopped.signal);
      // Postgres is away: what was seen last holds, and others say so.
      if (!stopped.signal.aborted) await look().catch(() => undefined);
    }
  };

  await look();
  const running = run();
  return {
    get isReadable() {
      return seen.readable;
    },
    misfit: async () => {
      await look();
      return seen.live === null ? undefined : misfitText(seen.live, shape);
    },
    readable: (timeoutMs) =>
      new Promise((resolve) => {
        if (seen.readable) return resolve(true);
        let timer: NodeJS.Timeout | undefined;
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve(seen.readable);
        };
        waiting.add(end);
        if (timeoutMs !== undefined) timer = setTimeout(end, timeoutMs);
      }),
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}
