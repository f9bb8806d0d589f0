import type { JsonObject } from '../../wire/json.ts';

/**
 * What is found out of one member of a chat, or of one thing that its messages may have: by `asked`, against `without`, what becomes of it.
 */
export type Probe = {
  /** As the document calls it; `kind` where it may be asked for in several ways. */
  readonly name: string;
  readonly kind?: string;
  readonly without: JsonObject;
  readonly asked: JsonObject;
  /** Of numbers: from the least to the greatest that OpenAI takes, with one between them that nobody has as a default. */
  readonly numbers?: readonly number[];
  /** Pictures that are named by address, and the same as bytes, for who takes no others. */
  readonly asBytes?: { readonly without: JsonObject; readonly asked: JsonObject };
};

const HI = [{ role: 'user', content: 'hi' }];
/** Above the least that models think in, and below the most that they write. */
export const BASE: JsonObject = { messages: HI, max_tokens: 2_000 };

const member = (name: string, value: unknown, context: JsonObject = {}, kind?: string): Probe => ({
  name: `\`${name}\``,
  ...(kind === undefined ? {} : { kind }),
  without: { ...BASE, ...context },
  asked: { ...BASE, ...context, [name]: value },
});

const number = (name: string, numbers: readonly number[], asked = numbers[1], context: JsonObject = BASE): Probe => ({
  name: `\`${name}\``,
  without: context,
  asked: { ...context, [name]: asked },
  numbers,
});

/** The same conversation with two texts, of which one is looked for. */
const told = (
  name: string,
  kind: string | undefined,
  conversation: (text: string) => readonly JsonObject[],
  context: JsonObject = {},
): Probe => ({
  name,
  ...(kind === undefined ? {} : { kind }),
  without: { ...BASE, ...context, messages: conversation('cmVk') },
  asked: { ...BASE, ...context, messages: conversation('Ymx1') },
});

const part = (name: string, kind: string | undefined, of: (text: string) => JsonObject): Probe =>
  told(name, kind, (text) => [{ role: 'user', content: [{ type: 'text', text: 'hi' }, of(text)] }]);

const FUNCTION = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: { at: { type: 'string' } } },
};
const TOOLS = { tools: [{ type: 'function', function: FUNCTION }] };
const TWO_TOOLS = { tools: [...TOOLS.tools, { type: 'function', function: { ...FUNCTION, name: 'find' } }] };
const allowing = (mode: string): JsonObject => ({
  type: 'allowed_tools',
  allowed_tools: { mode, tools: [{ type: 'function', function: { name: 'find' } }] },
});
const SCHEMA = { type: 'object', properties: { at: { type: 'string' } } };

const called = (id: string, argument: string, result: string): readonly JsonObject[] => [
  ...HI,
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: JSON.stringify({ argument }) } }],
  },
  { role: 'tool', tool_call_id: id, content: result },
];
const picture = (url: string): JsonObject => ({ type: 'image_url', image_url: { url } });
const asData = (text: string): string => `data:image/png;base64,${text}`;

const PICTURE = part('pictures', 'as data', (text) => picture(asData(text)));

/** Longer than any name of a user that has a meaning. */
const LONG = 256;

