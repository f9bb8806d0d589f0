import type { Member } from './json-splice.ts';

/** Members that decide who serves and what it costs. Two of one name could mean one thing to us and another to the upstream. */
const ONCE = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'tools',
  'functions',
  'modalities',
  'audio',
  'web_search_options',
  'search_parameters',
  'plugins',
  'enable_search',
  'models',
  'deferred',
  'service_tier',
  'reasoning_effort',
  'input',
];

/** The other members that are known to be read here or by an upstream. */
const OTHERS = [
  'best_of',
  'dimensions',
  'echo',
  'encoding_format',
  'frequency_penalty',
  'function_call',
  'group',
  'logit_bias',
  'logprobs',
  'metadata',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_retention',
  'response_format',
  'safety_identifier',
  'seed',
  'stop',
  'store',
  'suffix',
  'temperature',
  'thinking',
  'tool_choice',
  'top_k',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
];

/** A member that could mean one thing to us and another to the upstream, and what is wrong with it. */
type BadName = { readonly field: string; readonly problem: string };

/** The member names that a protocol knows: `once` decide who serves and what it costs, `others` are read here or by an upstream. */
export class MemberNames {
  /** By name: its bit among those that may stand once, 0 for the others. */
  readonly #known: ReadonlyMap<string, number>;

  constructor(once: readonly string[], others: readonly string[]) {
    this.#known = new Map([
      ...once.map((name, index) => [name, 1 << index] as const),
      ...others.map((name) => [name, 0] as const),
    ]);
  }

  /**
   * The first member that decides something and stands twice, or that differs from a known one in letter case alone: some upstreams match names
   * without regard to case (the letters that fold into ASCII included, such as the long s), and the last one wins. Undefined when there is none.
   */
  badAmong(members: readonly Member[]): BadName | undefined {
    let seen = 0;
    for (const { name } of members) {
      const bit = this.#known.get(name);
      if (bit === undefined) {
        const meant = knownAs(name, this.#known);
        if (meant !== undefined) return misspelled(name, meant);
      } else if ((seen & bit) !== 0) return { field: name, problem: 'stands in the body twice' };
      else seen |= bit;
    }
    return undefined;
  }
}

const OPENAI_NAMES = new MemberNames(ONCE, OTHERS);
const OPTIONS_OF_STREAM: ReadonlySet<string> = new Set(['include_usage', 'include_obfuscation']);

/** Of a body in OpenAI's form. */
export const badNameAmong = (members: readonly Member[]): BadName | undefined => OPENAI_NAMES.badAmong(members);

/** The same for the members of stream_options, by their names. */
export function badStreamOption(options: object): BadName | undefined {
  for (const name of Object.keys(options)) {
    const meant = OPTIONS_OF_STREAM.has(name) ? undefined : knownAs(name, OPTIONS_OF_STREAM);
    if (meant !== undefined) return misspelled(`stream_options.${name}`, meant);
  }
  return undefined;
}

/** No known name is longer, and folding never makes a name shorter. */
const NAME_CHARACTERS_MAX = 32;

function knownAs(name: string, known: { has(name: string): boolean }): string | undefined {
  if (name.length > NAME_CHARACTERS_MAX) return undefined;
  const folded = name.toUpperCase().toLowerCase();
  return known.has(folded) ? folded : undefined;
}

const misspelled = (field: string, meant: string): BadName => ({ field, problem: `must be spelled ${meant}` });
