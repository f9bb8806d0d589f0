import type { RecordedEvent } from '../ports/event-store.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * What an event is ordered by: its account's stream for events of the account and for events of a till that carry an account, so that one
 * account's events keep their order; its own stream for everything else (docs/architecture.md#feed).
 */
export function partitionKeyOf({ stream, metadata }: Pick<RecordedEvent, 'stream' | 'metadata'>): string {
  const accountId = metadata['accountId'];
  return stream.startsWith('till-') && accountId !== undefined ? `account-${accountId}` : stream;
}

/**
 * The partition of an event among `partitions`, 0 the first. The hash is FNV-1a, 32 bits, over the UTF-16 code units of the key (stream names are
 * ASCII), its high half folded onto its low one, modulo the number of partitions. It is never changed: checkpoints and verify rest on it;
 * another number of partitions is another generation of the topic.
 */
export function partitionOf(event: Pick<RecordedEvent, 'stream' | 'metadata'>, partitions: number): number {
  if (partitions === 1) return 0;
  const key = partitionKeyOf(event);
  let hash = FNV_OFFSET;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), FNV_PRIME);
  return ((hash ^ (hash >>> 16)) >>> 0) % partitions;
}
