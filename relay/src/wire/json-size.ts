import { RelayError } from '../errors/relay-error.ts';
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../limits.ts';
import { skipString } from './json-splice.ts';

/** A shorter text can hold neither too many values nor too deep ones, and what it is parsed into is little. */
const HARMLESS_BYTES = 4 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

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
export function valuesIn(bytes: Buffer): number | string {
  let values = 1;
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
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return `nests deeper than ${JSON_DEPTH_MAX} levels`;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (values > JSON_VALUES_MAX) return `holds more than ${JSON_VALUES_MAX} values`;
  }
  return values;
}
