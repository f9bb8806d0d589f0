import { RelayError } from '../errors/relay-error.ts';
import { ANSWER_VALUES_MAX, JSON_DEPTH_MAX, JSON_VALUES_MAX, SMALL_ANSWER_BYTES } from '../limits.ts';
import { skipString } from './json-splice.ts';

/** A shorter text can hold neither too many values nor too deep ones, and what it is parsed into is little. */
const HARMLESS_BYTES = 4 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** How many values a body holds (0: few), or what makes it too dear to parse. */
export function jsonValues(bytes: Buffer): number | RelayError {
  if (bytes.length <= HARMLESS_BYTES) return 0;
  const values = valuesIn(bytes);
  return typeof values === 'number' ? values : RelayError.field('', `the body ${values}`);
}

/**
 * How many values a JSON text holds, well formed or not, or in words what makes it too dear to parse. A list of empty objects takes twenty times its
 * bytes, and what stands too deep ends whoever goes down to it by calling himself. It does not look into strings: JSON in one has its own values.
 */
export function valuesIn(bytes: Buffer, valuesMax = JSON_VALUES_MAX): number | string {
  let values = 1;
  let opened = 0;
  let depth = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at);
      continue;
    }
    at += 1;
    if (byte === COMMA) values += 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      values += 1;
      opened += 1;
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return `nests deeper than ${JSON_DEPTH_MAX} levels`;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (values > valuesMax) return `holds more than ${valuesMax} values`;
    if (opened > JSON_VALUES_MAX) return `holds more than ${JSON_VALUES_MAX} objects and lists`;
  }
  return values;
}

/** Whether this is JSON of an object or a list, and not sound or text. */
export function beginsAsJson(bytes: Buffer): boolean {
  const first = bytes.find((byte) => !BLANKS.has(byte));
  return first === OPEN_BRACE || first === OPEN_BRACKET;
}

/**
 * What makes JSON of an upstream too dear to parse, an answer or events, in words; undefined where nothing does. Everybody would wait for seconds: half a
 * minute for 64 MiB of empty objects. Of vectors it may have more numbers than a request has values, since those are cheap.
 */
export function dearIn(bytes: Buffer): string | undefined {
  if (bytes.length <= SMALL_ANSWER_BYTES) return undefined;
  const values = valuesIn(bytes, ANSWER_VALUES_MAX);
  return typeof values === 'string' ? values : undefined;
}
