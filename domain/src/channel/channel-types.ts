/** One kind of upstream, as a channel's `type` names it. */
export type ChannelType = {
  /** The number that consoles send and store. */
  readonly code: number;
  readonly name: string;
  /** There is no address that everybody uses: a channel of this type cannot work without one of its own. */
  readonly needsAddress?: true;
  /** The relay has an adapter for it: its channels are offered and chosen. */
  readonly served?: true;
};

/** Every type that a channel may have, in the order in which the console offers them. */
export const CHANNEL_TYPES: readonly ChannelType[] = [
  { code: 1, name: 'OpenAI', served: true },
  { code: 8, name: 'Custom', needsAddress: true, served: true },
  { code: 3, name: 'Azure OpenAI', needsAddress: true },
  { code: 14, name: 'Anthropic Claude' },
  { code: 24, name: 'Google Gemini' },
  { code: 43, name: 'DeepSeek' },
  { code: 42, name: 'Mistral' },
  { code: 41, name: 'Vertex AI' },
  { code: 33, name: 'AWS Claude' },
  { code: 4, name: 'Ollama' },
  { code: 40, name: 'SiliconCloud' },
  { code: 20, name: 'OpenRouter' },
  { code: 27, name: 'Perplexity' },
  { code: 17, name: 'Alibaba Qwen' },
  { code: 15, name: 'Baidu Wenxin' },
  { code: 16, name: 'Zhipu ChatGLM' },
  { code: 26, name: 'Zhipu GLM-4V' },
  { code: 18, name: 'iFlytek Spark' },
  { code: 23, name: 'Tencent Hunyuan' },
  { code: 25, name: 'Moonshot' },
  { code: 31, name: 'Lingyi' },
  { code: 35, name: 'MiniMax' },
  { code: 19, name: '360' },
  { code: 34, name: 'Cohere' },
  { code: 38, name: 'Jina' },
  { code: 39, name: 'Cloudflare' },
  { code: 37, name: 'Dify', needsAddress: true },
  { code: 22, name: 'FastGPT knowledge base', needsAddress: true },
  { code: 21, name: 'AI Proxy knowledge base' },
  { code: 11, name: 'PaLM2' },
  { code: 2, name: 'Midjourney Proxy', needsAddress: true },
  { code: 5, name: 'Midjourney Proxy Plus', needsAddress: true },
  { code: 36, name: 'Suno', needsAddress: true },
];

const BY_CODE: ReadonlyMap<number, ChannelType> = new Map(CHANNEL_TYPES.map((type) => [type.code, type]));

/** undefined: no channel can have this type. */
export const channelTypeOf = (code: number): ChannelType | undefined => BY_CODE.get(code);
