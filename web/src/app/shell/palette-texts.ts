/** What the command palette says, by language: one that lacks a text does not compile. */
const en = {
  actions: 'Actions',
  receipt: 'Receipt',
  receiptOf: (id: string) => `Receipt of request ${id}`,
  placeholder: 'Pages, actions, tokens, a request id',
  placeholderOfAdmins: 'Pages, actions, tokens, users, channels, a request id',
  language: (name: string) => `Language: ${name}`,
};

const zh: typeof en = {
  actions: '操作',
  receipt: '收据',
  receiptOf: (id) => `请求 ${id} 的收据`,
  placeholder: '页面、操作、令牌、请求 ID',
  placeholderOfAdmins: '页面、操作、令牌、用户、渠道、请求 ID',
  language: (name) => `语言：${name}`,
};

export const paletteTexts = { en, zh } as const;
