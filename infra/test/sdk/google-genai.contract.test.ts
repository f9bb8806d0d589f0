import { ApiError, FunctionCallingConfigMode, GoogleGenAI, type GenerateContentResponse, Type } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { channelView } from '@ledgate/relay/testing/fake-relay-view';
import { beginStream, DONE, errorText, event, sendJson } from '@ledgate/relay/testing/fake-upstream';
import { RelayFixture } from '@ledgate/relay/testing/relay-fixture';

const GEMINI = 'gemini-2.5-flash';
const ARGUMENTS = { place: 'Rome "Città"' };
const TOOL = {
  name: 'get_weather',
  description: 'The weather of a place',
  parameters: { type: Type.OBJECT, properties: { place: { type: Type.STRING } }, required: ['place'] },
};

/** What every upstream says: a thought, a text, a call of a tool. */
const CONTENT = {
  candidates: [
    {
      index: 0,
      content: {
        role: 'model',
        parts: [
          { text: 'Where is it?', thought: true },
          { text: 'I look.' },
          { functionCall: { name: TOOL.name, args: ARGUMENTS } },
        ],
      },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: {
    promptTokenCount: 15,
    cachedContentTokenCount: 3,
    candidatesTokenCount: 4,
    thoughtsTokenCount: 1,
    totalTokenCount: 20,
  },
  modelVersion: GEMINI,
  responseId: 'r1',
};
const CALL = { id: 'call_1', type: 'function', function: { name: TOOL.name, arguments: JSON.stringify(ARGUMENTS) } };
const COMPLETION = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'I look.', reasoning_content: 'Where is it?', tool_calls: [CALL] },
      finish_reason: 'tool_calls',
    },
  ],
  usage: {
    prompt_tokens: 15,
    completion_tokens: 5,
    total_tokens: 20,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 1 },
  },
};

const piece = (parts: readonly object[], more: object = {}): string =>
  event({ candidates: [{ index: 0, content: { role: 'model', parts }, ...more }], modelVersion: GEMINI });
const [{ content }] = CONTENT.candidates as [(typeof CONTENT.candidates)[number]];
const EVENTS = [
  piece(content.parts.slice(0, 1)),
  piece([{ text: 'I ' }]),
  piece([{ text: 'look.' }]),
  event({
    ...CONTENT,
    candidates: [{ ...CONTENT.candidates[0], content: { role: 'model', parts: content.parts.slice(2) } }],
  }),
];

const chunk = (delta: object, finish_reason: string | null = null): string =>
  event({ ...COMPLETION, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }], usage: null });
const CHUNKS = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'Where is it?' }),
  chunk({ content: 'I ' }),
  chunk({ content: 'look.' }),
  chunk({ tool_calls: [{ index: 0, ...CALL }] }),
  chunk({}, 'tool_calls'),
  event({ ...COMPLETION, object: 'chat.completion.chunk', choices: [] }),
];

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels.push(
    channelView({ id: 2, type: channelTypeNamed('gemini').code, models: [GEMINI], baseUrl: relay.upstream.url }),
  );
  relay.upstream.play = (response, { path }) => {
    const isGemini = path.startsWith('/v1beta/');
    if (!isStreamed(path, relay.upstream.received.at(-1)?.text))
      return sendJson(response, JSON.stringify(isGemini ? CONTENT : COMPLETION));
    beginStream(response);
    response.end((isGemini ? EVENTS : [...CHUNKS, DONE]).join(''));
  };
});
afterEach(() => closeSettled(relay));

const isStreamed = (path: string, text = '{}'): boolean =>
  path.includes(':stream') || (JSON.parse(text) as { stream?: boolean }).stream === true;

const client = (apiKey = 'key'): GoogleGenAI =>
  new GoogleGenAI({
    apiKey,
    httpOptions: { baseUrl: `http://127.0.0.1:${relay.port}`, retryOptions: { attempts: 1 } },
  });
const asking = (model: string) => ({
  model,
  contents: 'Weather in Rome?',
  config: {
    maxOutputTokens: 2_000,
    systemInstruction: 'You are brief.',
    tools: [{ functionDeclarations: [TOOL] }],
    toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.AUTO } },
  },
});
const thrown = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);
const reading = async (model: string): Promise<readonly GenerateContentResponse[]> => {
  const read: GenerateContentResponse[] = [];
  for await (const part of await client().models.generateContentStream(asking(model))) read.push(part);
  return read;
};

/** The SDK's own `text` warns of calls beside it. */
const textOf = ({ candidates }: GenerateContentResponse): string =>
  (candidates?.[0]?.content?.parts ?? []).map(({ text = '', thought }) => (thought === true ? '' : text)).join('');

const expectCharged = (): void =>
  expect(relay.cashier.charges[0]?.usage).toMatchObject({
    source: 'provider',
    prompt: 15,
    completion: 5,
    parts: { cachedRead: 3 },
  });

