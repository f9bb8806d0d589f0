import { isJsonObject, parsedJson } from '../shared/json.ts';
import { DEFAULT_MODELS } from './default-models.ts';

/** What a call asks for. `images` are made anew, `imageEdits` change or vary one that is sent; `transcription` may translate. */
export type ChannelMode =
  | 'chat'
  | 'completions'
  | 'embeddings'
  | 'moderations'
  | 'images'
  | 'imageEdits'
  | 'speech'
  | 'transcription'
  | 'rerank'
  | 'realtime'
  | 'midjourney'
  | 'suno';

/** What a channel's field `other` says. `region`: one for all models, or the JSON text of a map from models to regions that has a `default`. */
export type OtherMeaning = 'apiVersion' | 'modelVersion' | 'knowledgeBase' | 'accountId' | 'region' | 'plugin';

/** `plain`: one text, sent as it stands. `json`: one JSON document, which may have several lines. Else its parts in their order, joined by `separator`. */
export type KeyShape = 'plain' | 'json' | { readonly parts: readonly KeyPart[]; readonly separator: string };

/** Parts of keys, as their providers name them. */
export type KeyPart =
  'APIKey' | 'SecretKey' | 'AccessKey' | 'Region' | 'id' | 'secret' | 'APPID' | 'APISecret' | 'AppId' | 'SecretId';

/** Where a balance is asked for, and what it is counted in. */
export type BalanceQuestion = {
  readonly way: 'openaiBilling' | 'userInfo' | 'userBalance';
  readonly currency: 'USD' | 'CNY';
};

/** One kind of upstream, as a channel's `type` names it. */
export type ChannelType = {
  /** The number that consoles send and store. */
  readonly code: number;
  /** How the code calls it, in place of its number. */
  readonly key: string;
  readonly name: string;
  /**
   * Where its calls go unless the channel has an address. `{region}` stands for the region that `other` or the key names. '': there is no address
   * that everybody uses, and a channel of this type cannot work without one of its own.
   */
  readonly defaultBaseUrl: string;
  /** Its address is the whole URL of every call, `{model}` standing for the model's name. */
  readonly addressIsWhole?: true;
  readonly other?: OtherMeaning;
  /** What `other` may say. */
  readonly otherExample?: string;
  /** A channel of this type cannot work without `other`. */
  readonly needsOther?: true;
  readonly keyShape: KeyShape;
  /** A channel may name an organization that its calls are for. */
  readonly hasOrganization?: true;
  /** What its upstream can do. None: it is no longer offered. */
  readonly modes: readonly ChannelMode[];
  /**
   * Where, below its address, that stands which is `/v1` of OpenAI: `/chat/completions` and its like are below. `{other}` stands for the channel's `other`.
   * '/v1' where nothing is said.
   */
  readonly openAiBase?: string;
  /** Where its chats are below that, in place of `/chat/completions`. */
  readonly chatPath?: string;
  /** It speaks exactly like OpenAI, at OpenAI's paths: the relay needs no adapter of its own. */
  readonly speaksOpenAi?: true;
  /** It has OpenAI's Responses too, beside the chat completions: who speaks them gets what it says as it says it. */
  readonly speaksResponses?: true;
  /** Beside calls of tools in earlier turns it reads what its models thought (`reasoning_content`); others may refuse it. */
  readonly takesThoughts?: true;
  /** `{address}/v1/models` lists its models as OpenAI's does, for the key as a bearer. */
  readonly listsModels?: true;
  /** How its upstream tells what is left of the account behind a key (docs/behaviour.md#balances-of-channels). None: it does not. */
  readonly balance?: BalanceQuestion;
  /** Those that it is known to offer: what a new channel is filled with. */
  readonly models: readonly string[];
  /** Who is behind its models, in lists of models. */
  readonly owner: string;
  /** The relay has an adapter of its own for it. */
  readonly hasAdapter?: true;
};

