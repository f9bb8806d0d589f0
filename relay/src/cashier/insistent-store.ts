import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { CashierLimits } from './limits.ts';
import { reasonOf } from './reason-of.ts';
import type { Question, StoreSilence } from './store-silence.ts';
import type { Timers } from './timers.ts';

type Insistence = {
  readonly timers: Timers;
  readonly limits: Pick<CashierLimits, 'retryFirstMs' | 'retryLongestMs'>;
  readonly log: Log;
  /** Hears of each question and of its end. */
  readonly silence: Pick<StoreSilence, 'asked' | 'over'>;
  /** The store has answered. */
  readonly answered: () => void;
  /** The process ends: from now on an unknown outcome stays unknown. */
  readonly stopped: () => boolean;
};

/**
 * A store whose appends have a known outcome: while the store is unavailable the identical batch is tried again at the identical revision, the
 * next try after the last has ended. Whoever cannot wait stops waiting, never the append: a batch that was given up could be a charge that is
 * lost, or one that is recorded twice. Throws StoreUnavailable from an append only once `stopped`; reads throw it at once.
 */
export function insistent(store: EventStore, { timers, limits, log, silence, answered, stopped }: Insistence): EventStore {
  const ask = async <Value>(question: Question, call: () => Promise<Value>): Promise<Value> => {
    silence.asked(question);
    try {
      const value = await call();
      silence.over(question);
      answered();
      return value;
    } catch (error) {
      // A batch that no store may hold was not even sent.
      if (!(error instanceof StoreUnavailable)) silence.over(question);
      throw error;
    }
  };
  return {
    async append(stream, expected, events) {
      for (let pauseMs = limits.retryFirstMs; ; pauseMs = Math.min(2 * pauseMs, limits.retryLongestMs)) {
        try {
          return await ask('append', () => store.append(stream, expected, events));
        } catch (error) {
          if (!(error instanceof StoreUnavailable) || stopped()) throw error;
          log.warn({ stream, events: events.length, reason: reasonOf(error) }, 'the event store has not answered; the same batch is tried again');
        }
        await timers.sleep(pauseMs);
        if (stopped()) throw new StoreUnavailable('the process ends before the outcome of an append is known');
      }
    },
    readStream: (stream, from, limit) => ask('read', () => store.readStream(stream, from, limit)),
    readStreamBackwards: (stream, limit, before) => ask('read', () => store.readStreamBackwards(stream, limit, before)),
    readAll: (after, limit) => ask('read', () => store.readAll(after, limit)),
    head: () => ask('read', () => store.head()),
    onAppended: (wake) => store.onAppended(wake),
  };
}
