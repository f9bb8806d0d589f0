import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI, type Content, type GenerateContentResponse } from '@google/genai';
import AnthropicOfKeys from 'anthropic-sdk-0';
import OpenAI from 'openai';
import { SCHEMA, TOOL } from './family.ts';

export type Asking = {
  readonly model: string;
  readonly isStreamed: boolean;
  readonly hasTools?: boolean;
  readonly hasStructure?: boolean;
  /** Called at the first piece of a text. */
  readonly leaving?: AbortController;
};
type Called = { readonly name: string; readonly arguments: unknown };
/** What an SDK makes of an answer. `goOn` sends the result of its calls. */
export type Heard = {
  readonly pieces: readonly string[];
  readonly calls: readonly Called[];
  readonly tokens: { readonly prompt: number; readonly completion: number };
  readonly goOn: (result: string) => Promise<Heard>;
};
/** An SDK, unchanged, with its own ways to ask. */
export type Caller = {
  readonly name: string;
  readonly ask: (port: number, asking: Asking) => Promise<Heard>;
  /** The status that its own error tells; undefined for any other error. */
  readonly statusOf: (error: unknown) => number | undefined;
};

const QUESTION = 'Weather in Rome?';
const DESCRIPTION = 'The weather of a place';
const PROMPT = { system: 'You are brief.', maxTokens: 2_000 };

const withSignal = ({ leaving }: Asking) => (leaving === undefined ? {} : { signal: leaving.signal });

type Chat = OpenAI.Chat.ChatCompletionMessageParam;

const openAiChat: Caller = {
  name: 'openai by chats',
  ask: (port, asking) =>
    askChat(openAi(port), asking, [
      { role: 'system', content: PROMPT.system },
      { role: 'user', content: QUESTION },
    ]),
  statusOf: (error) => (error instanceof OpenAI.APIError ? (error.status as number) : undefined),
};

const openAi = (port: number): OpenAI =>
  new OpenAI({ apiKey: 'key', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });

async function askChat(client: OpenAI, asking: Asking, messages: Chat[]): Promise<Heard> {
  const { model, isStreamed, hasTools, hasStructure } = asking;
  const tool = { type: 'function' as const, function: { name: TOOL, description: DESCRIPTION, parameters: SCHEMA } };
  const format = { type: 'json_schema' as const, json_schema: { name: 'place', strict: true, schema: SCHEMA } };
  const body = {
    model,
    messages,
    max_tokens: PROMPT.maxTokens,
    ...(hasTools === true ? { tools: [tool] } : {}),
    ...(hasStructure === true ? { response_format: format } : {}),
  };
  const pieces: string[] = [];
  let completion: OpenAI.Chat.ChatCompletion;
  if (isStreamed) {
    const stream = client.chat.completions.stream(
      { ...body, stream_options: { include_usage: true } },
      withSignal(asking),
    );
    stream.on('content', (piece) => {
      pieces.push(piece);
      asking.leaving?.abort();
    });
    completion = await stream.finalChatCompletion();
  } else completion = await client.chat.completions.create(body, withSignal(asking));
  const [{ message } = { message: undefined }] = completion.choices;
  if (message === undefined) throw new Error('there is no choice');
  const calls = (message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? [call] : []));
  return {
    pieces: isStreamed ? pieces.filter(Boolean) : [message.content ?? ''],
    calls: calls.map((call) => ({
      name: call.function.name,
      arguments: JSON.parse(call.function.arguments) as unknown,
    })),
    tokens: { prompt: completion.usage?.prompt_tokens ?? 0, completion: completion.usage?.completion_tokens ?? 0 },
    goOn: (content) =>
      askChat(client, asking, [
        ...messages,
        message,
        ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content })),
      ]),
  };
}

const openAiResponses: Caller = {
  name: 'openai by responses',
  ask: (port, asking) => askResponse(openAi(port), asking, [{ role: 'user', content: QUESTION }]),
  statusOf: openAiChat.statusOf,
};

async function askResponse(
  client: OpenAI,
  asking: Asking,
  input: OpenAI.Responses.ResponseInputItem[],
): Promise<Heard> {
  const { model, isStreamed, hasTools, hasStructure } = asking;
  const tool = { type: 'function' as const, name: TOOL, description: DESCRIPTION, strict: true, parameters: SCHEMA };
  const format = { type: 'json_schema' as const, name: 'place', strict: true, schema: SCHEMA };
  const body = {
    model,
    input,
    instructions: PROMPT.system,
    max_output_tokens: PROMPT.maxTokens,
    store: false,
    ...(hasTools === true ? { tools: [tool] } : {}),
    ...(hasStructure === true ? { text: { format } } : {}),
  };
  const pieces: string[] = [];
  let response: OpenAI.Responses.Response;
  if (isStreamed) {
    const stream = client.responses.stream(body, withSignal(asking));
    stream.on('response.output_text.delta', ({ delta }) => {
      pieces.push(delta);
      asking.leaving?.abort();
    });
    response = await stream.finalResponse();
  } else response = await client.responses.create(body, withSignal(asking));
  const { output, usage, output_text: text } = response;
  const calls = output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
  return {
    pieces: isStreamed ? pieces : [text],
    calls: calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) as unknown })),
    tokens: { prompt: usage?.input_tokens ?? 0, completion: usage?.output_tokens ?? 0 },
    goOn: (result) =>
      askResponse(client, asking, [
        ...input,
        ...(output as OpenAI.Responses.ResponseInputItem[]),
        ...calls.map(({ call_id }) => ({ type: 'function_call_output' as const, call_id, output: result })),
      ]),
  };
}