const ROWS = [
  {
    code: 1,
    key: 'openai',
    name: 'OpenAI',
    defaultBaseUrl: 'https://api.openai.com',
    keyShape: 'plain',
    hasOrganization: true,
    modes: [
      'chat',
      'completions',
      'embeddings',
      'moderations',
      'images',
      'imageEdits',
      'speech',
      'transcription',
      'rerank',
      'realtime',
    ],
    speaksOpenAi: true,
    speaksResponses: true,
    listsModels: true,
    balance: { way: 'openaiBilling', currency: 'USD' },
    models: DEFAULT_MODELS.openai,
    owner: 'openai',
  },
  {
    code: 8,
    key: 'custom',
    name: 'Custom',
    defaultBaseUrl: '',
    addressIsWhole: true,
    keyShape: 'plain',
    modes: ['chat', 'completions', 'embeddings', 'moderations', 'images', 'speech', 'transcription', 'rerank'],
    balance: { way: 'openaiBilling', currency: 'USD' },
    models: [],
    owner: 'custom',
    hasAdapter: true,
  },
  {
    code: 3,
    key: 'azure',
    name: 'Azure OpenAI',
    defaultBaseUrl: '',
    other: 'apiVersion',
    otherExample: '2024-10-21',
    keyShape: 'plain',
    modes: ['chat', 'completions', 'embeddings', 'images', 'imageEdits', 'speech', 'transcription', 'realtime'],
    models: [],
    owner: 'azure',
    hasAdapter: true,
  },
  {
    code: 14,
    key: 'anthropic',
    name: 'Anthropic Claude',
    defaultBaseUrl: 'https://api.anthropic.com',
    keyShape: 'plain',
    modes: ['chat'],
    models: DEFAULT_MODELS.anthropic,
    owner: 'claude',
    hasAdapter: true,
  },
  {
    code: 24,
    key: 'gemini',
    name: 'Google Gemini',
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
    other: 'apiVersion',
    otherExample: 'v1beta',
    keyShape: 'plain',
    modes: ['chat', 'embeddings'],
    models: DEFAULT_MODELS.gemini,
    owner: 'google gemini',
    hasAdapter: true,
  },
  {
    code: 43,
    key: 'deepseek',
    name: 'DeepSeek',
    defaultBaseUrl: 'https://api.deepseek.com',
    openAiBase: '',
    keyShape: 'plain',
    modes: ['chat'],
    listsModels: true,
    takesThoughts: true,
    balance: { way: 'userBalance', currency: 'CNY' },
    models: ['deepseek-chat', 'deepseek-reasoner'],
    owner: 'deepseek',
    hasAdapter: true,
  },
  {
    code: 42,
    key: 'mistral',
    name: 'Mistral',
    defaultBaseUrl: 'https://api.mistral.ai',
    keyShape: 'plain',
    modes: ['chat', 'embeddings'],
    listsModels: true,
    models: DEFAULT_MODELS.mistral,
    owner: 'mistral',
    hasAdapter: true,
  },
  {
    code: 41,
    key: 'vertex',
    name: 'Vertex AI',
    defaultBaseUrl: 'https://{region}-aiplatform.googleapis.com',
    other: 'region',
    otherExample: 'us-central1',
    needsOther: true,
    keyShape: 'json',
    modes: ['chat'],
    models: DEFAULT_MODELS.vertex,
    owner: 'vertex-ai',
    hasAdapter: true,
  },
  {
    code: 33,
    key: 'bedrock',
    name: 'AWS Claude',
    defaultBaseUrl: 'https://bedrock-runtime.{region}.amazonaws.com',
    keyShape: { parts: ['AccessKey', 'SecretKey', 'Region'], separator: '|' },
    modes: ['chat'],
    models: DEFAULT_MODELS.bedrock,
    owner: 'aws',
    hasAdapter: true,
  },
  {
    code: 4,
    key: 'ollama',
    name: 'Ollama',
    defaultBaseUrl: 'http://localhost:11434',
    keyShape: 'plain',
    modes: ['chat', 'embeddings'],
    listsModels: true,
    models: ['llama3-7b'],
    owner: 'ollama',
    hasAdapter: true,
  },
  {
    code: 47,
    key: 'xinference',
    name: 'Xinference',
    defaultBaseUrl: '',
    keyShape: 'plain',
    modes: ['chat', 'embeddings', 'rerank'],
    speaksOpenAi: true,
    models: [],
    owner: 'xinference',
  },
  {
    code: 40,
    key: 'siliconflow',
    name: 'SiliconCloud',
    defaultBaseUrl: 'https://api.siliconflow.cn',
    keyShape: 'plain',
    modes: ['chat', 'embeddings', 'images', 'rerank'],
    listsModels: true,
    takesThoughts: true,
    balance: { way: 'userInfo', currency: 'CNY' },
    models: DEFAULT_MODELS.siliconflow,
    owner: 'siliconflow',
    hasAdapter: true,
  },
  {
    code: 20,
    key: 'openrouter',
    name: 'OpenRouter',
    defaultBaseUrl: 'https://openrouter.ai/api',
    keyShape: 'plain',
    modes: ['chat'],
    listsModels: true,
    models: [],
    owner: 'openrouter',
    hasAdapter: true,
  },
  {
    code: 48,
    key: 'xai',
    name: 'xAI',
    defaultBaseUrl: 'https://api.x.ai',
    keyShape: 'plain',
    modes: ['chat', 'images'],
    listsModels: true,
    models: [],
    owner: 'xai',
    hasAdapter: true,
  },
  {
    code: 27,
    key: 'perplexity',
    name: 'Perplexity',
    defaultBaseUrl: 'https://api.perplexity.ai',
    openAiBase: '',
    keyShape: 'plain',
    modes: ['chat'],
    models: DEFAULT_MODELS.perplexity,
    owner: 'perplexity',
    hasAdapter: true,
  },
  {
    code: 17,
    key: 'ali',
    name: 'Alibaba Qwen',
    defaultBaseUrl: 'https://dashscope.aliyuncs.com',
    openAiBase: '/compatible-mode/v1',
    other: 'plugin',
    keyShape: 'plain',
    modes: ['chat', 'embeddings', 'images'],
    models: ['qwen-turbo', 'qwen-plus', 'qwen-max', 'qwen-max-longcontext', 'text-embedding-v1'],
    owner: 'ali',
    hasAdapter: true,
  },
  {
    code: 15,
    key: 'baidu',
    name: 'Baidu Wenxin',
    defaultBaseUrl: 'https://aip.baidubce.com',
    keyShape: { parts: ['APIKey', 'SecretKey'], separator: '|' },
    modes: ['chat', 'embeddings'],
    models: DEFAULT_MODELS.baidu,
    owner: 'baidu',
    hasAdapter: true,
  },
  {
    code: 46,
    key: 'baiduV2',
    name: 'Baidu Qianfan v2',
    defaultBaseUrl: 'https://qianfan.baidubce.com',
    openAiBase: '/v2',
    keyShape: 'plain',
    modes: ['chat'],
    speaksOpenAi: true,
    models: [],
    owner: 'baidu_v2',
  },
  {
    code: 45,
    key: 'volcengine',
    name: 'VolcEngine',
    defaultBaseUrl: 'https://ark.cn-beijing.volces.com',
    openAiBase: '/api/v3',
    keyShape: 'plain',
    modes: ['chat', 'embeddings'],
    speaksOpenAi: true,
    takesThoughts: true,
    models: [],
    owner: 'volcengine',
  },
  {
    code: 16,
    key: 'zhipu',
    name: 'Zhipu ChatGLM',
    defaultBaseUrl: 'https://open.bigmodel.cn',
    keyShape: { parts: ['id', 'secret'], separator: '.' },
    modes: ['chat'],
    models: ['chatglm_turbo', 'chatglm_pro', 'chatglm_std', 'chatglm_lite'],
    owner: 'zhipu',
    hasAdapter: true,
  },
  {
    code: 26,
    key: 'zhipuV4',
    name: 'Zhipu GLM-4V',
    defaultBaseUrl: 'https://open.bigmodel.cn',
    openAiBase: '/api/paas/v4',
    keyShape: { parts: ['id', 'secret'], separator: '.' },
    modes: ['chat', 'images'],
    models: DEFAULT_MODELS.zhipuV4,
    owner: 'zhipu_4v',
    hasAdapter: true,
  },
  {
    code: 18,
    key: 'xunfei',
    name: 'iFlytek Spark',
    // Called by WebSocket.
    defaultBaseUrl: 'https://spark-api.xf-yun.com',
    other: 'modelVersion',
    otherExample: 'v3.5',
    keyShape: { parts: ['APPID', 'APISecret', 'APIKey'], separator: '|' },
    modes: ['chat'],
    models: ['SparkDesk', 'SparkDesk-v1.1', 'SparkDesk-v2.1', 'SparkDesk-v3.1', 'SparkDesk-v3.5', 'SparkDesk-v4.0'],
    owner: 'xunfei',
    hasAdapter: true,
  },
  {
    code: 23,
    key: 'tencent',
    name: 'Tencent Hunyuan',
    defaultBaseUrl: 'https://hunyuan.tencentcloudapi.com',
    keyShape: { parts: ['AppId', 'SecretId', 'SecretKey'], separator: '|' },
    modes: ['chat'],
    models: ['hunyuan-lite', 'hunyuan-standard', 'hunyuan-standard-256K', 'hunyuan-pro'],
    owner: 'tencent',
    hasAdapter: true,
  },
  {
    code: 25,
    key: 'moonshot',
    name: 'Moonshot',
    defaultBaseUrl: 'https://api.moonshot.cn',
    keyShape: 'plain',
    modes: ['chat'],
    speaksOpenAi: true,
    listsModels: true,
    takesThoughts: true,
    models: ['moonshot-v1-8k', 'moonshot-v1-32k', 'moonshot-v1-128k'],
    owner: 'moonshot',
  },
  {
    code: 31,
    key: 'lingyi',
    name: 'Lingyi',
    defaultBaseUrl: 'https://api.lingyiwanwu.com',
    keyShape: 'plain',
    modes: ['chat'],
    speaksOpenAi: true,
    listsModels: true,
    models: DEFAULT_MODELS.lingyi,
    owner: 'lingyiwanwu',
  },
  {
    code: 35,
    key: 'minimax',
    name: 'MiniMax',
    defaultBaseUrl: 'https://api.minimax.chat',
    chatPath: '/text/chatcompletion_v2',
    keyShape: 'plain',
    modes: ['chat'],
    models: ['abab6.5-chat', 'abab6.5s-chat', 'abab6-chat', 'abab5.5-chat', 'abab5.5s-chat'],
    owner: 'minimax',
    hasAdapter: true,
  },
  {
    code: 19,
    key: 'ai360',
    name: '360',
    defaultBaseUrl: 'https://api.360.cn',
    keyShape: 'plain',
    modes: ['chat', 'embeddings'],
    speaksOpenAi: true,
    models: DEFAULT_MODELS.ai360,
    owner: '360',
  },
  {
    code: 34,
    key: 'cohere',
    name: 'Cohere',
    defaultBaseUrl: 'https://api.cohere.ai',
    keyShape: 'plain',
    modes: ['chat', 'rerank'],
    models: DEFAULT_MODELS.cohere,
    owner: 'cohere',
    hasAdapter: true,
  },
  {
    code: 38,
    key: 'jina',
    name: 'Jina',
    defaultBaseUrl: 'https://api.jina.ai',
    keyShape: 'plain',
    modes: ['embeddings', 'rerank'],
    models: ['jina-clip-v1', 'jina-reranker-v2-base-multilingual'],
    owner: 'jina',
  },
  {
    code: 44,
    key: 'moka',
    name: 'MokaAI',
    defaultBaseUrl: 'https://api.moka.ai',
    keyShape: 'plain',
    modes: ['embeddings'],
    models: [],
    owner: 'mokaai',
  },
  {
    code: 39,
    key: 'cloudflare',
    name: 'Cloudflare',
    defaultBaseUrl: 'https://api.cloudflare.com',
    openAiBase: '/client/v4/accounts/{other}/ai/v1',
    other: 'accountId',
    needsOther: true,
    keyShape: 'plain',
    modes: ['chat', 'completions', 'embeddings', 'transcription'],
    speaksOpenAi: true,
    models: DEFAULT_MODELS.cloudflare,
    owner: 'cloudflare',
  },
  {
    code: 37,
    key: 'dify',
    name: 'Dify',
    defaultBaseUrl: '',
    keyShape: 'plain',
    modes: ['chat'],
    models: [],
    owner: 'dify',
    hasAdapter: true,
  },
  {
    code: 22,
    key: 'fastgpt',
    name: 'FastGPT knowledge base',
    defaultBaseUrl: 'https://fastgpt.run/api/openapi',
    keyShape: { parts: ['APIKey', 'AppId'], separator: '-' },
    modes: ['chat'],
    speaksOpenAi: true,
    models: [],
    owner: 'fastgpt',
  },
  {
    code: 21,
    key: 'aiProxy',
    name: 'AI Proxy knowledge base',
    defaultBaseUrl: 'https://api.aiproxy.io',
    other: 'knowledgeBase',
    keyShape: 'plain',
    modes: [],
    models: [],
    owner: 'aiproxy',
  },
  {
    code: 11,
    key: 'palm',
    name: 'PaLM2',
    defaultBaseUrl: '',
    keyShape: 'plain',
    modes: ['chat'],
    models: ['PaLM-2'],
    owner: 'google palm',
    hasAdapter: true,
  },
  {
    code: 2,
    key: 'midjourney',
    name: 'Midjourney Proxy',
    defaultBaseUrl: '',
    keyShape: 'plain',
    modes: ['midjourney'],
    models: DEFAULT_MODELS.midjourney,
    owner: 'midjourney',
  },
  {
    code: 5,
    key: 'midjourneyPlus',
    name: 'Midjourney Proxy Plus',
    defaultBaseUrl: '',
    keyShape: 'plain',
    modes: ['midjourney'],
    models: DEFAULT_MODELS.midjourney,
    owner: 'midjourney',
  },
  {
    code: 36,
    key: 'suno',
    name: 'Suno',
    defaultBaseUrl: '',
    keyShape: 'plain',
    modes: ['suno'],
    models: ['suno_music', 'suno_lyrics'],
    owner: 'suno',
  },
] as const satisfies readonly ChannelType[];

