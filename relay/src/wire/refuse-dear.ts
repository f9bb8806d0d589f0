import { EventTooLarge } from '../errors/event-too-large.ts';
import { dearIn } from './json-size.ts';

/** Throws EventTooLarge where events would be too dear to parse. */
export function refuseDear(events: Buffer): void {
  const dear = dearIn(events);
  if (dear !== undefined) throw new EventTooLarge(`an event ${dear}`);
}
