/** One event of a stream is larger than the limit. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}
