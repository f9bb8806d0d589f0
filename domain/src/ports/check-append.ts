import { APPEND_BYTES_MAX, APPEND_EVENTS_MAX, type EventToAppend, type ExpectedRevision, InvalidAppend, NO_STREAM } from './event-store.ts';

/** Letters (UTF-16 units) of a stream's name or an event's type; what every store can index. */
export const STREAM_NAME_LENGTH_MAX = 200;
export const EVENT_TYPE_LENGTH_MAX = 200;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** A surrogate without its other half: no store could give it back as it was. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const UTF8_BYTES_PER_UNIT_MAX = 3;

/**
 * Refuses with InvalidAppend what no store may be asked to write; every adapter calls this before anything else, so that all refuse the same.
 * The bytes of an append are those of its data and metadata as UTF-8.
 */
export function checkAppend(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): void {
  checkName('stream', stream, STREAM_NAME_LENGTH_MAX);
  if (expected !== NO_STREAM && !(Number.isSafeInteger(expected) && expected >= 0)) throw new InvalidAppend(`${String(expected)} is no revision`);
  if (events.length === 0) throw new InvalidAppend('an append without events');
  if (events.length > APPEND_EVENTS_MAX) throw new InvalidAppend(`${events.length} events in one append; at most ${APPEND_EVENTS_MAX} may be`);
  for (const event of events) checkEvent(event);
  if (new Set(events.map(({ id }) => id)).size !== events.length) throw new InvalidAppend('an event id stands twice in one append');
  const bytes = bytesOf(events);
  if (bytes > APPEND_BYTES_MAX) throw new InvalidAppend(`an append of ${bytes} bytes; at most ${APPEND_BYTES_MAX} may be`);
}

function checkEvent({ id, type, data, metadata }: EventToAppend): void {
  if (!UUID.test(id)) throw new InvalidAppend(`event id ${id} is no lower-case UUID`);
  checkName('event type', type, EVENT_TYPE_LENGTH_MAX);
  if (LONE_SURROGATE.test(data)) throw new InvalidAppend(`the data of ${type} holds half a letter`);
  try {
    JSON.parse(data);
  } catch {
    throw new InvalidAppend(`the data of ${type} is no JSON`);
  }
  for (const [key, value] of Object.entries(metadata)) {
    if (typeof value !== 'string') throw new InvalidAppend(`metadata ${key} of ${type} is no text`);
  }
}

function checkName(what: string, name: string, lengthMax: number): void {
  if (name === '' || name.length > lengthMax) throw new InvalidAppend(`a ${what} of ${name.length} letters; 1 to ${lengthMax} may be`);
  if (name.includes('\0') || LONE_SURROGATE.test(name)) throw new InvalidAppend(`a ${what} with a letter that cannot be stored`);
}

/** Exact only where it comes near the limit. */
function bytesOf(events: readonly EventToAppend[]): number {
  const texts = events.flatMap(({ data, metadata }) => [data, JSON.stringify(metadata)]);
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  if (units * UTF8_BYTES_PER_UNIT_MAX <= APPEND_BYTES_MAX) return units * UTF8_BYTES_PER_UNIT_MAX;
  const encoder = new TextEncoder();
  return texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);
}