const anthropicOf = (
  name: string,
  open: (port: number) => Pick<Anthropic, 'messages'>,
  kind: typeof Anthropic.APIError,
): Caller => ({
  name,
  ask: (port, asking) => askMessage(open(port), asking, [{ role: 'user', content: QUESTION }]),
  statusOf: (error) => (error instanceof kind ? (error.status as number) : undefined),
});

async function askMessage(
  client: Pick<Anthropic, 'messages'>,
  asking: Asking,
  messages: Anthropic.MessageParam[],
): Promise<Heard> {
  const { model, isStreamed, hasTools, hasStructure } = asking;
  const body = {
    model,
    messages,
    system: PROMPT.system,
    max_tokens: PROMPT.maxTokens,
    ...(hasTools === true ? { tools: [{ name: TOOL, description: DESCRIPTION, input_schema: SCHEMA }] } : {}),
    ...(hasStructure === true ? { output_config: { format: { type: 'json_schema' as const, schema: SCHEMA } } } : {}),
  };
  const pieces: string[] = [];
  let message: Anthropic.Message;
  if (isStreamed) {
    const stream = client.messages.stream(body, withSignal(asking));
    stream.on('text', (piece) => {
      pieces.push(piece);
      asking.leaving?.abort();
    });
    message = await stream.finalMessage();
  } else message = await client.messages.create(body, withSignal(asking));
  const { content, usage } = message;
  const uses = content.flatMap((part) => (part.type === 'tool_use' ? [part] : []));
  return {
    pieces: isStreamed ? pieces : [content.map((part) => (part.type === 'text' ? part.text : '')).join('')],
    calls: uses.map(({ name, input }) => ({ name, arguments: input })),
    tokens: { prompt: usage.input_tokens, completion: usage.output_tokens },
    goOn: (result) =>
      askMessage(client, asking, [
        ...messages,
        { role: 'assistant', content: content as Anthropic.ContentBlockParam[] },
        { role: 'user', content: uses.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: result })) },
      ]),
  };
}

const google: Caller = {
  name: '@google/genai',
  ask: (port, asking) => {
    const httpOptions = { baseUrl: `http://127.0.0.1:${port}`, retryOptions: { attempts: 1 } };
    const contents = [{ role: 'user', parts: [{ text: QUESTION }] }];
    return askContent(new GoogleGenAI({ apiKey: 'key', httpOptions }), asking, contents);
  },
  statusOf: (error) => (error instanceof ApiError ? error.status : undefined),
};

async function askContent(client: GoogleGenAI, asking: Asking, contents: Content[]): Promise<Heard> {
  const { model, isStreamed, hasTools, hasStructure, leaving } = asking;
  const declared = { name: TOOL, description: DESCRIPTION, parametersJsonSchema: SCHEMA };
  const request = {
    model,
    contents,
    config: {
      systemInstruction: PROMPT.system,
      maxOutputTokens: PROMPT.maxTokens,
      ...(hasTools === true ? { tools: [{ functionDeclarations: [declared] }] } : {}),
      ...(hasStructure === true ? { responseMimeType: 'application/json', responseJsonSchema: SCHEMA } : {}),
      ...(leaving === undefined ? {} : { abortSignal: leaving.signal }),
    },
  };
  const answers: GenerateContentResponse[] = [];
  if (isStreamed) {
    for await (const answer of await client.models.generateContentStream(request)) {
      answers.push(answer);
      leaving?.abort();
    }
  } else answers.push(await client.models.generateContent(request));
  const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const calls = parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall]));
  const usage = answers.at(-1)?.usageMetadata;
  return {
    pieces: parts.flatMap(({ text = '' }) => (text === '' ? [] : [text])),
    calls: calls.map(({ name = '', args }) => ({ name, arguments: args })),
    tokens: { prompt: usage?.promptTokenCount ?? 0, completion: usage?.candidatesTokenCount ?? 0 },
    goOn: (result) =>
      askContent(client, asking, [
        ...contents,
        { role: 'model', parts },
        {
          role: 'user',
          parts: calls.map(({ id, name = '' }) => ({
            functionResponse: { ...(id === undefined ? {} : { id }), name, response: { result } },
          })),
        },
      ]),
  };
}

const anthropicOptions = (port: number) => ({ apiKey: 'key', baseURL: `http://127.0.0.1:${port}`, maxRetries: 0 });

export const CALLERS: readonly Caller[] = [
  openAiChat,
  openAiResponses,
  anthropicOf('@anthropic-ai/sdk with a bearer', (port) => new Anthropic(anthropicOptions(port)), Anthropic.APIError),
  anthropicOf(
    '@anthropic-ai/sdk with x-api-key',
    (port) => new AnthropicOfKeys(anthropicOptions(port)) as unknown as Pick<Anthropic, 'messages'>,
    AnthropicOfKeys.APIError as unknown as typeof Anthropic.APIError,
  ),
  google,
];
