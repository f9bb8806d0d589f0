import { createHash, type Hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
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
 * Which conversation a chat goes on with, as a digest of fixed length in which nobody's words can be read: by what its caller calls it, else by what it begins
 * with (docs/behaviour.md#prompt-cache-affinity). Undefined of prompts that are too short for a provider to keep.
 * @param whose what it is told apart from those of others by
 */
export function conversationOf(request: ChatRequest, headers: IncomingHttpHeaders, whose: string): string | undefined {
  if (!isPromptOf(AFFINITY_TOKENS_MIN, request.body, request.model)) return undefined;
  const hash = createHash('sha256').update(whose);
  const named = request.native?.json.body ?? request.body;
  const name = nameIn(named, headers);
  if (name !== undefined) return hash.update(`\n${name}`).digest('binary');
  const user = isObject(named['metadata']) ? textOf(named['metadata']['user_id']) : undefined;
  const first = addBeginning(hash, request);
  // What follows is told from what went before by its own mark.
  hash.update(user === undefined ? `\nsaid ${first}` : `\nuser ${user}`);
  return hash.digest('binary');
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

/** Takes in system text and tools; answers what the user says first. */
function addBeginning(hash: Hash, { bytes, members, messages }: ChatRequest): string {
  for (const { name, valueStart, valueEnd } of members)
    if (TOOLS.has(name)) hash.update(`\n${name} `).update(bytes.subarray(valueStart, valueEnd));
  for (const { role, content } of messages) {
    const text = typeof content === 'string' ? content : (JSON.stringify(content) ?? '');
    if (role === 'user') return text;
    if (SYSTEM.has(role)) hash.update('\nsystem ').update(text);
  }
  return '';
}

const TOOLS: ReadonlySet<string> = new Set(['tools', 'functions']);
const SYSTEM: ReadonlySet<unknown> = new Set(['system', 'developer']);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
