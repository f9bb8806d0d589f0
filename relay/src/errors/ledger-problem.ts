import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { Crowded } from './crowded.ts';
import { RelayError } from './relay-error.ts';

/** What a caller is told when the ledger cannot be asked; undefined: the error is none of those that pass. */
export function ledgerProblem(error: unknown): RelayError | undefined {
  if (error instanceof Crowded) return RelayError.unavailable(error.message);
  if (error instanceof StoreUnavailable) return RelayError.unavailable('the ledger cannot be reached');
  if (error instanceof WrittenByLaterRelease)
    return RelayError.unavailable('this account was written by a later release');
  return undefined;
}
