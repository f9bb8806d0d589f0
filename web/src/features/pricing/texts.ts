import { priceNames } from '../../shared/prices/price-names.ts';
import { pricingTitle } from './title.ts';

/** What this feature says, by language: one that lacks a text does not compile. */
const en = {
  title: pricingTitle.en,
  about: 'What models cost in a group, in dollars. Open a row for how its price comes about.',
  group: 'Group',
  search: 'Model',
  model: 'Model',
  input: 'Input, a million tokens',
  output: 'Output, a million tokens',
  piece: 'A call or piece',
  inputShort: 'Input',
  outputShort: 'Output',
  million: 'A million tokens',
  priceKind: 'Price for',
  inputIs: (formula: string) => `Input: model ratio × group ratio × price of ratio 1 = ${formula}`,
  outputIs: (formula: string) => `Output: model ratio × completion ratio × group ratio × price of ratio 1 = ${formula}`,
  partIs: (what: string, formula: string) => `${what}: price × group ratio = ${formula}`,
  tierIs: (tokens: string, prices: string) => `Prompts of more than ${tokens} tokens: ${prices}`,
  tierPrice: (what: string, dollars: string) => `${what} ${dollars}`,
  priced: priceNames.en,
  groups: (names: string) => `Sold in the groups: ${names}`,
  emptyTitle: 'No models are sold yet',
  emptyAbout: 'Models appear here as soon as an enabled channel offers them.',
};

const zh: typeof en = {
  title: pricingTitle.zh,
  about: '各模型在所选分组中的价格，以美元计。展开一行可查看价格的计算方式。',
  group: '分组',
  search: '模型',
  model: '模型',
  input: '输入，每百万 Token',
  output: '输出，每百万 Token',
  piece: '每次调用或每件',
  inputShort: '输入',
  outputShort: '输出',
  million: '每百万 Token',
  priceKind: '计价方式',
  inputIs: (formula) => `输入：模型倍率 × 分组倍率 × 倍率 1 的价格 = ${formula}`,
  outputIs: (formula) => `输出：模型倍率 × 补全倍率 × 分组倍率 × 倍率 1 的价格 = ${formula}`,
  partIs: (what, formula) => `${what}：价格 × 分组倍率 = ${formula}`,
  tierIs: (tokens, prices) => `提示超过 ${tokens} Token：${prices}`,
  tierPrice: (what, dollars) => `${what} ${dollars}`,
  priced: priceNames.zh,
  groups: (names) => `可用分组：${names}`,
  emptyTitle: '暂无可用模型',
  emptyAbout: '启用的渠道提供模型后，会显示在此处。',
};

export const pricingTexts = { en, zh } as const;
