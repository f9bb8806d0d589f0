import { MODEL_NAME_CHARACTERS_MAX } from '../catalogue/limits.ts';
import { isStorable } from '../shared/storable.ts';

/**
 * What a channel's setting `override` changes of each request that goes up to it (docs/behaviour.md#overrides). A path is the names of members from the
 * body's own down, written with dots between them.
 */
export type ChannelOverride = {
  /** The name under which the model is asked for and billed, in place of the one after the mapping. */
  readonly model: string | undefined;
  readonly body: BodyOverride | undefined;
  readonly headers: HeadersOverride | undefined;
};

export type Path = readonly string[];

export type BodyOverride = {
  readonly rename: readonly { readonly from: Path; readonly to: Path }[];
  readonly remove: readonly Path[];
  readonly set: readonly { readonly path: Path; readonly value: unknown }[];
};

/** Names in lower case. */
export type HeadersOverride = {
  readonly set: ReadonlyMap<string, string>;
  readonly remove: ReadonlySet<string>;
};

/** What of a setting is not accepted. `field`: from `override` down. */
export type OverrideFault = { readonly field: string } & (
  | { readonly rule: 'type'; readonly expected: 'object' | 'list' | 'text' }
  | { readonly rule: 'choice'; readonly choices: string }
  | { readonly rule: 'too_large'; readonly maximum: number; readonly of: 'number' | 'characters' | 'entries' }
  | { readonly rule: 'too_small'; readonly minimum: number; readonly of: 'number' }
  | { readonly rule: 'whole_number' }
  | { readonly rule: 'header_text' }
  /** No names with dots between them, or one that no member may have. */
  | { readonly rule: 'override_path' }
  /** The same member twice, or one within another. */
  | { readonly rule: 'override_twice' }
  /** What the caller says, and how it is to be answered. */
  | { readonly rule: 'override_callers' }
  /** The model's name is set and nothing else. */
  | { readonly rule: 'override_model' }
  /** What the connection, the length and the key of a request are told by. */
  | { readonly rule: 'override_header' }
);

type Read = { readonly override: ChannelOverride } | { readonly fault: OverrideFault };

const ENTRIES_MAX = 32;
const PATH_CHARACTERS_MAX = 128;
const VALUE_CHARACTERS_MAX = 8_192;
const HEADER_NAME_CHARACTERS_MAX = 64;
const HEADER_VALUE_CHARACTERS_MAX = 1_024;
const MAXIMUM_MAX = 1_073_741_823;
const CHOICES_MAX = 128;

/** Members by which providers are told how long an answer may be, wherever they stand, and how many are asked for. */
export const MAXIMUM_NAMES: ReadonlySet<string> = new Set([
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'maxOutputTokens',
  'max_tokens_to_sample',
  'maxTokens',
  'max_new_tokens',
  'num_predict',
]);
export const CHOICES_NAMES: ReadonlySet<string> = new Set(['n', 'candidateCount', 'candidate_count', 'best_of']);

/** What a caller says, and whether he waits for a stream: his own, by the first name of a path. */
const CALLERS: ReadonlySet<string> = new Set([
  'messages',
  'contents',
  'input',
  'inputs',
  'prompt',
  'query',
  'message',
  'chat_history',
  'tools',
  'functions',
  'stream',
]);
/** In other places than the body's own `model`. */
const MODELS_ELSEWHERE: ReadonlySet<string> = new Set(['parameter.chat.domain']);
const NO_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;
const HEADERS_KEPT =
  /^(?:host|content-(?:length|type|encoding)|transfer-encoding|accept-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|sec-websocket-.*)$/;
/** Keys stand in the channel's own field, which nobody is shown. */
const HEADERS_OF_KEYS = /^(?:authorization|cookie|api-key|x-api-key|x-goog-api-key|x-amz-.*|x-tc-.*)$/;

class Faulty extends Error {
  readonly fault: OverrideFault;

  constructor(fault: OverrideFault) {
    super(fault.rule);
    this.fault = fault;
  }
}

/** Pure. `value`: the setting's member `override` as parsed; absent or null is none. Each limit is of one list or one text of it. */
export function readOverride(value: unknown): Read {
  try {
    return { override: overrideIn(value ?? {}) };
  } catch (error) {
    if (error instanceof Faulty) return { fault: error.fault };
    throw error;
  }
}

const EMPTY: ChannelOverride = { model: undefined, body: undefined, headers: undefined };

function overrideIn(value: unknown): ChannelOverride {
  const { body, headers } = membersOf(value, 'override', ['body', 'headers']);
  return {
    ...EMPTY,
    ...(isAbsent(body) ? {} : bodyIn(membersOf(body, 'override.body', ['set', 'remove', 'rename']))),
    ...(isAbsent(headers) ? {} : headersIn(membersOf(headers, 'override.headers', ['set', 'remove']))),
  };
}

type Members = Readonly<Record<string, unknown>>;

function bodyIn({ set, remove, rename }: Members): Pick<ChannelOverride, 'model' | 'body'> {
  const taken = new TakenPaths();
  let model: string | undefined;
  const sets: BodyOverride['set'][number][] = [];
  for (const [name, value] of entriesOf(set, 'override.body.set')) {
    const field = `override.body.set.${name}`;
    const path = pathOf(name, field);
    taken.take(path, field);
    if (isModel(path)) model = modelIn(value, field);
    else {
      checkValue(path, value, field);
      sets.push({ path, value });
    }
  }
  const removes = textsOf(remove, 'override.body.remove').map(({ text, field }) => ownPath(text, field, taken));
  const renames = entriesOf(rename, 'override.body.rename').map(([from, to]) => {
    const field = `override.body.rename.${from}`;
    if (typeof to !== 'string') throw new Faulty({ field, rule: 'type', expected: 'text' });
    return { from: ownPath(from, field, taken), to: ownPath(to, field, taken) };
  });
  const isChanged = sets.length + removes.length + renames.length > 0;
  return { model, body: isChanged ? { set: sets, remove: removes, rename: renames } : undefined };
}

