/** What the question about big changes says, by language: one that lacks a text does not compile. */
const en = {
  titleOf: (model: string) => `Change ${model} by more than half?`,
  title: 'Change prices by more than half?',
  about: 'These figures rise above one and a half of what they were, or fall below half:',
  above: (what: string, above: string) => `${what}, prompts of more than ${above}`,
  nothing: 'nothing',
  quotaPerUnit: 'Quota units a dollar',
  groupRatio: 'Ratio of the group',
  more: (count: string) => `and ${count} more`,
  confirm: 'Publish all the same',
  unitsTitle: 'Change the quota units a dollar?',
  balancesAbout: 'Balances are kept in units and stay as they are. In dollars they read otherwise, such as these:',
  unitsConfirm: 'Change',
};

const zh: typeof en = {
  titleOf: (model) => `将 ${model} 的价格变动一半以上？`,
  title: '将价格变动一半以上？',
  about: '以下数值将高于原来的 1.5 倍，或低于原来的一半：',
  above: (what, above) => `${what}，提示超过 ${above}`,
  nothing: '不收费',
  quotaPerUnit: '每美元额度点数',
  groupRatio: '分组倍率',
  more: (count) => `另有 ${count} 项`,
  confirm: '仍然发布',
  unitsTitle: '更改每美元额度点数？',
  balancesAbout: '余额以额度点数记录，不会改变；但换算成美元后的读数会变化，例如：',
  unitsConfirm: '更改',
};

export const bigChangeTexts = { en, zh } as const;
