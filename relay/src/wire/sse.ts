// Server-sent events as bytes: found and told apart by native searches, parsed only where they must be.
import { isObject, type JsonObject, parsedJson } from './json.ts';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const USAGE = Buffer.from('"usage"');
const DONE = Buffer.from('[DONE]');
const CHOICES = Buffer.from('"choices"');
const ERROR_MEMBERS = ['"error"', '"message"', '"msg"'].map((member) => Buffer.from(member));
const COLON = 0x3a;
const SMALL_N = 0x6e;

/**
 * Brings lines that end with a lone return to ones that end with a newline; other bytes stay as they are. JSON holds no bare return, so each is the
 * end of a line. One at the very end of a chunk counts at once, and a newline that comes next belongs to it.
 */
export class LineEnds {
  #isAfterReturn = false;

  of(chunk: Buffer): Buffer {
    const rest = this.#isAfterReturn && chunk[0] === NEWLINE ? chunk.subarray(1) : chunk;
    if (chunk.length > 0) this.#isAfterReturn = false;
    let lone = loneReturn(rest, 0);
    if (lone < 0) return rest;
    const bytes = Buffer.from(rest);
    for (; lone >= 0; lone = loneReturn(bytes, lone + 1)) bytes[lone] = NEWLINE;
    this.#isAfterReturn = rest.at(-1) === RETURN;
    return bytes;
  }
}

function loneReturn(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(RETURN, from); at >= 0; at = bytes.indexOf(RETURN, at + 1))
    if (bytes[at + 1] !== NEWLINE) return at;
  return -1;
}

/**
 * Index after the last blank line that ends in `chunk`, 0 when none does. `atLineStart`: what came before `chunk` ended with a line's end, so that
 * a line end at its very beginning makes a blank line.
 */
export function endOfLastEvent(chunk: Buffer, atLineStart: boolean): number {
  const { length } = chunk;
  if (length > 1 && chunk[length - 1] === NEWLINE && chunk[length - 2] === NEWLINE) return length;
  for (let end = chunk.lastIndexOf(NEWLINE); end >= 0; end = end === 0 ? -1 : chunk.lastIndexOf(NEWLINE, end - 1)) {
    let before = end - 1;
    if (before >= 0 && chunk[before] === RETURN) before -= 1;
    if (before < 0 ? atLineStart : chunk[before] === NEWLINE) return end + 1;
  }
  return 0;
}

/** Whether a line begins after `chunk`, given whether one began before it. A lone return belongs to the line end that follows. */
export function endsAtLineStart(chunk: Buffer, atLineStart: boolean): boolean {
  let last = chunk.length - 1;
  if (last >= 0 && chunk[last] === RETURN) last -= 1;
  return last < 0 ? atLineStart : chunk[last] === NEWLINE;
}

/** Whether the end mark may be in these bytes. Texts may contain the same letters. */
export const mayEnd = (bytes: Buffer): boolean => bytes.indexOf(DONE) >= 0;

/**
 * Whether one of these events may tell an error: there is a member in which providers do, or none that a chunk has. Texts cannot match: there the quotes are
 * escaped.
 */
export const mayBeError = (bytes: Buffer): boolean =>
  eventsIn(bytes).some((event) => event.indexOf(CHOICES) < 0) ||
  ERROR_MEMBERS.some((member) => bytes.indexOf(member) >= 0);

/** Whether a member "usage" stands in these bytes that is not null. Texts cannot match: there the quotes are escaped. */
export function hasUsage(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(USAGE); at >= 0; at = bytes.indexOf(USAGE, at + USAGE.length)) {
    let next = skipBlanks(bytes, at + USAGE.length);
    if (bytes[next] !== COLON) continue;
    next = skipBlanks(bytes, next + 1);
    if (bytes[next] !== SMALL_N) return true;
  }
  return false;
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === NEWLINE || bytes[at] === RETURN) at += 1;
  return at;
}

/** Cuts whole events, each with the blank line that ends it. */
export function eventsIn(bytes: Buffer): Buffer[] {
  const events: Buffer[] = [];
  let start = 0;
  let lineStart = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, end + 1)) {
    const isBlank = end === lineStart || (end === lineStart + 1 && bytes[lineStart] === RETURN);
    lineStart = end + 1;
    if (!isBlank) continue;
    events.push(bytes.subarray(start, lineStart));
    start = lineStart;
  }
  if (start < bytes.length) events.push(bytes.subarray(start));
  return events;
}

/** The data of an event, its lines joined; '' for comments and other fields. */
export function dataOf(event: Buffer): string {
  const lines: string[] = [];
  for (const line of event.toString('utf8').split('\n')) {
    if (line.startsWith('data:')) lines.push(line.slice('data:'.length).trim());
  }
  return lines.join('\n');
}

/** The data of an event; undefined for comments and what is no object. */
export function jsonIn(event: Buffer): JsonObject | undefined {
  const data = parsedJson(dataOf(event));
  return isObject(data) ? data : undefined;
}

export const END_MARK = '[DONE]';