function headersIn({ set, remove }: Members): Pick<ChannelOverride, 'headers'> {
  const sets = new Map<string, string>();
  const removes = new Set<string>();
  for (const [name, value] of entriesOf(set, 'override.headers.set')) {
    const field = `override.headers.set.${name}`;
    const lower = headerName(name, field);
    if (typeof value !== 'string') throw new Faulty({ field, rule: 'type', expected: 'text' });
    limit(value, HEADER_VALUE_CHARACTERS_MAX, field);
    if (!HEADER_VALUE.test(value)) throw new Faulty({ field, rule: 'header_text' });
    if (sets.has(lower)) throw new Faulty({ field, rule: 'override_twice' });
    sets.set(lower, value);
  }
  for (const { text, field } of textsOf(remove, 'override.headers.remove')) {
    const lower = headerName(text, field);
    if (sets.has(lower) || removes.has(lower)) throw new Faulty({ field, rule: 'override_twice' });
    removes.add(lower);
  }
  return { headers: sets.size + removes.size > 0 ? { set: sets, remove: removes } : undefined };
}

function headerName(name: string, field: string): string {
  limit(name, HEADER_NAME_CHARACTERS_MAX, field);
  const lower = name.toLowerCase();
  if (!HEADER_NAME.test(name) || HEADERS_KEPT.test(lower) || HEADERS_OF_KEYS.test(lower))
    throw new Faulty({ field, rule: 'override_header' });
  return lower;
}

/** Paths that are named already: what happens to a member may be said once. */
class TakenPaths {
  readonly #paths: Path[] = [];

  take(path: Path, field: string): void {
    const isTaken = this.#paths.some((other) => {
      const [short, long] = other.length < path.length ? [other, path] : [path, other];
      return short.every((name, index) => name === long[index]);
    });
    if (isTaken) throw new Faulty({ field, rule: 'override_twice' });
    this.#paths.push(path);
  }
}

function ownPath(text: string, field: string, taken: TakenPaths): Path {
  const path = pathOf(text, field);
  if (isModel(path)) throw new Faulty({ field, rule: 'override_model' });
  taken.take(path, field);
  return path;
}

/** Providers spell it `model` or `Model`. */
const isModel = (path: Path): boolean => path.length === 1 && path[0]?.toLowerCase() === 'model';

function pathOf(text: string, field: string): Path {
  limit(text, PATH_CHARACTERS_MAX, field);
  const path = text.split('.');
  if (path.some((name) => name === '' || name.trim() !== name || NO_NAMES.has(name) || !isStorable(name)))
    throw new Faulty({ field, rule: 'override_path' });
  if (CALLERS.has((path[0] ?? '').toLowerCase())) throw new Faulty({ field, rule: 'override_callers' });
  if (MODELS_ELSEWHERE.has(text)) throw new Faulty({ field, rule: 'override_model' });
  return path;
}

function modelIn(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.trim() === '' || !isStorable(value))
    throw new Faulty({ field, rule: 'type', expected: 'text' });
  limit(value, MODEL_NAME_CHARACTERS_MAX, field);
  return value;
}

function checkValue(path: Path, value: unknown, field: string): void {
  const name = path.at(-1) ?? '';
  if (MAXIMUM_NAMES.has(name)) checkWhole(value, MAXIMUM_MAX, field);
  if (CHOICES_NAMES.has(name)) checkWhole(value, CHOICES_MAX, field);
  limit(JSON.stringify(value), VALUE_CHARACTERS_MAX, field);
}

function checkWhole(value: unknown, maximum: number, field: string): void {
  if (!Number.isSafeInteger(value)) throw new Faulty({ field, rule: 'whole_number' });
  if ((value as number) < 1) throw new Faulty({ field, rule: 'too_small', minimum: 1, of: 'number' });
  if ((value as number) > maximum) throw new Faulty({ field, rule: 'too_large', maximum, of: 'number' });
}

function limit(text: string, maximum: number, field: string): void {
  if (text.length > maximum) throw new Faulty({ field, rule: 'too_large', maximum, of: 'characters' });
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function membersOf(value: unknown, field: string, known: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Faulty({ field, rule: 'type', expected: 'object' });
  const other = Object.keys(value).find((name) => !known.includes(name));
  if (other !== undefined) throw new Faulty({ field: `${field}.${other}`, rule: 'choice', choices: known.join(', ') });
  return value as Members;
}

function entriesOf(value: unknown, field: string): readonly [name: string, value: unknown][] {
  if (isAbsent(value)) return [];
  if (typeof value !== 'object' || Array.isArray(value)) throw new Faulty({ field, rule: 'type', expected: 'object' });
  const entries = Object.entries(value as Members);
  if (entries.length > ENTRIES_MAX) throw new Faulty({ field, rule: 'too_large', maximum: ENTRIES_MAX, of: 'entries' });
  return entries;
}

function textsOf(value: unknown, field: string): readonly { readonly text: string; readonly field: string }[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new Faulty({ field, rule: 'type', expected: 'list' });
  if (value.length > ENTRIES_MAX) throw new Faulty({ field, rule: 'too_large', maximum: ENTRIES_MAX, of: 'entries' });
  return (value as unknown[]).map((text, index) => {
    const place = `${field}.${index}`;
    if (typeof text !== 'string') throw new Faulty({ field: place, rule: 'type', expected: 'text' });
    return { text, field: place };
  });
}
