import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { CashierLimits } from './limits.ts';
import { reasonOf } from './reason-of.ts';
import type { Timers } from './timers.ts';

type Insistence = {
  readonly timers: Timers;
  readonly limits: Pick<CashierLimits, 'retryFirstMs' | 'retryLongestMs'>;
  readonly log: Log;
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
export function insistent(store: EventStore, { timers, limits, log, answered, stopped }: Insistence): EventStore {
  const heard = <Value>(value: Value): Value => {
    answered();
    return value;
  };
  return {
    async append(stream, expected, events) {
      for (let pauseMs = limits.retryFirstMs; ; pauseMs = Math.min(2 * pauseMs, limits.retryLongestMs)) {
        try {
          return heard(await store.append(stream, expected, events));
        } catch (error) {
          if (!(error instanceof StoreUnavailable) || stopped()) throw error;
          log.warn({ stream, events: events.length, reason: reasonOf(error) }, 'the event store has not answered; the same batch is tried again');
        }
        await timers.sleep(pauseMs);
        if (stopped()) throw new StoreUnavailable('the process ends before the outcome of an append is known');
      }
    },
    readStream: async (stream, from, limit) => heard(await store.readStream(stream, from, limit)),
    readStreamBackwards: async (stream, limit, before) => heard(await store.readStreamBackwards(stream, limit, before)),
    readAll: async (after, limit) => heard(await store.readAll(after, limit)),
    head: async () => heard(await store.head()),
    onAppended: (wake) => store.onAppended(wake),
  };
}
