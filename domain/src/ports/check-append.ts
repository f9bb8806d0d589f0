import { isJson } from '../shared/is-json.ts';
import { isPlainJson } from '../shared/plain-json.ts';
import {
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  type EventToAppend,
  type ExpectedRevision,
  InvalidAppend,
  type Metadata,
  NO_STREAM,
} from './event-store.ts';

/** Characters (UTF-16 units) of a stream's name or an event's type; what every store can index. */
export const STREAM_NAME_LENGTH_MAX = 200;
const EVENT_TYPE_LENGTH_MAX = 200;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UTF8_BYTES_PER_UNIT_MAX = 3;
/** A control character is six ASCII characters in JSON. */
const JSON_BYTES_PER_UNIT_MAX = 6;
const JSON_BYTES_PER_FIELD = '"":"",'.length;

/**
 * Refuses with InvalidAppend what no store may be asked to write; every adapter calls this before anything else, so that all refuse the same.
 * The bytes of an append are those of its data and metadata as UTF-8.
 */
export function checkAppend(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): void {
  checkName('stream', stream, STREAM_NAME_LENGTH_MAX);
  if (expected !== NO_STREAM && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new InvalidAppend(`${String(expected)} is no revision`);
  if (events.length === 0) throw new InvalidAppend('an append without events');
  if (events.length > APPEND_EVENTS_MAX)
    throw new InvalidAppend(`${events.length} events in one append; at most ${APPEND_EVENTS_MAX} may be`);
  for (const event of events) checkEvent(event);
  if (new Set(events.map(({ id }) => id)).size !== events.length)
    throw new InvalidAppend('an event id stands twice in one append');
  const bytes = bytesOf(events);
  if (bytes > APPEND_BYTES_MAX)
    throw new InvalidAppend(`an append of ${bytes} bytes; at most ${APPEND_BYTES_MAX} may be`);
}

function checkEvent({ id, type, data, metadata }: EventToAppend): void {
  if (!UUID.test(id)) throw new InvalidAppend(`event id ${id} is no lower-case UUID`);
  checkName('event type', type, EVENT_TYPE_LENGTH_MAX);
  if (hasHalfCharacter(data)) throw new InvalidAppend(`the data of ${type} holds half a character`);
  if (!isPlainJson(data) && !isJson(data)) throw new InvalidAppend(`the data of ${type} is no JSON`);
  for (const [key, value] of Object.entries(metadata)) {
    if (typeof value !== 'string') throw new InvalidAppend(`metadata ${key} of ${type} is no text`);
  }
}

function checkName(what: string, name: string, lengthMax: number): void {
  if (name === '' || name.length > lengthMax)
    throw new InvalidAppend(`a ${what} of ${name.length} characters; 1 to ${lengthMax} may be`);
  if (name.includes('\0') || hasHalfCharacter(name))
    throw new InvalidAppend(`a ${what} with a character that cannot be stored`);
}

/** Whether a surrogate stands without its other half: no store could give the text back as it was. (TypeScript's ES2023 does not know the method yet.) */
const hasHalfCharacter = (text: string): boolean => !(text as string & { isWellFormed(): boolean }).isWellFormed();

/** Exact only where it comes near the limit; this is on the hot path. */
function bytesOf(events: readonly EventToAppend[]): number {
  const bound = events.reduce(
    (sum, { data, metadata }) => sum + UTF8_BYTES_PER_UNIT_MAX * data.length + boundOf(metadata),
    0,
  );
  if (bound <= APPEND_BYTES_MAX) return bound;
  const encoder = new TextEncoder();
  return events.reduce(
    (sum, { data, metadata }) => sum + encoder.encode(data).length + encoder.encode(JSON.stringify(metadata)).length,
    0,
  );
}

const boundOf = (metadata: Metadata): number =>
  Object.entries(metadata).reduce(
    (sum, [key, value]) => sum + JSON_BYTES_PER_UNIT_MAX * (key.length + value.length) + JSON_BYTES_PER_FIELD,
    '{}'.length,
  );