describe.each([
  ['a channel that speaks the same', GEMINI],
  ['an OpenAI channel', 'gpt-4o'],
])("Google's SDK by %s", (_what, model) => {
  it('reads a whole answer', async () => {
    const answer = await client().models.generateContent(asking(model));
    const { functionCalls, usageMetadata, candidates } = answer;
    expect(textOf(answer)).toBe('I look.');
    expect(functionCalls).toEqual([expect.objectContaining({ name: TOOL.name, args: ARGUMENTS })]);
    expect(candidates?.[0]?.content?.parts?.[0]).toEqual({ text: 'Where is it?', thought: true });
    expect(candidates?.[0]?.finishReason).toBe('STOP');
    expect(usageMetadata).toMatchObject({
      promptTokenCount: 15,
      cachedContentTokenCount: 3,
      candidatesTokenCount: 4,
      thoughtsTokenCount: 1,
      totalTokenCount: 20,
    });
    expectCharged();
  });

  it('reads a stream, piece by piece', async () => {
    const read = await reading(model);
    expect(read.map(textOf).filter(Boolean)).toEqual(['I ', 'look.']);
    expect(read.flatMap(({ functionCalls = [] }) => functionCalls)).toEqual([
      expect.objectContaining({ name: TOOL.name, args: ARGUMENTS }),
    ]);
    expect(read.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP');
    expect(read.at(-1)?.usageMetadata?.totalTokenCount).toBe(20);
    await relay.settled();
    expectCharged();
  });

  it('goes on after the call of a tool', async () => {
    const { candidates } = await client().models.generateContent(asking(model));
    const said = candidates?.[0]?.content;
    if (said === undefined) throw new Error('nothing was said');
    const called = said.parts?.find(({ functionCall }) => functionCall !== undefined)?.functionCall;
    const result = {
      functionResponse: {
        ...(called?.id === undefined ? {} : { id: called.id }),
        name: TOOL.name,
        response: { result: 'sunny' },
      },
    };
    const contents = [{ role: 'user', parts: [{ text: 'Weather in Rome?' }] }, said, { role: 'user', parts: [result] }];
    expect(textOf(await client().models.generateContent({ ...asking(model), contents }))).toBe('I look.');
    expect(relay.upstream.received[1]?.text).toContain('sunny');
  });

  it('asks for a structure', async () => {
    const config = { responseMimeType: 'application/json', responseSchema: TOOL.parameters };
    await client().models.generateContent({ model, contents: 'Weather in Rome?', config });
    expect(relay.upstream.received[0]?.text).toMatch(/"place"/);
    expect(relay.upstream.received[0]?.text).toMatch(/responseSchema|json_schema/);
  });

  it('counts tokens, which costs nothing', async () => {
    const { totalTokens } = await client().models.countTokens({ model, contents: 'Weather in Rome?' });
    expect(totalTokens).toBeGreaterThan(2);
    expect([relay.upstream.received.length, relay.cashier.charges.length]).toEqual([0, 0]);
  });

  it('hears of a stream that breaks off', async () => {
    relay.upstream.play = (response, { path }) => {
      beginStream(response);
      const events = path.startsWith('/v1beta/') ? EVENTS : CHUNKS;
      response.write(events.slice(0, 3).join(''), () => response.destroy());
    };
    expect(String(await thrown(reading(model)))).toMatch(/broke off|terminated/);
    await relay.settled();
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'counted' });
  });

  it('may be left in the middle, and what was produced is charged once', async () => {
    const leaving = new AbortController();
    relay.upstream.play = (response, { path }) => {
      beginStream(response);
      response.write((path.startsWith('/v1beta/') ? EVENTS : CHUNKS).slice(0, 4).join(''));
    };
    const request = asking(model);
    const config = { ...request.config, abortSignal: leaving.signal };
    const left = async (): Promise<void> => {
      for await (const _ of await client().models.generateContentStream({ ...request, config })) leaving.abort();
    };
    await thrown(left());
    await relay.settled();
    expect(relay.cashier.charges).toHaveLength(1);
  });

  it.each([400, 404, 500, 503])('raises its own error when the upstream fails with %d', async (status) => {
    relay.upstream.play = (response, { path }) =>
      sendJson(
        response,
        path.startsWith('/v1beta/')
          ? JSON.stringify({ error: { code: status, message: 'on holiday', status: 'UNAVAILABLE' } })
          : errorText({ message: 'on holiday' }),
        status,
      );
    const error = await thrown(client().models.generateContent(asking(model)));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, message: expect.stringMatching(/on holiday/) });
  });
});

describe("Google's SDK", () => {
  it('raises its own error for a wrong key, for want of quota and for a body that makes no sense', async () => {
    expect(await thrown(client('unknown').models.generateContent(asking(GEMINI)))).toMatchObject({ status: 401 });
    const wrong = { model: GEMINI, contents: [{ role: 'nobody', parts: [{ text: 'hi' }] }] };
    expect(await thrown(client().models.generateContent(wrong))).toMatchObject({ status: 400 });
    relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 10 };
    const refused = await thrown(client().models.generateContent(asking(GEMINI)));
    expect(refused).toBeInstanceOf(ApiError);
    expect(relay.upstream.received).toHaveLength(0);
  });

  it('lists the models that the key may use', async () => {
    const names: (string | undefined)[] = [];
    for await (const { name } of await client().models.list()) names.push(name);
    expect(names).toContain(`models/${GEMINI}`);
  });
});
