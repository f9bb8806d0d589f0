import type { EventStore, Position } from '@ledgate/domain/ports/event-store';
import { BACKLOG_EVENTS_MAX } from './limits.ts';

const MS = 1_000;

/** What stands in the store behind a position: how many events, at most BACKLOG_EVENTS_MAX where positions have gaps, and the age of the first. */
export async function backlogOf(
  store: Pick<EventStore, 'head' | 'readAll'>,
  position: Position,
  { gaplessPositions, nowMs }: { readonly gaplessPositions: boolean; readonly nowMs: number },
): Promise<{ readonly events: number; readonly ageSeconds: number }> {
  const toCome = await store.readAll(position, gaplessPositions ? 1 : BACKLOG_EVENTS_MAX);
  const [oldest] = toCome;
  if (oldest === undefined) return { events: 0, ageSeconds: 0 };
  const events = gaplessPositions ? Math.max(1, (await store.head()) - position) : toCome.length;
  return { events, ageSeconds: Math.max(0, nowMs - Date.parse(oldest.recordedAt)) / MS };
}
