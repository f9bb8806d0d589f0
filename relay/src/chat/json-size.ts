import { RelayError } from '../http/relay-error.ts';
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

/**
 * How many values a JSON text holds, well formed or not (0: few), or what makes it too dear to parse. A list of empty objects takes twenty times its
 * bytes, and what stands too deep ends whoever goes down to it by calling himself.
 */
export function jsonValues(bytes: Buffer): number | RelayError {
  if (bytes.length <= HARMLESS_BYTES) return 0;
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
      if (depth > JSON_DEPTH_MAX) return RelayError.field('', `the body nests deeper than ${JSON_DEPTH_MAX} levels`);
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (values > JSON_VALUES_MAX) return RelayError.field('', `the body holds more than ${JSON_VALUES_MAX} values`);
  }
  return values;
}
