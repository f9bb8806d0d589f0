import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { UNSEALED_PAGES_MAX, UNSEALED_READ_EVENTS_MAX } from '../limits.ts';
import { indexAt, knownHead } from '../queries/head.ts';
import type { Queryable } from '../shared/database.ts';
import { type SealTrouble, sealTreeRow } from './seal-tree-row.ts';
import { newestSeal, type SealRow } from './seals.ts';

/** `unsealedSinceMs`: when the store wrote the oldest event that no seal has, Unix milliseconds; null where all are sealed. */
type SealingState = {
  readonly seal: SealRow | undefined;
  readonly unsealedEvents: number;
  readonly unsealedSinceMs: number | null;
  readonly trouble: SealTrouble | null;
};

/** As the read models know the ledger. Throws StoreUnavailable. */
export async function sealingState(db: Queryable, store: Pick<EventStore, 'readAll'>): Promise<SealingState> {
  const seal = await newestSeal(db);
  const { position } = await knownHead(db);
  const unsealedEvents = Math.max(0, (await indexAt(db, position)) + 1 - (seal?.size ?? 0));
  const { sealedSize, sealedPosition, trouble } = await sealTreeRow(db);
  if (unsealedEvents === 0) return { seal, unsealedEvents, unsealedSinceMs: null, trouble };
  // Who sealed may have ended before he noted how far: what is between is sealed.
  let sealed = (seal?.size ?? 0) - sealedSize;
  let after = sealedPosition;
  for (let page = 0; page < UNSEALED_PAGES_MAX; page += 1) {
    const events = await store.readAll(after, UNSEALED_READ_EVENTS_MAX);
    for (const { stream, recordedAt } of events) {
      if (stream === SEAL_STREAM) continue;
      if (sealed <= 0) return { seal, unsealedEvents, unsealedSinceMs: Date.parse(recordedAt), trouble };
      sealed -= 1;
    }
    const last = events.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  return { seal, unsealedEvents, unsealedSinceMs: seal?.atMs ?? null, trouble };
}
