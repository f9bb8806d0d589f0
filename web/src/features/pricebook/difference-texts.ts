import { pricebookTexts } from './texts.ts';

/** What the tab of differences and its drawers say beside: it comes with them. */
const en = {
  ...pricebookTexts.en,
  differencesAbout: 'What the catalogue that comes with the product says otherwise than what is published.',
  kind: 'Difference',
  anyKind: 'All differences',
  kinds: { dearer: 'Dearer', cheaper: 'Cheaper', other: 'Other', new: 'New', gone: 'Gone' },
  kindsAbout: {
    dearer: 'The catalogue is dearer than we are',
    cheaper: 'The catalogue is cheaper than we are',
    other: 'Some prices are above and some below, or parts, tools, tiers or services differ',
    new: 'Nothing prices the model here',
    gone: 'The catalogue has it no more',
  },
  counted: (kind: string, count: string) => `${kind} (${count})`,
  states: { false: 'Open', true: 'Refused', all: 'Open and refused' },
  refused: 'Refused',
  sides: 'In dollars, ours → the catalogue’s: a million tokens, or one call or piece.',
  andMore: (first: string, more: number) => `${first}, and ${more} more`,
  ours: 'Ours',
  theirs: 'Catalogue',
  differing: (model: string) => `What differs of ${model}`,
  accept: 'Accept',
  refuse: 'Refuse',
  takeBack: 'Take back',
  refusedNow: (model: string) => `${model}: refused until the catalogue says something else`,
  takenBack: (model: string) => `${model}: open again`,
  acceptTitle: (model: string) => `Take the catalogue’s price of ${model}?`,
  acceptAbout: 'The book’s own entries for the model go, or become the catalogue’s.',
  acceptGoneAbout: 'Nothing will price the model then: it costs the ratio of all those, or is not sold.',
  acceptGoneWholeAbout:
    'The catalogue of this release does not have the model. Accepting this takes its price away, and uses that catalogue for all that has no own price.',
  catalogueInForce: 'The catalogue of this release is in force.',
  catalogueNotInForce: 'The catalogue of this release is not in force.',
  useCatalogue: 'Use the catalogue',
  useCatalogueTitle: 'Use the catalogue of this release?',
  useCatalogueAbout: (models: string) =>
    `What the book has no price of its own for will cost what the catalogue says, ${models} of them without a price so far. Own prices stay.`,
  noDifferencesTitle: 'No differences',
  noDifferencesAbout: 'What is published is what the catalogue says.',
};

const zh: typeof en = {
  ...pricebookTexts.zh,
  differencesAbout: '产品自带目录与已发布价格的不同之处。',
  kind: '差异类型',
  anyKind: '全部差异',
  kinds: { dearer: '更贵', cheaper: '更便宜', other: '其他', new: '新增', gone: '已移除' },
  kindsAbout: {
    dearer: '目录价格高于我们的价格',
    cheaper: '目录价格低于我们的价格',
    other: '有高有低，或部分价格、阶梯、服务等级不同',
    new: '此处没有该模型的价格',
    gone: '目录中已没有该模型',
  },
  counted: (kind, count) => `${kind}（${count}）`,
  states: { false: '待处理', true: '已拒绝', all: '待处理和已拒绝' },
  refused: '已拒绝',
  sides: '美元，我们 → 目录：每百万 Token；或每次、每件。',
  andMore: (first, more) => `${first}，另有 ${more} 项`,
  ours: '我们',
  theirs: '目录价',
  differing: (model) => `${model} 的不同之处`,
  accept: '接受',
  refuse: '拒绝',
  takeBack: '撤回拒绝',
  refusedNow: (model) => `${model}：已拒绝，直到目录再次变化`,
  takenBack: (model) => `${model}：已恢复为待处理`,
  acceptTitle: (model) => `采用目录中 ${model} 的价格？`,
  acceptAbout: '价目表中该模型的自有条目将被移除，或改为目录的价格。',
  acceptGoneAbout: '之后将没有该模型的价格：按统一倍率计价，或不再出售。',
  acceptGoneWholeAbout:
    '本版本的目录中没有该模型。接受即去掉它现在的价格，并整体采用本版本的目录：价目表未自行定价的一切都将按该目录计价。',
  catalogueInForce: '价目表已采用本版本的目录。',
  catalogueNotInForce: '价目表尚未采用本版本的目录。',
  useCatalogue: '采用目录',
  useCatalogueTitle: '采用本版本的目录？',
  useCatalogueAbout: (models) =>
    `价目表没有自有价格的模型将按目录计价，其中 ${models} 个目前没有价格。自有价格保持不变。`,
  noDifferencesTitle: '没有差异',
  noDifferencesAbout: '已发布的价格与目录一致。',
};

export const differenceTexts = { en, zh } as const;
export type DifferenceTexts = typeof en;
