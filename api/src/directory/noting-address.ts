import type { EventStore } from '@ledgate/domain/ports/event-store';
import { noteAddress } from '@ledgate/projections/directory/audit/addresses';
import type { AnyCall } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

/**
 * The ledger for a call whose change is an event, and so its own record (docs/architecture.md#audit): from which address the call came is noted before each
 * append, and not where nothing is to be written. An append without it is not made.
 */
export function notingAddress(
  { db, store }: Pick<ApiPorts, 'db' | 'store'>,
  call: Pick<AnyCall, 'requestId' | 'address'>,
): EventStore {
  return {
    async append(...batch) {
      await noteAddress(db, call);
      return store.append(...batch);
    },
    readStream: (...asked) => store.readStream(...asked),
    readStreamBackwards: (...asked) => store.readStreamBackwards(...asked),
    readAll: (...asked) => store.readAll(...asked),
    head: () => store.head(),
    onAppended: (wake) => store.onAppended(wake),
  };
}
