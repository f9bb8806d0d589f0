/** What the question about big changes says, by language: one that lacks a text does not compile. */
const en = {
  titleOf: (model: string) => `Change ${model} by more than half?`,
  title: 'Change prices by more than half?',
  about: 'These figures rise above one and a half of what they were, or fall below half:',
  figure: (before: string, after: string) => `${before} → ${after}`,
  above: (what: string, above: string) => `${what}, prompts of more than ${above}`,
  nothing: 'nothing',
  quotaPerUnit: 'Quota units a dollar',
  groupRatio: 'Ratio of the group',
  more: (count: string) => `and ${count} more`,
  confirm: 'Publish all the same',
};

const zh: typeof en = {
  titleOf: (model) => `将 ${model} 的价格变动一半以上？`,
  title: '将价格变动一半以上？',
  about: '以下数值将高于原来的 1.5 倍，或低于原来的一半：',
  figure: (before, after) => `${before} → ${after}`,
  above: (what, above) => `${what}，提示超过 ${above}`,
  nothing: '不收费',
  quotaPerUnit: '每美元额度点数',
  groupRatio: '分组倍率',
  more: (count) => `另有 ${count} 项`,
  confirm: '仍然发布',
};

export const bigChangeTexts = { en, zh } as const;
