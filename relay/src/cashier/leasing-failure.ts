import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import { reasonOf } from './reason-of.ts';

/** As the adapter names what the event store refuses, whose class is not known here: credentials or access lists, a stream with gaps. */
const STORE_REFUSED = 'StoreRefused';

/** What leasing throws though no line of it is wrong: the event store is away, refuses, or holds what a later release wrote. */
const isOfTheStore = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  error instanceof WrittenByLaterRelease ||
  (error instanceof Error && error.name === STORE_REFUSED);

/** Tells why a lease could not be got or changed. What is not the event store's doing is a bug, and raises an alarm. */
export function tellLeasingFailure(
  log: Pick<Log, 'warn' | 'error'>,
  facts: object,
  what: string,
  error: unknown,
): void {
  const told = { ...facts, reason: reasonOf(error) };
  if (isOfTheStore(error)) log.warn(told, what);
  else log.error({ ...told, alarm: true, what, err: error }, 'a bug keeps requests from their quota');
}
