import type { ChannelRunKind } from '@ledgate/domain/catalogue/channel-run-kinds';
import { execute, maybeRow, type Queryable, rows } from '../../shared/database.ts';
import { CHANNEL_RUN_SILENT_MAX_MS } from '../limits.ts';
import { BEAT, BEGIN, END, LAST, STOP } from './sql.ts';

// What is done to all channels in the background (docs/behaviour.md#runs-over-all-channels): one run of a kind at a time in an installation, whichever of its
// processes it is in.

/** `broken`: its process ended before it did. */
export type ChannelRunEnd = 'ended' | 'stopped' | 'broken';

/** A run that one process works at. */
export type HeldRun = { readonly kind: ChannelRunKind; readonly number: number };

/** How many channels were seen to, and of those how many failed. */
export type RunCounts = { readonly done: number; readonly failed: number };

export type ChannelRun = HeldRun &
  RunCounts & {
    readonly state: 'running' | 'stopping' | ChannelRunEnd;
    /** 0: a process. */
    readonly askedBy: number;
    readonly total: number;
    /** Unix milliseconds by the database's clock. */
    readonly begunMs: number;
    readonly ageMs: number;
  };

export const isRunning = (run: Pick<ChannelRun, 'state'> | undefined): boolean =>
  run?.state === 'running' || run?.state === 'stopping';

/** undefined: another of the kind runs, or has begun within `pauseMs`. */
export async function beginChannelRun(
  db: Queryable,
  {
    kind,
    holder,
    total,
    askedBy,
    pauseMs = 0,
  }: {
    readonly kind: ChannelRunKind;
    /** For people. */
    readonly holder: string;
    readonly total: number;
    /** 0: a process. */
    readonly askedBy: number;
    readonly pauseMs?: number;
  },
): Promise<HeldRun | undefined> {
  const values = [kind, holder, total, askedBy, CHANNEL_RUN_SILENT_MAX_MS, pauseMs];
  const begun = await maybeRow<{ number: number }>(db, { text: BEGIN, values });
  return begun && { kind, number: begun.number };
}

/** Says that its process lives, and how far it is. Answers what is wanted of it; `lost`: it is over, or another has begun. */
export async function beatChannelRun(
  db: Queryable,
  { kind, number }: HeldRun,
  { done, failed }: RunCounts,
): Promise<'running' | 'stopping' | 'lost'> {
  const values = [kind, number, done, failed];
  const row = await maybeRow<{ state: 'running' | 'stopping' }>(db, { text: BEAT, values });
  return row?.state ?? 'lost';
}

export const endChannelRun = (
  db: Queryable,
  { kind, number }: HeldRun,
  { done, failed }: RunCounts,
  end: ChannelRunEnd,
): Promise<number> => execute(db, { text: END, values: [kind, number, done, failed, end] });

/** Asks the run of the kind to end after what is on its way. Answers its number; undefined: none runs that nobody has asked so. */
export const stopChannelRun = async (db: Queryable, kind: ChannelRunKind): Promise<number | undefined> =>
  (await maybeRow<{ number: number }>(db, { text: STOP, values: [kind, CHANNEL_RUN_SILENT_MAX_MS] }))?.number;

/** The last run of each kind, by whichever process: the same from all. */
export async function lastChannelRuns(db: Queryable): Promise<ReadonlyMap<ChannelRunKind, ChannelRun>> {
  const found = await rows<ChannelRun>(db, { text: LAST, values: [CHANNEL_RUN_SILENT_MAX_MS] });
  return new Map(found.map((run) => [run.kind, run]));
}
