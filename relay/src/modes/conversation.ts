import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { isPromptOf } from '@ledgate/domain/pricing/prompt-bound';
import { AFFINITY_TOKENS_MIN } from '../limits.ts';
import { isObject, type JsonObject } from '../wire/json.ts';
import type { ChatRequest } from './chat-request.ts';

/**
 * By which headers agents name their sessions, one row an agent: of a call that has several, the first is taken (docs/behaviour.md#prompt-cache-affinity).
 * Codex names the thread beside the session that it is one of, and wrote both with low lines up to version 0.130.
 */
const SESSION_HEADERS: Readonly<Record<string, readonly string[]>> = {
  Codex: ['thread-id', 'thread_id', 'session-id', 'session_id', 'conversation_id'],
  'Claude Code': ['x-claude-code-session-id'],
  opencode: ['x-session-affinity', 'x-opencode-session', 'x-session-id'],
  'Kilo Code': ['x-kilocode-taskid'],
  'Qwen Code': ['x-qwen-code-session-id'],
  Amp: ['x-amp-thread-id'],
};

const SESSION_HEADERS_IN_TURN: readonly string[] = Object.values(SESSION_HEADERS).flat();

/**
 * Which conversation a chat goes on with, as a digest in which nobody's words can be read: by what its caller calls it, else by what it begins with
 * (docs/behaviour.md#prompt-cache-affinity). Undefined of prompts that are too short for a provider to keep.
 * @param whose what it is told apart from those of others by
 */
export function conversationOf(request: ChatRequest, headers: IncomingHttpHeaders, whose: string): string | undefined {
  if (!isPromptOf(AFFINITY_TOKENS_MIN, request.body, request.model)) return undefined;
  const named = request.native?.json.body ?? request.body;
  const name = nameIn(named, headers) ?? beginningOf(request, named);
  return hash('sha256', `${whose}\n${name}`, 'binary');
}

function nameIn(body: JsonObject, headers: IncomingHttpHeaders): string | undefined {
  const key = textOf(body['prompt_cache_key']);
  if (key !== undefined) return `key ${key}`;
  for (const header of SESSION_HEADERS_IN_TURN) {
    const session = textOf(headers[header]);
    if (session !== undefined) return `session ${session}`;
  }
  return undefined;
}

/** Tools, system text, and the user, or what he says first. Checksums are enough, and cheap: two conversations of one caller that look alike share a place. */
function beginningOf({ bytes, members, messages }: ChatRequest, { metadata }: JsonObject): string {
  const sums = [];
  for (const { name, valueStart, valueEnd } of members)
    if (TOOLS.has(name)) sums.push(sumOf(bytes.subarray(valueStart, valueEnd)));
  let first = '';
  for (const { role, content } of messages) {
    const text = saidIn(content);
    if (SYSTEM.has(role)) sums.push(sumOf(text));
    if (role !== 'user') continue;
    first = text;
    break;
  }
  const user = isObject(metadata) ? textOf(metadata['user_id']) : undefined;
  return `${sums.join(' ')} ${user === undefined ? `said ${sumOf(first)}` : `user ${user}`}`;
}

/** What stands beside the texts of a content changes from turn to turn, such as the mark up to which a prompt is to be kept. */
const saidIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content
          .map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : jsonOf(part)))
          .join('\n')
      : jsonOf(content);

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** Of a long text its length and three pieces: to read all of it would take longer than all else that is done with it here. */
function sumOf(data: string | Buffer): string {
  const { length } = data;
  if (typeof data !== 'string' || length <= 3 * PIECE_CHARACTERS) return `${length}:${crc32(data)}`;
  const middle = Math.floor((length - PIECE_CHARACTERS) / 2);
  const starts = [0, middle, length - PIECE_CHARACTERS];
  return `${length}:${crc32(starts.map((start) => data.slice(start, start + PIECE_CHARACTERS)).join(''))}`;
}
const PIECE_CHARACTERS = 512;

const TOOLS: ReadonlySet<string> = new Set(['tools', 'functions']);
const SYSTEM: ReadonlySet<unknown> = new Set(['system', 'developer']);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
