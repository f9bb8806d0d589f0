// Changes members of a JSON object in its original bytes: whatever is not changed keeps its spelling (big integers, numbers, escapes).
// The bytes must be known to be valid JSON; what these functions do with others is undefined but bounded.

/** Where a member stands: its name's opening quote, its value's first byte, and the byte after its value. */
export type Member = {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;

/** The members of the object whose `{` is the first byte that is no white space from `from` on, in their order, doubles included. */
export function membersOf(bytes: Buffer, from = 0): Member[] {
  const members: Member[] = [];
  let at = skipSpace(bytes, from);
  if (bytes[at] !== OPEN_BRACE) return members;
  at = skipSpace(bytes, at + 1);
  while (at < bytes.length && bytes[at] === QUOTE) {
    const start = at;
    const nameEnd = skipString(bytes, start);
    const valueStart = skipSpace(bytes, skipSpace(bytes, nameEnd) + 1);
    const valueEnd = skipValue(bytes, valueStart);
    members.push({ name: nameIn(bytes, start, nameEnd), start, valueStart, valueEnd });
    at = skipSpace(bytes, valueEnd);
    if (bytes[at] !== COMMA) break;
    at = skipSpace(bytes, at + 1);
  }
  return members;
}

/** First byte of the first element of the array that begins at `from`; undefined when it is empty or no array. */
export function firstElementOf(bytes: Buffer, from: number): number | undefined {
  const open = skipSpace(bytes, from);
  if (bytes[open] !== OPEN_BRACKET) return undefined;
  const first = skipSpace(bytes, open + 1);
  return bytes[first] === CLOSE_BRACKET ? undefined : first;
}

/** New JSON text of members by name: null takes one away, a name that is not there is added at the end. */
export type Changes = ReadonlyMap<string, string | null>;

/** The object of these members with the changes made: the members' own bytes, joined anew. */
export function changed(bytes: Buffer, members: readonly Member[], changes: Changes): Buffer {
  const parts: Buffer[] = [];
  const written = new Set<string>();
  const add = (part: Buffer): void => {
    parts.push(parts.length === 0 ? OPENING : SEPARATOR, part);
  };
  for (const { name, start, valueStart, valueEnd } of members) {
    const value = changes.get(name);
    if (value === undefined) add(bytes.subarray(start, valueEnd));
    else if (value !== null && !written.has(name))
      add(Buffer.concat([bytes.subarray(start, valueStart), Buffer.from(value)]));
    written.add(name);
  }
  for (const [name, value] of changes) {
    if (value !== null && !written.has(name)) add(Buffer.from(`${JSON.stringify(name)}:${value}`));
  }
  if (parts.length === 0) parts.push(OPENING);
  parts.push(CLOSING);
  return Buffer.concat(parts);
}

const OPENING = Buffer.from('{');
const SEPARATOR = Buffer.from(',');
const CLOSING = Buffer.from('}');

function nameIn(bytes: Buffer, start: number, end: number): string {
  const raw = bytes.toString('utf8', start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) <= SPACE) at += 1;
  return at;
}

/** From an opening quote to the byte after the closing one. Long strings (pictures) are crossed by native searches. */
export function skipString(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(QUOTE, at + 1);
    if (at < 0) return bytes.length;
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
}

function skipValue(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(bytes, from);
  let at = from;
  while (at < bytes.length && !endsScalar(bytes[at] as number)) at += 1;
  return at;
}

function skipNested(bytes: Buffer, from: number): number {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at);
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return at;
}

const endsScalar = (byte: number): boolean =>
  byte <= SPACE || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === COLON;
