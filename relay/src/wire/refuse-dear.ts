import { EventTooLarge } from '../errors/event-too-large.ts';
import { LINE_MEAN_BYTES_MIN, SPARSE_PIECE_BYTES_MIN } from '../limits.ts';
import { dearIn } from './json-size.ts';

const NEWLINE = 0x0a;

/** Throws EventTooLarge where events would be too dear to parse. */
export function refuseDear(events: Buffer): void {
  const dear = dearIn(events);
  if (dear !== undefined) throw new EventTooLarge(`an event ${dear}`);
}

/** Throws EventTooLarge for a flood of lines with next to nothing in them: each is an event, and 64 KiB of them would keep everybody waiting for seconds. */
export function refuseSparse(events: Buffer): void {
  if (events.length < SPARSE_PIECE_BYTES_MIN) return;
  let left = Math.floor(events.length / LINE_MEAN_BYTES_MIN);
  for (let end = events.indexOf(NEWLINE); end >= 0; end = events.indexOf(NEWLINE, end + 1)) {
    left -= 1;
    if (left < 0) throw new EventTooLarge(`more than one line in ${LINE_MEAN_BYTES_MIN} bytes of a stream`);
  }
}
