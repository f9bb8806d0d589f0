import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beginStream, errorText, event, type Received, sendJson } from '@ledgate/relay/testing/fake-upstream';
import { z } from 'zod';
import type { AgentDouble, Said, Spent } from './agent-double.ts';
import { PrefixCache, tokensOf } from './prefix-cache.ts';

const ENCRYPTION_KEY = 'what only the provider has';
const REASONING_TOKENS = 7;

const item = z.looseObject({
  type: z.string(),
  call_id: z.string().optional(),
  encrypted_content: z.string().optional(),
});
type Item = z.infer<typeof item>;
const bodySchema = z.looseObject({
  model: z.string(),
  instructions: z.string(),
  input: z.array(item).min(1),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string() })).default([]),
  prompt_cache_key: z.string().optional(),
  store: z.literal(false).optional(),
  include: z.array(z.string()).optional(),
  context_management: z.array(z.object({ type: z.literal('compaction'), compact_threshold: z.number() })).optional(),
});
type Body = z.infer<typeof bodySchema>;

/**
 * OpenAI's Responses for who has nothing stored: what was thought goes to the caller and back encrypted, and so does what a conversation came to, by a call
 * of its own or on the way, above the threshold that a request states. It caches beginnings of prompts by itself, for each `prompt_cache_key`.
 */
export class ResponsesDouble implements AgentDouble {
  readonly spent: Spent[] = [];
  readonly refused: string[] = [];
  overloads = 0;
  behindText: Promise<void> | undefined;
  readonly #caches = new Map<string, PrefixCache>();
  readonly #answer: (tools: readonly string[]) => Said;
  readonly #headers: Readonly<Record<string, string>>;

  /** `headers`: those that every request must have, as they are. */
  constructor(headers: Readonly<Record<string, string>>, answer: (tools: readonly string[]) => Said) {
    this.#headers = headers;
    this.#answer = answer;
  }

  readonly play = async (response: ServerResponse, { headers, path, text }: Received): Promise<void> => {
    const parsed = bodySchema.safeParse(JSON.parse(text));
    const wrong = Object.entries(this.#headers).find(([name, value]) => headers[name] !== value);
    const problem =
      wrong === undefined ? (parsed.success ? problemIn(parsed.data.input) : parsed.error.message) : String(wrong);
    if (problem !== undefined || !parsed.success) {
      this.refused.push(`${path}: ${problem}`);
      return sendJson(response, errorText({ message: problem }), 400);
    }
    if (this.overloads > 0) {
      this.overloads -= 1;
      return sendJson(response, errorText({ message: 'Overloaded', type: 'server_error' }), 529);
    }
    if (path === '/v1/responses') return this.#respond(response, parsed.data);
    if (path === '/v1/responses/compact') return this.#compact(response, parsed.data);
    response.writeHead(404).end();
  };

  #compact(response: ServerResponse, body: Body): void {
    const output = [compactionOf(this.spent.length)];
    const usage = this.#spend(body, output);
    const id = `resp_${this.spent.length}`;
    sendJson(response, JSON.stringify({ id, object: 'response.compaction', created_at: 1, output, usage }));
  }

  async #respond(response: ServerResponse, body: Body): Promise<void> {
    const number = this.spent.length;
    const threshold = body.context_management?.[0]?.compact_threshold ?? Infinity;
    const isLong = tokensOf(JSON.stringify(body.input).length) > threshold;
    const isEncrypted = body.include?.includes('reasoning.encrypted_content') === true;
    const output = [
      ...(isLong ? [compactionOf(number)] : []),
      ...itemsOf(this.#answer(body.tools.map(({ name }) => name)), number, isEncrypted),
    ];
    const usage = this.#spend(body, output);
    const told = { id: `resp_${number}`, object: 'response', created_at: 1, model: body.model, store: false };
    let sequence = 0;
    const tell = (type: string, members: object): void => {
      response.write(`event: ${type}\n${event({ type, sequence_number: sequence, ...members })}`);
      sequence += 1;
    };
    beginStream(response);
    tell('response.created', { response: { ...told, status: 'in_progress', output: [] } });
    for (const [output_index, one] of output.entries()) {
      tell('response.output_item.added', { output_index, item: { ...one, ...beginningOf(one) } });
      const at = { item_id: one['id'], output_index };
      if (one.type === 'message') {
        tell('response.content_part.added', { ...at, content_index: 0, part: { type: 'output_text', text: '' } });
        tell('response.output_text.delta', { ...at, content_index: 0, delta: textOf(one) });
        if (body.tools.length > 0) await this.behindText;
        tell('response.output_text.done', { ...at, content_index: 0, text: textOf(one) });
      }
      if (one.type === 'function_call')
        tell('response.function_call_arguments.delta', { ...at, delta: one['arguments'] });
      if (one.type === 'custom_tool_call')
        tell('response.custom_tool_call_input.delta', { ...at, delta: one['input'] });
      tell('response.output_item.done', { output_index, item: one });
    }
    tell('response.completed', { response: { ...told, status: 'completed', output, usage } });
    response.end();
  }

