import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beginStream, event, type Received, sendJson } from '@ledgate/relay/testing/fake-upstream';
import { z } from 'zod';
import { type Piece, PrefixCache, tokensOf } from './prefix-cache.ts';
import type { AgentDouble, Said, Spent } from './agent-double.ts';

const SIGNING_KEY = 'what only the provider has';

const mark = z.object({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).optional();
const block = z.looseObject({ type: z.string(), cache_control: mark });
type Block = z.infer<typeof block>;
const bodySchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  system: z.array(block),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(block) })),
});
type Body = z.infer<typeof bodySchema>;

/**
 * Claude at Anthropic, as strict as the original where an agent's conversation rests on it: headers, thoughts with their own signatures, results for all
 * calls. It keeps prompts where they are marked.
 */
export class ClaudeDouble implements AgentDouble {
  readonly spent: Spent[] = [];
  readonly refused: string[] = [];
  overloads = 0;
  behindText: Promise<void> | undefined;
  readonly #cache = new PrefixCache();
  readonly #answer: (tools: readonly string[]) => Said;
  readonly #headers: Readonly<Record<string, string>>;

  /** `headers`: those that every request must have, as they are. */
  constructor(headers: Readonly<Record<string, string>>, answer: (tools: readonly string[]) => Said) {
    this.#headers = headers;
    this.#answer = answer;
  }

  readonly play = async (response: ServerResponse, { headers, path, text }: Received): Promise<void> => {
    const wrong = Object.entries(this.#headers).find(([name, value]) => headers[name] !== value);
    if (path !== '/v1/messages' || wrong !== undefined) return this.#refuse(response, `${path}: ${String(wrong)}`);
    const parsed = bodySchema.safeParse(JSON.parse(text));
    if (!parsed.success) return this.#refuse(response, parsed.error.message);
    const problem = problemIn(parsed.data);
    if (problem !== undefined) return this.#refuse(response, problem);
    if (this.overloads > 0) {
      this.overloads -= 1;
      response.setHeader('retry-after', '0');
      return sendJson(response, errorBody('overloaded_error', 'Overloaded'), 529);
    }
    await this.#tell(response, parsed.data);
  };

  #refuse(response: ServerResponse, problem: string): void {
    this.refused.push(problem);
    sendJson(response, errorBody('invalid_request_error', problem), 400);
  }

  async #tell(response: ServerResponse, body: Body): Promise<void> {
    const { input, cachedRead, cachedWrite, cachedWrite1h } = this.#cache.split(piecesOf(body));
    const said = this.#answer(body.tools.map(({ name }) => name));
    const content = contentOf(said, this.spent.length);
    const output = tokensOf(JSON.stringify(content).length);
    const usage = {
      input_tokens: input,
      cache_creation_input_tokens: cachedWrite + cachedWrite1h,
      cache_read_input_tokens: cachedRead,
      cache_creation: { ephemeral_5m_input_tokens: cachedWrite, ephemeral_1h_input_tokens: cachedWrite1h },
      service_tier: 'standard',
    };
    const stop_reason = said.tool === undefined ? 'end_turn' : 'tool_use';
    const message = { id: `msg_${this.spent.length}`, type: 'message', role: 'assistant', model: body.model };
    this.spent.push({ model: body.model, input, cachedRead, cachedWrite, cachedWrite1h, output });
    if (body.stream !== true) {
      const whole = { ...message, content, stop_reason, usage: { ...usage, output_tokens: output } };
      return sendJson(response, JSON.stringify(whole));
    }
    beginStream(response);
    response.write(
      named({ type: 'message_start', message: { ...message, content: [], usage: { ...usage, output_tokens: 1 } } }),
    );
    for (const [index, part] of content.entries()) {
      response.write(eventsOf(index, part));
      if (part.type === 'text' && body.tools.length > 0) await this.behindText;
    }
    response.write(named({ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: output } }));
    response.end(named({ type: 'message_stop' }));
  }
}

type Content = { readonly type: string } & Readonly<Record<string, unknown>>;

function contentOf({ thinking, text, tool }: Said, number: number): readonly Content[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: signatureOf(thinking) }]),
    { type: 'text', text },
    ...(tool === undefined ? [] : [{ type: 'tool_use', id: `toolu_${number}`, ...tool }]),
  ];
}

function eventsOf(index: number, part: Content): string {
  const { type, thinking, signature, text, input, ...rest } = part;
  const [beginning, deltas] =
    type === 'thinking'
      ? [
          { type, thinking: '', signature: '' },
          [
            { type: 'thinking_delta', thinking },
            { type: 'signature_delta', signature },
          ],
        ]
      : type === 'text'
        ? [{ type, text: '' }, [{ type: 'text_delta', text }]]
        : [{ type, ...rest, input: {} }, halves(JSON.stringify(input))];
  return [
    named({ type: 'content_block_start', index, content_block: beginning }),
    ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
    named({ type: 'content_block_stop', index }),
  ].join('');
}

const halves = (json: string): readonly object[] =>
  [json.slice(0, 5), json.slice(5)].map((partial_json) => ({ type: 'input_json_delta', partial_json }));

/** Why the original would refuse it. */
function problemIn({ messages }: Body): string | undefined {
  let open: readonly unknown[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    const answered = content.filter(({ type }) => type === 'tool_result').map((result) => result['tool_use_id']);
    if (JSON.stringify(answered) !== JSON.stringify(open)) return `messages.${index}: results ${String(answered)}`;
    open = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    for (const { type, thinking, signature } of content) {
      if (type === 'thinking' && (role !== 'assistant' || signature !== signatureOf(String(thinking))))
        return `messages.${index}: Invalid \`signature\` in \`thinking\` block`;
    }
  }
  return undefined;
}

const piecesOf = ({ tools, system, messages }: Body): readonly Piece[] => [
  { text: JSON.stringify(tools) },
  ...system.map(pieceOf),
  ...messages.flatMap(({ role, content }) => content.map((part) => ({ ...pieceOf(part), role }))),
];

function pieceOf({ cache_control: marked, ...rest }: Block): Piece {
  return { text: JSON.stringify(rest), mark: marked === undefined ? undefined : (marked.ttl ?? '5m') };
}

const signatureOf = (thinking: string): string => createHmac('sha256', SIGNING_KEY).update(thinking).digest('base64');

const named = (data: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${data.type}\n${event(data)}`;

const errorBody = (type: string, message: string): string =>
  JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' });
