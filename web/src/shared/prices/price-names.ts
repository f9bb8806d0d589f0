import type { PriceName } from '@ledgate/domain/tariff/prices';

export type { PriceName };

const en = {
  input: 'Input, a million tokens',
  output: 'Output, a million tokens',
  cachedRead: 'Read from the cache, a million tokens',
  cachedAudio: 'Sound from the cache, a million tokens',
  cachedWrite: 'Written to the cache, a million tokens',
  cachedWrite1h: 'Cached for an hour, a million tokens',
  audioInput: 'Sound in, a million tokens',
  imageInput: 'Images in, a million tokens',
  videoInput: 'Video in, a million tokens',
  reasoning: 'Reasoning, a million tokens',
  audioOutput: 'Sound out, a million tokens',
  imageOutput: 'Images out, a million tokens',
  character: 'A million characters',
  call: 'A call',
  image: 'An image',
  pictureInput: 'An image sent',
  second: 'A second',
  secondOutput: 'A second made',
  page: 'A page',
  query: 'A query',
  search: 'A web search',
  fileSearch: 'A file search',
  codeSession: 'A code session',
} as const satisfies Readonly<Record<PriceName, string>>;

const zh: Readonly<Record<PriceName, string>> = {
  input: '输入，每百万 Token',
  output: '输出，每百万 Token',
  cachedRead: '缓存读取，每百万 Token',
  cachedAudio: '缓存读取的音频，每百万 Token',
  cachedWrite: '缓存写入，每百万 Token',
  cachedWrite1h: '缓存一小时，每百万 Token',
  audioInput: '音频输入，每百万 Token',
  imageInput: '图像输入，每百万 Token',
  videoInput: '视频输入，每百万 Token',
  reasoning: '推理，每百万 Token',
  audioOutput: '音频输出，每百万 Token',
  imageOutput: '图像输出，每百万 Token',
  character: '每百万字符',
  call: '每次调用',
  image: '每张图像',
  pictureInput: '每张输入图像',
  second: '每秒',
  secondOutput: '每秒生成',
  page: '每页',
  query: '每次查询',
  search: '每次联网搜索',
  fileSearch: '每次文件搜索',
  codeSession: '每次代码会话',
};

/** What costs something, by the names of a price book, in lines: of a million tokens or characters, or of a piece. */
export const priceNames: Readonly<Record<'en' | 'zh', Readonly<Record<PriceName, string>>>> = { en, zh };

/** In the order of the lines. */
export const PRICE_ORDER = Object.keys(en) as readonly PriceName[];

/** What of a model without tokens is shown as its price, the first that it has (docs/behaviour.md#prices-shown). */
export const PIECES_SOLD: readonly PriceName[] = [
  'call',
  'image',
  'secondOutput',
  'second',
  'page',
  'query',
  'pictureInput',
];