export type ChannelTypeKey = (typeof ROWS)[number]['key'];

type Row = ChannelType & { readonly key: ChannelTypeKey };

/** Every type that a channel may have, in the order in which the console offers them (docs/behaviour.md#channel-types). */
export const CHANNEL_TYPES: readonly Row[] = ROWS;

const BY_CODE: ReadonlyMap<number, Row> = new Map(CHANNEL_TYPES.map((type) => [type.code, type]));
const BY_KEY = Object.fromEntries(CHANNEL_TYPES.map((type) => [type.key, type])) as Readonly<
  Record<ChannelTypeKey, Row>
>;

/** By number: of two types that are filled with a model the older one is said to own it. */
export const CHANNEL_TYPES_BY_AGE: readonly Row[] = CHANNEL_TYPES.toSorted((one, other) => one.code - other.code);

const OWNERS: ReadonlyMap<string, string> = new Map(
  CHANNEL_TYPES_BY_AGE.toReversed().flatMap(({ models, owner }) => models.map((model) => [model, owner])),
);

/** Who is behind a model, in lists of models; `custom` where no type is filled with it (docs/behaviour.md#model-lists). */
export const ownerOfModel = (model: string): string => OWNERS.get(model) ?? channelTypeNamed('custom').owner;

/** undefined: no channel can have this type. */
export const channelTypeOf = (code: number): Row | undefined => BY_CODE.get(code);

