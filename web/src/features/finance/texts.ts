/** Texts of the pages of finance, by language: one that lacks a text does not compile. */
const en = {
  about: 'The statement of a user, a token, a channel or a group, or of all accounts together.',
  of: 'Statement of',
  scopes: { all: 'All accounts', user: 'User', token: 'Token', channel: 'Channel', group: 'Group' },
  number: 'Number',
  name: 'Name',
  chooseTitle: 'Whose statement?',
  chooseAbout: 'State the number of a user, a token or a channel, or the name of a group.',
};

const zh: typeof en = {
  about: '查看用户、令牌、渠道、分组或全部账户的对账单。',
  of: '对账对象',
  scopes: { all: '全部账户', user: '用户', token: '令牌', channel: '渠道', group: '分组' },
  number: '编号',
  name: '名称',
  chooseTitle: '查看谁的对账单？',
  chooseAbout: '请填写用户、令牌或渠道的编号，或分组的名称。',
};

export const financeTexts = { en, zh } as const;
