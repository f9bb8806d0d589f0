import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import OpenAI from 'openai';

export const BETA = 'responses=experimental';
const INSTRUCTIONS_BYTES = 20 * 1024;
export const COMPACT_BYTES = 150 * 1024;
const RESULT_BYTES = 8 * 1024;
const OVERLOADED_RETRIES = 4;
const FUNCTIONS = [
  'shell',
  'update_plan',
  'view_image',
  'exec_command',
  'write_stdin',
  'list_mcp_resources',
  'list_mcp_resource_templates',
  'read_mcp_resource',
  'spawn_agent',
  'send_input',
  'wait',
  'close_agent',
  'request_user_input',
  'read_file',
];

type Item = OpenAI.Responses.ResponseInputItem;
/** How a long conversation is made shorter: by a call of its own, by the provider on the way, or by asking the model for a summary. */
type Compaction = 'call' | 'inside' | 'summary';

/**
 * Asks as OpenAI's agent for terminals does: a WebSocket first, then by HTTP a stream for each turn with the whole conversation, of which nothing is stored, so
 * that what was thought goes to and fro encrypted.
 */
export class Codex {
  readonly compactions: number[] = [];
  readonly texts: string[] = [];
  readonly thoughts: string[] = [];
  readonly calls: string[] = [];
  readonly #baseUrl: string;
  readonly #client: OpenAI;
  readonly #models: { readonly model: string; readonly sideModel: string };
  readonly #compaction: Compaction;
  #items: Item[] = [];

  constructor(baseUrl: string, models: { readonly model: string; readonly sideModel: string }, compaction: Compaction) {
    this.#baseUrl = baseUrl;
    this.#client = new OpenAI({
      baseURL: `${baseUrl}/v1`,
      apiKey: 'key',
      maxRetries: 0,
      defaultHeaders: {
        'openai-beta': BETA,
        originator: 'codex_cli_rs',
        session_id: '0199a213-81c0-7800-8aa1-bbab2a035a53',
        'user-agent': 'codex_cli_rs/0.60.1 (Linux; x86_64)',
      },
    });
    this.#models = models;
    this.#compaction = compaction;
  }

  get bytes(): number {
    return JSON.stringify(this.#items).length;
  }

  /** The status by which a WebSocket is refused. */
  async tryWebSocket(): Promise<number | undefined> {
    const asked = httpRequest(`${this.#baseUrl}/v1/responses`, {
      headers: {
        authorization: 'Bearer key',
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'openai-beta': 'responses_websockets=2026-02-06',
      },
    });
    asked.end();
    const [{ statusCode }] = (await once(asked, 'response')) as [IncomingMessage];
    asked.destroy();
    return statusCode;
  }

  /** What the person types, behind what tools have found. With `leaving` the turn is broken off when the first text has come. */
  async turn(words: string, leaving?: () => void): Promise<void> {
    if (this.#compaction !== 'inside' && this.bytes > COMPACT_BYTES) await this.#compact();
    this.#items.push(userSays(words));
    await this.#title(words);
    const output = await this.#ask(this.#prompt(), leaving);
    if (output === undefined) {
      this.#items.push(userSays('<turn_aborted>'));
      return;
    }
    for (const item of output) this.#keep(item);
  }

  #keep(item: OpenAI.Responses.ResponseOutputItem): void {
    if (item.type === 'compaction') {
      // What stands before it is in it.
      this.compactions.push(this.bytes);
      this.#items = [];
    }
    if (item.type === 'message')
      this.texts.push(item.content.map((part) => (part.type === 'output_text' ? part.text : '')).join(''));
    if (item.type === 'reasoning') this.thoughts.push(item.summary.map(({ text }) => text).join(''));
    this.#items.push(item as Item);
    if (item.type === 'function_call' || item.type === 'custom_tool_call') {
      this.calls.push(item.name);
      const output = filled(`${item.name} found `, RESULT_BYTES);
      const type = item.type === 'function_call' ? 'function_call_output' : 'custom_tool_call_output';
      this.#items.push({ type, call_id: item.call_id, output });
    }
  }

  #prompt(): OpenAI.Responses.ResponseCreateParamsStreaming {
    return {
      model: this.#models.model,
      instructions: instructions(),
      input: this.#items,
      tools: tools(),
      tool_choice: 'auto',
      parallel_tool_calls: true,
      reasoning: { effort: 'medium', summary: 'auto' },
      text: { verbosity: 'low' },
      store: false,
      stream: true,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: '0199a213-81c0-7800-8aa1-bbab2a035a53',
      ...(this.#compaction === 'inside'
        ? { context_management: [{ type: 'compaction', compact_threshold: COMPACT_BYTES / 4 }] }
        : {}),
    };
  }

  /** The items of a turn, undefined where it was broken off; an overloaded provider is asked again at once. */
  async #ask(
    body: OpenAI.Responses.ResponseCreateParamsStreaming,
    leaving?: () => void,
  ): Promise<readonly OpenAI.Responses.ResponseOutputItem[] | undefined> {
    const stream = await this.#again(() => this.#client.responses.create(body));
    const output: OpenAI.Responses.ResponseOutputItem[] = [];
    for await (const told of stream) {
      if (told.type === 'response.output_item.done') output.push(told.item);
      if (told.type === 'response.completed') return output;
      if (told.type !== 'response.output_text.delta' || leaving === undefined) continue;
      stream.controller.abort();
      leaving();
      return undefined;
    }
    throw new Error('the stream ended before response.completed');
  }

  async #again<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof OpenAI.InternalServerError) || tried > OVERLOADED_RETRIES) throw error;
      }
    }
  }

  async #title(words: string): Promise<void> {
    const input = [userSays(words)];
    const instructions = 'Name this task in three words.';
    await this.#ask({ model: this.#models.sideModel, instructions, input, store: false, stream: true });
  }

  async #compact(): Promise<void> {
    this.compactions.push(this.bytes);
    const { model, instructions, input } = this.#prompt();
    if (this.#compaction === 'call') {
      const body = { model: String(model), instructions: instructions ?? '', input: input ?? [] };
      const { output } = await this.#again(() => this.#client.responses.compact(body));
      this.#items = output as Item[];
      return;
    }
    const asked = [...this.#items, userSays('Write a summary for another model that goes on.')];
    const said = (await this.#ask({ ...this.#prompt(), tools: [], input: asked })) ?? [];
    const text = said.map((item) => (item.type === 'message' ? JSON.stringify(item.content) : '')).join('');
    this.#items = [userSays(`Another model wrote this: ${text}`)];
  }
}

const userSays = (text: string): Item => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

const instructions = (): string => filled('You are Codex, based on GPT-5. ', INSTRUCTIONS_BYTES);

const tools = (): OpenAI.Responses.Tool[] => [
  ...FUNCTIONS.map((name) => ({
    type: 'function' as const,
    name,
    description: filled(`What ${name} does. `, 400),
    strict: false,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, limit: { type: 'number' } },
      required: ['path'],
      additionalProperties: false,
    },
  })),
  {
    type: 'custom',
    name: 'apply_patch',
    description: 'Edits files.',
    format: { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin Patch" LF hunk+ "*** End Patch" LF?' },
  },
];

const filled = (words: string, bytes: number): string => words.repeat(Math.ceil(bytes / words.length)).slice(0, bytes);
