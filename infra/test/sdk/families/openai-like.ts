import { DONE, event } from '@ledgate/relay/testing/fake-upstream';
import { responseEvents, wholeResponse } from './own-responses.ts';
import { ARGUMENTS, type Family, MESSAGE, type Told, TOKENS, TOOL } from './family.ts';

const RESPONSES = '/v1/responses';
const USAGE = {
  prompt_tokens: TOKENS.prompt,
  completion_tokens: TOKENS.completion,
  total_tokens: TOKENS.prompt + TOKENS.completion,
};
const CALL = { id: 'callAAAA1', type: 'function', function: { name: TOOL, arguments: JSON.stringify(ARGUMENTS) } };
const HEAD = { id: 'c1', created: 1, model: 'm' };

const whole = ({ pieces, hasCall }: Told): object => ({
  ...HEAD,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: pieces.join(''), ...(hasCall ? { tool_calls: [CALL] } : {}) },
      finish_reason: hasCall ? 'tool_calls' : 'stop',
    },
  ],
  usage: USAGE,
});

const chunk = (delta: object, reason: string | null = null): string =>
  event({ ...HEAD, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] });

const stream = ({ pieces, hasCall }: Told): readonly string[] => [
  chunk({ role: 'assistant', content: '' }),
  ...pieces.map((content) => chunk({ content })),
  ...(hasCall ? [chunk({ tool_calls: [{ index: 0, ...CALL }] })] : []),
  chunk({}, hasCall ? 'tool_calls' : 'stop'),
  event({ ...HEAD, object: 'chat.completion.chunk', choices: [], usage: USAGE }),
  DONE,
];

const openAiLike = {
  hasTools: true,
  hasStructure: true,
  isStreamed: ({ text }) => (JSON.parse(text) as { readonly stream?: boolean }).stream === true,
  whole,
  stream,
  errors: [400, 404, 429, 500].map((status) => ({
    heard: status,
    status,
    body: { error: { message: MESSAGE, type: 'fake', param: null, code: null } },
  })),
} satisfies Partial<Family>;

export const OPENAI_LIKE: readonly Family[] = [
  { key: 'azure', model: 'gpt-4o-mini', ...openAiLike },
  { key: 'mistral', model: 'mistral-large-latest', ...openAiLike },
];
/** It has Responses itself, beside chats. */
export const OPENAI: Family = {
  key: 'openai',
  model: 'gpt-4o',
  ...openAiLike,
  whole: (told, path) => (path === RESPONSES ? wholeResponse(told) : whole(told)),
  stream: (told, path) => (path === RESPONSES ? responseEvents(told) : stream(told)),
};
