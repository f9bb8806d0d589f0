/** What the line under the top bar says, by language: one that lacks a text does not compile. */
const en = {
  factoryPassword: 'This account still has the factory password, which everybody knows.',
  changePassword: 'Change it now',
  notice: 'Notice',
  read: 'Got it',
  more: 'Show all of it',
  less: 'Show less',
};

const zh: typeof en = {
  factoryPassword: '此账户仍在使用人人皆知的默认密码。',
  changePassword: '立即修改',
  notice: '公告',
  read: '知道了',
  more: '展开全文',
  less: '收起',
};

export const pageLineTexts = { en, zh } as const;
