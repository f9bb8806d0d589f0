import type { Database } from '../../shared/database.ts';
import { pause } from '../../shared/pause.ts';
import { ELECTION_TIMES, ElectionSession, type ElectionTimes } from './election-session.ts';
import { Candidate, type Term } from './candidate.ts';

/** One process's part in elections of leaders: for what must be done by one process at a time. */
export interface LeaderElection {
  /**
   * Whenever this process is elected `serve` is called, and ends its work soon after the term's signal aborts; nobody here is elected anew before it has.
   * Where it ends by itself or throws, somebody may be elected in the next round. Answers how to resign, which ends when `serve` has.
   */
  campaign(leadership: string, serve: (term: Term) => Promise<void>): () => Promise<void>;
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
  readonly times?: ElectionTimes;
};

/**
 * Elections by Postgres: who holds a leadership's advisory lock leads. A holder that dies is followed within a round; one that is paused or cut off
 * within ELECTION_SILENT_MAX_MS and a round, 7 s. It steps down by itself before that, unless it is paused and does not know: so two may serve at once
 * for a moment, and **every leadership must bear that**. Its number, `fence`, grows with each election: where the work leaves a mark, an older number
 * may be refused.
 *
 * Needs Postgres 14, and sessions of its own: a pooler that shares connections between clients breaks it, as it breaks LISTEN.
 */
export function createLeaderElection({ pool, holder, onError, times = ELECTION_TIMES }: Options): LeaderElection {
  const candidates = new Map<string, Candidate>();
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
      const vacant = [...candidates.values()]
        .filter((candidate) => candidate.isVacant)
        .map(({ leadership }) => leadership);
      // Also with nothing to ask for: what is asked keeps the leaderships that are held.
      const elected = await held.take(vacant);
      for (const { leadership, fence } of elected) {
        const candidate = candidates.get(leadership);
        if (candidate === undefined || !candidate.isVacant) await held.leave(leadership);
        else
          candidate.begin(fence, async () => {
            if (session === held) await held.leave(leadership);
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
      for (const candidate of candidates.values()) candidate.lose();
      if (closed.signal.aborted) await Promise.all([...candidates.values()].map((candidate) => candidate.ended()));
      ended?.close();
      await untilNextRound();
    }
  };

  let running: Promise<void> | undefined;
  return {
    campaign: (leadership, serve) => {
      if (candidates.has(leadership)) throw new Error(`this process campaigns for ${leadership} already`);
      const candidate = new Candidate(leadership, serve, onError);
      candidates.set(leadership, candidate);
      running ??= run();
      wake();
      return async () => {
        candidate.resign();
        await candidate.ended();
        candidates.delete(leadership);
      };
    },
    held: () =>
      [...candidates.values()].flatMap(({ leadership, fence }) => (fence === undefined ? [] : [{ leadership, fence }])),
    close: async () => {
      closed.abort();
      wake();
      for (const candidate of candidates.values()) candidate.resign();
      await running;
    },
  };
}
