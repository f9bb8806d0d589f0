import { event } from '@ledgate/relay/testing/fake-upstream';
import { ARGUMENTS, type Family, MESSAGE, type Told, TOKENS, TOOL } from './family.ts';

const { prompt, completion } = TOKENS;
const USAGE = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
const hasStream = (text: string, member: string): boolean =>
  (JSON.parse(text) as Readonly<Record<string, unknown>>)[member] === true;

const cohereEnd = ({ pieces, hasCall }: Told): object => ({
  text: pieces.join(''),
  generation_id: 'g1',
  finish_reason: 'COMPLETE',
  ...(hasCall ? { tool_calls: [{ name: TOOL, parameters: ARGUMENTS }] } : {}),
  meta: { billed_units: { input_tokens: prompt, output_tokens: completion } },
});
const line = (data: object): string => `${JSON.stringify(data)}\n`;

const cohere: Family = {
  key: 'cohere',
  model: 'command-r-plus',
  hasTools: true,
  hasStructure: true,
  isStreamed: ({ text }) => hasStream(text, 'stream'),
  whole: cohereEnd,
  contentType: 'application/stream+json',
  stream: (told) => [
    line({ is_finished: false, event_type: 'stream-start', generation_id: 'g1' }),
    ...told.pieces.map((text) => line({ is_finished: false, event_type: 'text-generation', text })),
    ...(told.hasCall
      ? [
          line({
            is_finished: false,
            event_type: 'tool-calls-generation',
            tool_calls: [{ name: TOOL, parameters: ARGUMENTS }],
          }),
        ]
      : []),
    line({ is_finished: true, event_type: 'stream-end', finish_reason: 'COMPLETE', response: cohereEnd(told) }),
  ],
  errors: [400, 422, 429, 500].map((status) => ({ heard: status, status, body: { message: MESSAGE } })),
};

const TENCENT_CALL = {
  Id: 'call_1',
  Type: 'function',
  Function: { Name: TOOL, Arguments: JSON.stringify(ARGUMENTS) },
  Index: 0,
};
const TENCENT_USAGE = { PromptTokens: prompt, CompletionTokens: completion, TotalTokens: prompt + completion };
const tencentHead = { Created: 1, Id: 't1', Usage: TENCENT_USAGE };
const tencentChunk = (delta: object, reason = ''): string =>
  event({ ...tencentHead, Choices: [{ Index: 0, Delta: { Role: 'assistant', ...delta }, FinishReason: reason }] });

/** Its failures come with status 200. */
const tencent: Family = {
  key: 'tencent',
  model: 'hunyuan-turbo',
  channel: () => ({ key: '1250000000|AKIDz8krbsJ5yKBZQpn74WFkmLPx3|Gu5t9xGARNpq86cd98joQYCN3' }),
  hasTools: true,
  hasStructure: false,
  isStreamed: ({ text }) => hasStream(text, 'Stream'),
  whole: ({ pieces, hasCall }) => {
    const message = { Role: 'assistant', Content: pieces.join(''), ...(hasCall ? { ToolCalls: [TENCENT_CALL] } : {}) };
    const choice = { Index: 0, FinishReason: hasCall ? 'tool_calls' : 'stop', Message: message };
    return { Response: { RequestId: 'r1', Choices: [choice], ...tencentHead } };
  },
  stream: ({ pieces, hasCall }) => [
    ...pieces.map((Content) => tencentChunk({ Content })),
    ...(hasCall ? [tencentChunk({ ToolCalls: [TENCENT_CALL] })] : []),
    tencentChunk({ Content: '' }, hasCall ? 'tool_calls' : 'stop'),
  ],
  errors: [
    { heard: 400, code: 'InvalidParameterValue.Model' },
    { heard: 429, code: 'LimitExceeded' },
    { heard: 500, code: 'FailedOperation.EngineServerError' },
  ].map(({ heard, code }) => ({
    heard,
    status: 200,
    body: { Response: { Error: { Code: code, Message: MESSAGE }, RequestId: 'r1' } },
  })),
};

const baiduPiece = (result: string, isEnd: boolean): object => ({
  id: 'as-1',
  created: 1,
  result,
  ...(isEnd ? { is_end: true, finish_reason: 'normal' } : { is_end: false }),
  usage: USAGE,
});

/** Texts alone, behind an access token; its failures come with status 200. */
const baidu: Family = {
  key: 'baidu',
  model: 'ERNIE-4.0-8K',
  channel: () => ({ key: 'bCdEfGhIjKlMnOpQrStUvWxY|ZyXwVuTsRqPoNmLkJiHgFeDc' }),
  hasTools: false,
  hasStructure: false,
  beforehand: { path: '/oauth/2.0/token', answer: { access_token: '24.token', expires_in: 2_592_000 } },
  isStreamed: ({ text }) => hasStream(text, 'stream'),
  whole: ({ pieces }) => baiduPiece(pieces.join(''), true),
  stream: ({ pieces }) => pieces.map((result, index) => event(baiduPiece(result, index === pieces.length - 1))),
  errors: [
    { heard: 400, code: 336_003 },
    { heard: 429, code: 18 },
    { heard: 503, code: 336_100 },
  ].map(({ heard, code }) => ({ heard, status: 200, body: { error_code: code, error_msg: MESSAGE } })),
};

const DIFY_IDS = { task_id: 't', message_id: 'm-1', conversation_id: 'c' };
const DIFY_END = { metadata: { usage: USAGE } };

const dify: Family = {
  key: 'dify',
  model: 'an-app',
  hasTools: false,
  hasStructure: true,
  isStreamed: ({ text }) => text.includes('"response_mode":"streaming"'),
  whole: ({ pieces }) => ({ event: 'message', ...DIFY_IDS, mode: 'chat', answer: pieces.join(''), ...DIFY_END }),
  stream: ({ pieces }) => [
    ...pieces.map((answer) => event({ event: 'message', ...DIFY_IDS, answer })),
    event({ event: 'message_end', ...DIFY_IDS, ...DIFY_END }),
  ],
  errors: [400, 404, 429].map((status) => ({ heard: status, status, body: { code: 'a', message: MESSAGE, status } })),
};

const zhipu: Family = {
  key: 'zhipu',
  model: 'chatglm_turbo',
  channel: () => ({ key: 'a1b2c3d4e5f6a7b8c9d0e1f2.Sx9Yz8Wv7Ut6Rs5Q' }),
  hasTools: false,
  hasStructure: false,
  isStreamed: ({ path }) => path.endsWith('/sse-invoke'),
  whole: ({ pieces }) => ({
    code: 200,
    success: true,
    data: { task_id: 't1', choices: [{ role: 'assistant', content: JSON.stringify(pieces.join('')) }], usage: USAGE },
  }),
  stream: ({ pieces }) => [
    ...pieces.map((piece) => `event:add\nid:z1\ndata:${piece}\n\n`),
    `event:finish\nid:z1\ndata:\nmeta:${JSON.stringify({ task_id: 't1', usage: USAGE })}\n\n`,
  ],
  errors: [
    { heard: 400, code: 1_214 },
    { heard: 429, code: 1_302 },
    { heard: 500, code: 500 },
  ].map(({ heard, code }) => ({ heard, status: 200, body: { code, msg: MESSAGE, success: false } })),
};

export const OTHERS: readonly Family[] = [cohere, tencent, baidu, dify, zhipu];
