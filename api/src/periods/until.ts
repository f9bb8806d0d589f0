import { pause } from '@ledgate/projections/shared/pause';

/** Looks that are between two tellings of who is to do something: he may have forgotten what he was told. */
const TELL_EVERY = 20;

type Waiting = {
  readonly everyMs: number;
  /** What ends the waiting: that time is up, or nobody waits any longer. */
  readonly signal: AbortSignal;
  /** Has the work done at once; called before the first pause, and every TELL_EVERY looks. */
  readonly tell: () => Promise<unknown>;
};

/** What a look finds, once it finds something; undefined where it has not before the signal aborts. */
export async function until<Found>(
  { everyMs, signal, tell }: Waiting,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (let looks = 0; ; looks += 1) {
    const found = await look();
    if (found !== undefined || signal.aborted) return found;
    if (looks % TELL_EVERY === 0) await tell();
    await pause(everyMs, signal);
  }
}
