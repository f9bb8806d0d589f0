import { type EventStore, InvalidAppend, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { CashierLimits } from './limits.ts';
import { reasonOf } from './reason-of.ts';
import { tillOfStream } from '@ledgate/domain/till/events';
import type { RefusedAppend, StoreRefusals } from './store-refusals.ts';
import type { StoreSilence } from './store-silence.ts';
import type { Timers } from './timers.ts';

type Insistence = {
  readonly timers: Timers;
  readonly limits: Pick<CashierLimits, 'retryFirstMs' | 'retryLongestMs' | 'appendRefusedMaxMs'>;
  readonly log: Log;
  /** Hears of each question and of its end. */
  readonly silence: Pick<StoreSilence, 'asked' | 'over'>;
  /** Hears of appends to tills that are refused. */
  readonly refusals: Pick<StoreRefusals, 'begun' | 'again' | 'over'>;
  /** The store has answered. */
  readonly answered: () => void;
  /** The process has opened its first till: until then nobody waits for what is refused. */
  readonly begun: () => boolean;
  /** The process ends: from now on an unknown outcome stays unknown. */
  readonly stopped: () => boolean;
};

/**
 * A store whose appends have a known outcome: while the store is unavailable the identical batch is tried again at the identical revision, the
 * next try after the last has ended. Whoever cannot wait stops waiting, never the append: a batch that was given up could be a charge that is
 * lost, or one that is recorded twice. Throws StoreUnavailable from an append only once `stopped`; reads throw it at once.
 *
 * A refusal says that nothing was written, and most pass (a password or an access list that is being changed): an append to a till is then tried
 * again too, and so is one whose earlier outcome is unknown, for `appendRefusedMaxMs`. Other refusals are thrown at once, whose caller decides
 * anew; so is InvalidAppend, which no time mends, and every refusal before the process has `begun`: its operator is to read the reason.
 */
export function retrying(
  store: EventStore,
  { timers, limits, log, silence, refusals, answered, begun, stopped }: Insistence,
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
    async append(stream, expected, events, options) {
      const isTill = tillOfStream(stream) !== undefined;
      let [isUnknown, refused]: [boolean, RefusedAppend | undefined] = [false, undefined];
      try {
        for (let pauseMs = limits.retryFirstMs; ; pauseMs = Math.min(2 * pauseMs, limits.retryLongestMs)) {
          try {
            return await ask(() => store.append(stream, expected, events, options));
          } catch (error) {
            if (error instanceof InvalidAppend || stopped()) throw error;
            const reason = reasonOf(error);
            if (error instanceof StoreUnavailable) {
              isUnknown = true;
              const facts = { stream, events: events.length, reason };
              log.warn(facts, 'the event store has not answered; the same batch is tried again');
            } else {
              if (!begun() || (!isTill && !isUnknown)) throw error;
              refused ??= refusals.begun(stream);
              if (refusals.again(refused, reason) >= limits.appendRefusedMaxMs) throw error;
            }
          }
          await timers.sleep(pauseMs);
          if (stopped()) throw new StoreUnavailable('the process ends before the outcome of an append is known');
        }
      } finally {
        refusals.over(refused);
      }
    },
    readStream: (stream, from, limit) => ask(() => store.readStream(stream, from, limit)),
    readStreamBackwards: (stream, limit, before) => ask(() => store.readStreamBackwards(stream, limit, before)),
    readAll: (after, limit) => ask(() => store.readAll(after, limit)),
    head: () => ask(() => store.head()),
    onAppended: (wake) => store.onAppended(wake),
  };
}
