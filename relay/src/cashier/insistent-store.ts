import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { CashierLimits } from './limits.ts';
import { reasonOf } from './reason-of.ts';
import type { StoreSilence } from './store-silence.ts';
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
export function insistent(
  store: EventStore,
  { timers, limits, log, silence, answered, stopped }: Insistence,
): EventStore {
  const ask = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    silence.asked();
    try {
      const value = await call();
      silence.over();
      answered();
      return value;
    } catch (error) {
      // A refusal is an answer, or what was asked was never sent.
      if (!(error instanceof StoreUnavailable)) silence.over();
      throw error;
    }
  };
  return {
    async append(stream, expected, events) {
      for (let pauseMs = limits.retryFirstMs; ; pauseMs = Math.min(2 * pauseMs, limits.retryLongestMs)) {
        try {
          return await ask(() => store.append(stream, expected, events));
        } catch (error) {
          if (!(error instanceof StoreUnavailable) || stopped()) throw error;
          log.warn(
            { stream, events: events.length, reason: reasonOf(error) },
            'the event store has not answered; the same batch is tried again',
          );
        }
        await timers.sleep(pauseMs);
        if (stopped()) throw new StoreUnavailable('the process ends before the outcome of an append is known');
      }
    },
    readStream: (stream, from, limit) => ask(() => store.readStream(stream, from, limit)),
    readStreamBackwards: (stream, limit, before) => ask(() => store.readStreamBackwards(stream, limit, before)),
    readAll: (after, limit) => ask(() => store.readAll(after, limit)),
    head: () => ask(() => store.head()),
    onAppended: (wake) => store.onAppended(wake),
  };
}