/** Every member of OpenAI's chat request, one that nobody knows, and what messages may have. */
export const PROBES: readonly Probe[] = [
  member('stream', true),
  {
    name: '`stream_options`',
    without: { ...BASE, stream: true, stream_options: { include_usage: true } },
    asked: { ...BASE, stream: true, stream_options: { include_usage: true, include_obfuscation: false } },
  },
  number('max_tokens', [1, 1_013, 1_000_000], 1_013, { messages: HI }),
  number('max_completion_tokens', [1, 1_013, 1_000_000], 1_013, { messages: HI }),
  number('temperature', [0, 0.37, 2]),
  number('top_p', [0, 0.37, 1]),
  number('top_k', [1, 41, 1_000]),
  number('frequency_penalty', [-2, 0.37, 2]),
  number('presence_penalty', [-2, 0.37, 2]),
  number('n', [1, 2, 128], 2),
  member('stop', 'END', {}, 'one'),
  member('stop', ['END', 'FIN'], {}, 'several'),
  member('seed', 7),
  member('logprobs', true),
  member('top_logprobs', 2, { logprobs: true }),
  member('logit_bias', { 50256: -100 }),
  member('user', 'an-end-user', {}, 'as usual'),
  member('user', 'u', {}, 'of one letter'),
  member('user', 'u'.repeat(LONG), {}, `of ${LONG} letters`),
  member('metadata', { a: 'b' }),
  member('store', true),
  member('service_tier', 'flex'),
  member('reasoning_effort', 'high'),
  member('verbosity', 'low'),
  member('modalities', ['text', 'audio'], { audio: { voice: 'alloy', format: 'wav' } }, 'sound'),
  member('prediction', { type: 'content', content: 'hi' }),
  member('prompt_cache_key', 'a-key'),
  member('prompt_cache_retention', '24h'),
  member('safety_identifier', 'an-end-user'),
  member('web_search_options', {}),
  member('response_format', { type: 'json_object' }, {}, 'json_object'),
  member('response_format', { type: 'json_schema', json_schema: { name: 'place', schema: SCHEMA } }, {}, 'json_schema'),
  member('tools', TOOLS.tools, {}, 'functions'),
  member('tools', [{ type: 'custom', custom: { name: 'look' } }], {}, 'custom'),
  member('tool_choice', 'auto', TOOLS, 'auto'),
  member('tool_choice', 'none', TOOLS, 'none'),
  member('tool_choice', 'required', TOOLS, 'required'),
  member('tool_choice', { type: 'function', function: { name: 'look' } }, TOOLS, 'one by its name'),
  member('tool_choice', allowing('auto'), TWO_TOOLS, 'some of them'),
  member('tool_choice', allowing('required'), TWO_TOOLS, 'one of some'),
  member('parallel_tool_calls', false, TOOLS),
  member('functions', [FUNCTION]),
  member('function_call', 'none', { functions: [FUNCTION] }, 'none'),
  member('function_call', { name: 'look' }, { functions: [FUNCTION] }, 'one by its name'),
  { ...member('a_member_that_nobody_knows', 1), name: 'members that nobody knows' },
  told('texts', 'system', (text) => [{ role: 'system', content: text }, ...HI]),
  told('texts', 'developer', (text) => [{ role: 'developer', content: text }, ...HI]),
  told('texts', 'user', (text) => [{ role: 'user', content: text }]),
  told('texts', 'assistant', (text) => [...HI, { role: 'assistant', content: text }, ...HI]),
  told('names of messages', undefined, (text) => [{ role: 'user', content: 'hi', name: text }]),
  part('texts', 'in parts', (text) => ({ type: 'text', text })),
  PICTURE,
  {
    ...part('pictures', 'by address', (text) => picture(`https://pictures.example/${text}`)),
    asBytes: { without: PICTURE.without, asked: PICTURE.asked },
  },
  part('sound', undefined, (data) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } })),
  part('files', undefined, (text) => ({
    type: 'file',
    file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${text}` },
  })),
  told('calls', 'arguments', (text) => called('call_1', text, 'seen'), TOOLS),
  told('calls', 'ids', (text) => called(`call_${text}`, 'here', 'seen'), TOOLS),
  told('calls', 'results', (text) => called('call_1', 'here', text), TOOLS),
  told('refusals', undefined, (text) => [...HI, { role: 'assistant', content: null, refusal: text }, ...HI]),
  told('thoughts', undefined, (text) => [...HI, { role: 'assistant', content: 'hi', reasoning_content: text }, ...HI]),
  told('calls', '`function_call`', (text) => [
    ...HI,
    {
      role: 'assistant',
      content: null,
      function_call: { name: 'look', arguments: JSON.stringify({ argument: text }) },
    },
    { role: 'function', name: 'look', content: 'seen' },
  ]),
];
