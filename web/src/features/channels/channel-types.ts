/** Names of the channel types by code (specification 2, section 3). */
export const channelTypes: readonly (readonly [code: number, name: string])[] = [
  [1, 'OpenAI'],
  [8, 'Custom'],
  [3, 'Azure OpenAI'],
  [14, 'Anthropic Claude'],
  [24, 'Google Gemini'],
  [43, 'DeepSeek'],
  [42, 'Mistral'],
  [41, 'Vertex AI'],
  [33, 'AWS Claude'],
  [4, 'Ollama'],
  [40, 'SiliconCloud'],
  [17, 'Alibaba Qwen'],
  [15, 'Baidu Wenxin'],
  [16, 'Zhipu ChatGLM'],
  [26, 'Zhipu GLM-4V'],
  [18, 'iFlytek Spark'],
  [23, 'Tencent Hunyuan'],
  [25, 'Moonshot'],
  [31, 'Lingyi'],
  [35, 'MiniMax'],
  [19, '360'],
  [34, 'Cohere'],
  [38, 'Jina'],
  [39, 'Cloudflare'],
  [37, 'Dify'],
  [22, 'FastGPT knowledge base'],
  [21, 'AI Proxy knowledge base'],
  [11, 'PaLM2'],
  [2, 'Midjourney Proxy'],
  [5, 'Midjourney Proxy Plus'],
  [36, 'Suno'],
];

export const OPENAI = 1;
export const CUSTOM = 8;

export const typeName = (code: number): string => channelTypes.find(([known]) => known === code)?.[1] ?? `#${code}`;

/** What `other` means for the types that use it; the label's key in the catalogue (specification 2, section 5). */
export const otherMeaning: Readonly<
  Record<number, 'apiVersion' | 'modelVersion' | 'knowledgeBase' | 'accountId' | 'region' | 'plugin'>
> = {
  3: 'apiVersion',
  24: 'apiVersion',
  18: 'modelVersion',
  21: 'knowledgeBase',
  39: 'accountId',
  41: 'region',
  17: 'plugin',
};

/** Types that have no address of their own and need one. */
export const needsAddress: ReadonlySet<number> = new Set([2, 3, 5, 8, 22, 36, 37]);
