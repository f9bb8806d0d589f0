import { bedrockFrame } from '@ledgate/relay/testing/network/aws-frames';
import { event } from '@ledgate/relay/testing/fake-upstream';
import { ARGUMENTS, type Family, MESSAGE, type Told, TOKENS, TOOL } from './family.ts';

const MODEL = 'claude-3-7-sonnet-20250219';
const HEAD = { id: 'msg_1', type: 'message', role: 'assistant', model: MODEL, stop_sequence: null };
const USE = { type: 'tool_use', id: 'toolu_1', name: TOOL };
const JSON_ARGUMENTS = JSON.stringify(ARGUMENTS);

const whole = ({ pieces, hasCall }: Told): object => ({
  ...HEAD,
  content: [{ type: 'text', text: pieces.join('') }, ...(hasCall ? [{ ...USE, input: ARGUMENTS }] : [])],
  stop_reason: hasCall ? 'tool_use' : 'end_turn',
  usage: { input_tokens: TOKENS.prompt, output_tokens: TOKENS.completion },
});

type Data = { readonly type: string } & Readonly<Record<string, unknown>>;

const block = (index: number, content_block: object, deltas: readonly object[]): readonly Data[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];

const events = ({ pieces, hasCall }: Told): readonly Data[] => [
  {
    type: 'message_start',
    message: { ...HEAD, content: [], stop_reason: null, usage: { input_tokens: TOKENS.prompt, output_tokens: 1 } },
  },
  ...block(
    0,
    { type: 'text', text: '' },
    pieces.map((text) => ({ type: 'text_delta', text })),
  ),
  ...(hasCall
    ? block(
        1,
        { ...USE, input: {} },
        [JSON_ARGUMENTS.slice(0, 9), JSON_ARGUMENTS.slice(9)].map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      )
    : []),
  {
    type: 'message_delta',
    delta: { stop_reason: hasCall ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: TOKENS.completion },
  },
  { type: 'message_stop' },
];

/** Claude at Anthropic, and at AWS in frames and by a signature. */
export const CLAUDE_LIKE: readonly Family[] = [
  {
    key: 'anthropic',
    model: MODEL,
    hasTools: true,
    hasStructure: true,
    isStreamed: ({ text }) => (JSON.parse(text) as { readonly stream?: boolean }).stream === true,
    whole,
    stream: (told) => events(told).map((data) => `event: ${data.type}\n${event(data)}`),
    errors: [
      [400, 'invalid_request_error'],
      [404, 'not_found_error'],
      [429, 'rate_limit_error'],
      [529, 'overloaded_error'],
    ].map(([status, type]) => ({
      heard: Number(status),
      status: Number(status),
      body: { type: 'error', error: { type, message: MESSAGE } },
    })),
  },
  {
    key: 'bedrock',
    model: 'claude-3-5-sonnet-20241022',
    channel: () => ({ key: 'AKIAZ7EXAMPLEQ2LM4PX|wJalrXUtnFEMIK7MDENGbPxRfiCYzEXAMPLEKEY9|us-east-1' }),
    hasTools: true,
    hasStructure: true,
    isStreamed: ({ path }) => path.endsWith('/invoke-with-response-stream'),
    whole,
    contentType: 'application/vnd.amazon.eventstream',
    stream: (told) => events(told).map(bedrockFrame),
    errors: [400, 403, 429, 500].map((status) => ({ heard: status, status, body: { message: MESSAGE } })),
  },
];