  #spend({ model, instructions, tools, input: items, prompt_cache_key: key = '' }: Body, output: readonly Item[]) {
    const cache = this.#caches.get(key) ?? new PrefixCache();
    this.#caches.set(key, cache);
    const pieces = [instructions, tools, ...items].map((piece) => ({
      text: JSON.stringify(piece),
      mark: '5m' as const,
    }));
    const { input, cachedRead, cachedWrite } = cache.split(pieces);
    const written = tokensOf(JSON.stringify(output).length) + REASONING_TOKENS;
    const prompt = input + cachedRead + cachedWrite;
    this.spent.push({
      model,
      input: input + cachedWrite,
      cachedRead,
      cachedWrite: 0,
      cachedWrite1h: 0,
      output: written,
    });
    return {
      input_tokens: prompt,
      input_tokens_details: { cached_tokens: cachedRead },
      output_tokens: written,
      output_tokens_details: { reasoning_tokens: REASONING_TOKENS },
      total_tokens: prompt + written,
    };
  }
}

function itemsOf({ thinking, text, tool }: Said, number: number, isEncrypted: boolean): readonly Item[] {
  const summary = [{ type: 'summary_text', text: thinking }];
  const encrypted = isEncrypted ? { encrypted_content: encryptedOf(`reasoning ${number}`) } : {};
  const content = [{ type: 'output_text', text, annotations: [] }];
  return [
    ...(thinking === undefined ? [] : [{ id: `rs_${number}`, type: 'reasoning', summary, ...encrypted }]),
    { id: `msg_${number}`, type: 'message', role: 'assistant', status: 'completed', content },
    ...(tool === undefined ? [] : [callOf(tool, number)]),
  ];
}

/** A tool of one text is `custom`. */
function callOf({ name, input }: NonNullable<Said['tool']>, number: number): Item {
  const call = { call_id: `call_${number}`, name, status: 'completed' };
  return 'input' in input
    ? { id: `ctc_${number}`, type: 'custom_tool_call', ...call, input: input.input }
    : { id: `fc_${number}`, type: 'function_call', ...call, arguments: JSON.stringify(input) };
}

const compactionOf = (number: number): Item => ({
  id: `cmp_${number}`,
  type: 'compaction',
  encrypted_content: encryptedOf(`conversation ${number}`),
});

const beginningOf = ({ type }: Item): object =>
  type === 'message' ? { content: [] } : type === 'function_call' ? { arguments: '' } : {};

const textOf = ({ content }: Item): unknown => (content as readonly { readonly text: string }[])[0]?.text;

/** Why the original would refuse it. */
function problemIn(items: readonly Item[]): string | undefined {
  const open = new Set<string | undefined>();
  for (const [index, { type, call_id: call, encrypted_content: encrypted }] of items.entries()) {
    if ((type === 'reasoning' || type === 'compaction') && (encrypted === undefined || !isOwn(encrypted)))
      return `input[${index}]: The encrypted content could not be verified`;
    if (type.endsWith('_call')) open.add(call);
    if (type.endsWith('_output') && !open.delete(call))
      return `input[${index}]: No tool call found for ${String(call)}`;
  }
  return open.size === 0 ? undefined : `No tool output found for ${[...open].join()}`;
}

const encryptedOf = (text: string): string => `${text}.${seal(text)}`;
const isOwn = (encrypted: string): boolean => {
  const [text = '', sealed] = encrypted.split('.');
  return seal(text) === sealed;
};
const seal = (text: string): string => createHmac('sha256', ENCRYPTION_KEY).update(text).digest('hex');
