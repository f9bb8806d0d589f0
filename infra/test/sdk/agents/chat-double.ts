import type { ServerResponse } from 'node:http';
import { beginStream, DONE, errorText, event, type Received, sendJson } from '@ledgate/relay/testing/fake-upstream';
import { z } from 'zod';
import { PrefixCache, tokensOf } from './prefix-cache.ts';
import type { AgentDouble, Said, Spent } from './agent-double.ts';

const message = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() })), z.null()]),
  tool_calls: z.array(z.object({ id: z.string(), type: z.string(), function: z.looseObject({}) })).optional(),
  tool_call_id: z.string().optional(),
});
type Message = z.infer<typeof message>;
/** Strict: what another protocol knows must not go up. */
const bodySchema = z.strictObject({
  model: z.string(),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.literal(true) }).optional(),
  messages: z.array(message),
  tools: z
    .array(z.strictObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }))
    .default([]),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: z.boolean().optional(),
  max_tokens: z.number().optional(),
  reasoning_effort: z.string().optional(),
  verbosity: z.string().optional(),
  user: z.string().optional(),
});
type Body = z.infer<typeof bodySchema>;

/** A provider of chat completions that caches beginnings of prompts by itself, and demands a result for each call. */
export class ChatDouble implements AgentDouble {
  readonly spent: Spent[] = [];
  readonly refused: string[] = [];
  overloads = 0;
  behindText: Promise<void> | undefined;
  readonly #cache = new PrefixCache();
  readonly #answer: (tools: readonly string[]) => Said;

  constructor(answer: (tools: readonly string[]) => Said) {
    this.#answer = answer;
  }

  readonly play = async (response: ServerResponse, { path, text }: Received): Promise<void> => {
    const parsed = bodySchema.safeParse(JSON.parse(text));
    const problem = parsed.success ? problemIn(parsed.data.messages) : parsed.error.message;
    if (path !== '/v1/chat/completions' || problem !== undefined || !parsed.success) {
      this.refused.push(`${path}: ${problem}`);
      return sendJson(response, errorText({ message: problem }), 400);
    }
    if (this.overloads > 0) {
      this.overloads -= 1;
      response.setHeader('retry-after', '0');
      return sendJson(response, errorText({ message: 'Overloaded' }), 529);
    }
    await this.#tell(response, parsed.data);
  };

  async #tell(response: ServerResponse, { model, messages, tools, stream }: Body): Promise<void> {
    const pieces = [tools, ...messages].map((piece) => ({ text: JSON.stringify(piece), mark: '5m' as const }));
    const { input, cachedRead, cachedWrite } = this.#cache.split(pieces);
    const said = this.#answer(tools.map(({ function: { name } }) => name));
    const { thinking, text, tool } = said;
    const output = tokensOf(JSON.stringify(said).length);
    const prompt = input + cachedRead + cachedWrite;
    const usage = {
      prompt_tokens: prompt,
      completion_tokens: output,
      total_tokens: prompt + output,
      prompt_tokens_details: { cached_tokens: cachedRead },
    };
    this.spent.push({ model, input: input + cachedWrite, cachedRead, cachedWrite: 0, cachedWrite1h: 0, output });
    const id = `call_${this.spent.length}`;
    const call = tool && { id, type: 'function', function: { name: tool.name, arguments: JSON.stringify(tool.input) } };
    const finish = call === undefined ? 'stop' : 'tool_calls';
    const head = { id: `chat_${this.spent.length}`, created: 1, model };
    if (stream !== true) {
      const whole = { role: 'assistant', content: text, reasoning_content: thinking, tool_calls: call && [call] };
      const choices = [{ index: 0, message: whole, finish_reason: finish }];
      return sendJson(response, JSON.stringify({ ...head, object: 'chat.completion', choices, usage }));
    }
    const tell = (delta: object, reason: string | null = null): void => {
      const choices = [{ index: 0, delta, finish_reason: reason }];
      response.write(event({ ...head, object: 'chat.completion.chunk', choices, usage: null }));
    };
    beginStream(response);
    tell({ role: 'assistant', content: '' });
    if (thinking !== undefined) tell({ reasoning_content: thinking });
    tell({ content: text });
    if (tools.length > 0) await this.behindText;
    if (call !== undefined) tell({ tool_calls: [{ index: 0, ...call }] });
    tell({}, finish);
    response.end(`${event({ ...head, object: 'chat.completion.chunk', choices: [], usage })}${DONE}`);
  }
}

/** Why a provider would refuse it. */
function problemIn(messages: readonly Message[]): string | undefined {
  let open: string[] = [];
  for (const [index, { role, tool_calls: calls = [], tool_call_id: result }] of messages.entries()) {
    if (role === 'tool') {
      if (open.shift() !== result) return `messages[${index}]: a result of another call`;
    } else if (open.length > 0) return `messages[${index}]: calls without a result`;
    else open = calls.map(({ id }) => id);
  }
  return undefined;
}
