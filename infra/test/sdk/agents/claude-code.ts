import Anthropic from '@anthropic-ai/sdk';

export const BETAS = [
  'claude-code-20250219',
  'interleaved-thinking-2025-05-14',
  'fine-grained-tool-streaming-2025-05-14',
];
const SYSTEM_BYTES = 20 * 1024;
const COMPACT_BYTES = 150 * 1024;
const RESULT_BYTES = 8 * 1024;
const TOOL_NAMES = [
  'Task',
  'Bash',
  'Glob',
  'Grep',
  'LS',
  'ExitPlanMode',
  'Read',
  'Edit',
  'MultiEdit',
  'Write',
  'NotebookEdit',
  'WebFetch',
  'TodoWrite',
  'BashOutput',
  'KillShell',
];

type Block = Anthropic.Beta.BetaContentBlockParam;
type Message = { readonly role: 'user' | 'assistant'; readonly content: Block[] };

/**
 * Asks as Anthropic's agent for terminals does: a stream for each turn with the whole conversation, whose system text and last two turns are marked to be
 * kept, a count of its tokens and a word of a small model beside it, and a summary in place of the conversation once that is long.
 */
export class ClaudeCode {
  readonly compactions: number[] = [];
  /** Tokens of the prompt as they were counted, turn by turn. */
  readonly counted: number[] = [];
  readonly texts: string[] = [];
  readonly thoughts: string[] = [];
  readonly calls: string[] = [];
  readonly #client: Anthropic;
  readonly #model: string;
  readonly #sideModel: string;
  #messages: Message[] = [];

  constructor(baseURL: string, { model, sideModel }: { readonly model: string; readonly sideModel: string }) {
    this.#client = new Anthropic({
      baseURL,
      apiKey: 'key',
      maxRetries: 2,
      defaultHeaders: {
        'anthropic-version': '2023-06-01',
        'user-agent': 'claude-cli/2.0.14 (external, cli)',
        'x-app': 'cli',
      },
    });
    this.#model = model;
    this.#sideModel = sideModel;
  }

  get bytes(): number {
    return JSON.stringify(this.#messages).length;
  }

  /** What the person types, and what tools have found since. With `leaving` the turn is broken off when the first text has come. */
  async turn(words: string, leaving?: () => void): Promise<void> {
    if (this.bytes > COMPACT_BYTES) await this.#compact();
    this.#say([...this.#results(), { type: 'text', text: words }]);
    await this.#title(words);
    this.counted.push((await this.#client.beta.messages.countTokens({ ...this.#prompt(), betas: BETAS })).input_tokens);
    if (leaving !== undefined) return this.#leave(leaving);
    const { content } = await this.#ask().finalMessage();
    for (const part of content) {
      if (part.type === 'text') this.texts.push(part.text);
      if (part.type === 'thinking') this.thoughts.push(part.thinking);
      if (part.type === 'tool_use') this.calls.push(part.name);
    }
    this.#messages.push({ role: 'assistant', content: content as Block[] });
  }

  #prompt() {
    return {
      model: this.#model,
      system: system(),
      tools: TOOL_NAMES.map(toolOf),
      messages: marked(this.#messages),
      thinking: { type: 'enabled' as const, budget_tokens: 4_096 },
    };
  }

  #ask() {
    return this.#client.beta.messages.stream({
      ...this.#prompt(),
      max_tokens: 32_000,
      metadata: { user_id: 'user_1_account__session_2' },
      betas: BETAS,
    });
  }

  async #leave(leaving: () => void): Promise<void> {
    const stream = this.#ask();
    stream.on('text', () => stream.abort());
    const error: unknown = await stream.finalMessage().catch((thrown: unknown) => thrown);
    if (!(error instanceof Anthropic.APIUserAbortError)) throw new Error('it was not broken off', { cause: error });
    leaving();
    this.#messages.at(-1)?.content.push({ type: 'text', text: '[Request interrupted by user]' });
  }

  /** Whether these words begin another subject: not streamed, without tools. */
  async #title(words: string): Promise<void> {
    await this.#client.beta.messages.create({
      model: this.#sideModel,
      max_tokens: 512,
      system: [{ type: 'text', text: 'Say whether this begins another subject, as JSON.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: words }] }],
      betas: BETAS,
    });
  }

  async #compact(): Promise<void> {
    this.compactions.push(this.bytes);
    this.#say([...this.#results(), { type: 'text', text: 'Summarize our conversation so far.' }]);
    const { content } = await this.#ask().finalMessage();
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    this.#messages = [{ role: 'user', content: [{ type: 'text', text: `This goes on with a conversation: ${text}` }] }];
  }

  #results(): Block[] {
    const last = this.#messages.at(-1);
    if (last?.role !== 'assistant') return [];
    return last.content.flatMap((part) =>
      part.type === 'tool_use'
        ? [
            {
              type: 'tool_result' as const,
              tool_use_id: part.id,
              content: [{ type: 'text' as const, text: filled(`${part.name} found `, RESULT_BYTES) }],
            },
          ]
        : [],
    );
  }

  #say(content: Block[]): void {
    const last = this.#messages.at(-1);
    if (last?.role === 'user') last.content.push(...content);
    else this.#messages.push({ role: 'user', content });
  }
}

/** The last part of the last two turns. */
function marked(messages: readonly Message[]): Message[] {
  return messages.map(({ role, content }, index) => {
    if (index < messages.length - 2) return { role, content };
    const last = content.length - 1;
    return {
      role,
      content: content.map((part, at) =>
        at === last && part.type !== 'thinking' && part.type !== 'redacted_thinking'
          ? { ...part, cache_control: { type: 'ephemeral' as const } }
          : part,
      ) as Block[],
    };
  });
}

const system = (): Anthropic.Beta.BetaTextBlockParam[] => [
  {
    type: 'text',
    text: "You are Claude Code, Anthropic's official CLI for Claude.",
    cache_control: { type: 'ephemeral', ttl: '1h' },
  },
  { type: 'text', text: filled('Rules of the house. ', SYSTEM_BYTES), cache_control: { type: 'ephemeral', ttl: '1h' } },
];

const toolOf = (name: string): Anthropic.Beta.BetaTool => ({
  name,
  description: filled(`What ${name} does. `, 400),
  input_schema: {
    type: 'object',
    properties: { path: { type: 'string', description: 'An absolute path' }, limit: { type: 'number' } },
    required: ['path'],
    additionalProperties: false,
  },
});

const filled = (words: string, bytes: number): string => words.repeat(Math.ceil(bytes / words.length)).slice(0, bytes);
