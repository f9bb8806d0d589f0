import { createHash } from 'node:crypto';
import type { Metadata } from '@ledgate/domain/ports/event-store';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import type { MovableEvent } from './ledger.ts';

/** SHA-256 over the event's canonical JSON (RFC 8785): the same in every store that holds the same event. */
export const eventDigest = (event: MovableEvent): Buffer => createHash('sha256').update(canonicalEvent(event)).digest();

/**
 * Data are digested as the value that they are, whatever the order of its members. Text that JSON.stringify would print otherwise (large numbers, a
 * member that stands twice) may hold more than its value tells: it is digested as the text that it is, and no client prints it anew.
 */
export function canonicalEvent({ id, stream, revision, type, data, metadata, recordedAt }: MovableEvent): string {
  const value: unknown = JSON.parse(data);
  const content = JSON.stringify(value) === data ? { data: value } : { text: data };
  return canonicalJson({ id, stream, revision, type, recordedAt, metadata: withoutRecordedAt(metadata), ...content });
}

/** An event that has moved carries in its metadata what its first store kept beside it. */
function withoutRecordedAt(metadata: Metadata): Metadata {
  const { recordedAt: _, ...others } = metadata;
  return others;
}
