import type { Database } from '../../shared/database.ts';
import { pause } from '../../shared/pause.ts';
import { ElectionSession } from './election-session.ts';
import { Standing, type Term } from './standing.ts';
import { CANDIDACY_TIMES, type CandidacyTimes } from './times.ts';

/** One process's standing for offices: for what must be done by one process at a time. */
export interface Candidacy {
  /**
   * Whenever this process is elected `serve` is called, and ends its work soon after the term's signal aborts; nobody here is elected anew before it has.
   * Where it ends by itself or throws, somebody may be elected in the next round. Answers the end of standing, which ends when `serve` has.
   */
  stand(office: string, serve: (term: Term) => Promise<void>): () => Promise<void>;
  /** What this process holds now. */
  held(): readonly Omit<Term, 'signal'>[];
  /** Gives up everything, and ends when all that was served has ended. */
  close(): Promise<void>;
}

type Options = {
  readonly pool: Database;
  /** Who this process is, for people. */
  readonly holder: string;
  /** A lost connection, a failed try at a new one, what `serve` threw. */
  readonly onError: (error: unknown) => void;
  /** Tests shorten them. */
  readonly times?: CandidacyTimes;
};

/**
 * Elections by Postgres: who holds an office's advisory lock leads. A holder that dies is followed within a round; one that is paused or cut off within
 * ELECTION_SILENT_MAX_MS and a round, 7 s. It steps down by itself before that, unless it is paused and does not know: so two may serve at once for a
 * moment, and **every office must bear that**. The office's number, `fence`, grows with each election: where the work leaves a mark, an older number may
 * be refused.
 *
 * Needs Postgres 14, and sessions of its own: a pooler that shares connections between clients breaks it, as it breaks LISTEN.
 */
export function createCandidacy({ pool, holder, onError, times = CANDIDACY_TIMES }: Options): Candidacy {
  const standings = new Map<string, Standing>();
  const closed = new AbortController();
  let session: ElectionSession | undefined;
  let wake = (): void => undefined;

  /** A signal of its own for each round: what hangs on one that lasts as long as the process would grow with every round. */
  const untilNextRound = async (): Promise<void> => {
    if (closed.signal.aborted) return;
    const woken = new AbortController();
    wake = () => woken.abort();
    await pause(times.roundMs, woken.signal);
  };

  /** Until the session fails, or the end. */
  const rounds = async (held: ElectionSession): Promise<void> => {
    const lost: unknown[] = [];
    void held.lost.then((reason) => {
      lost.push(reason);
      if (session === held) wake();
    });
    while (!closed.signal.aborted) {
      const vacant = [...standings.values()].filter((standing) => standing.isVacant).map(({ office }) => office);
      // Also with nothing to ask for: what is asked keeps the offices that are held.
      const elected = await held.take(vacant);
      for (const { office, fence } of elected) {
        const standing = standings.get(office);
        if (standing === undefined || !standing.isVacant) await held.leave(office);
        else
          standing.begin(fence, async () => {
            if (session === held) await held.leave(office);
          });
      }
      if (lost.length === 0) await untilNextRound();
      if (lost.length > 0) throw lost[0];
    }
  };

  const run = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      try {
        session = await ElectionSession.open(pool, holder, times);
        await rounds(session);
      } catch (error) {
        if (!closed.signal.aborted) onError(error);
      }
      const ended = session;
      session = undefined;
      for (const standing of standings.values()) standing.lose();
      if (closed.signal.aborted) await Promise.all([...standings.values()].map((standing) => standing.ended()));
      ended?.close();
      await untilNextRound();
    }
  };

  let running: Promise<void> | undefined;
  return {
    stand: (office, serve) => {
      if (standings.has(office)) throw new Error(`this process stands for ${office} already`);
      const standing = new Standing(office, serve, onError);
      standings.set(office, standing);
      running ??= run();
      wake();
      return async () => {
        standing.resign();
        await standing.ended();
        standings.delete(office);
      };
    },
    held: () =>
      [...standings.values()].flatMap(({ office, fence }) => (fence === undefined ? [] : [{ office, fence }])),
    close: async () => {
      closed.abort();
      wake();
      for (const standing of standings.values()) standing.resign();
      await running;
    },
  };
}