export const channelTypeNamed = (key: ChannelTypeKey): Row => BY_KEY[key];

/** There is no address that everybody uses: a channel of this type cannot work without one of its own. */
export const needsAddress = (type: ChannelType | undefined): boolean => type?.defaultBaseUrl === '';

/** What `other` of a channel of this type lacks: all of it, or the region of the models that a map does not name; undefined: nothing. */
export function otherFault(type: ChannelType, other: string): 'missing' | 'no_default' | undefined {
  if (type.needsOther === true && other.trim() === '') return 'missing';
  if (type.other !== 'region') return undefined;
  const map = parsedJson(other);
  return isJsonObject(map) && !('default' in map) ? 'no_default' : undefined;
}

/** The relay can ask its upstream: its channels are chosen. */
export const isServed = (type: ChannelType | undefined): boolean =>
  type !== undefined && (type.speaksOpenAi === true || type.hasAdapter === true);

/** New channels may have it; those that have it stay what they are. */
export const isOffered = (type: ChannelType): boolean => type.modes.length > 0;

/** Its upstream is gone: channels that have it are kept, and can neither be called nor tested (docs/behaviour.md#channel-types). */
export const isWithdrawn = (type: ChannelType | undefined): boolean => type !== undefined && !isOffered(type);

/** Jobs are submitted and asked for later: a type that has nothing else has no short request to be tested with (docs/behaviour.md#channel-tests). */
export const hasJobsOnly = (type: ChannelType | undefined): boolean =>
  type !== undefined && isOffered(type) && type.modes.every((mode) => mode === 'midjourney' || mode === 'suno');
