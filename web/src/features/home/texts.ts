/** What this feature says, by language: one that lacks a text does not compile. */
const en = {
  title: 'One key for every model, and books that balance.',
  about:
    'A gateway to many AI providers with the interface your programs already speak. ' +
    'Every charge is written down once, explained line by line, and can be proven at any time.',
  start: 'Create an account',
  console: 'Open the console',
  connect: 'Point your SDK here',
  points: [
    [
      'Charges with receipts',
      'Tokens, ratios, rounding, balance before and after: each request shows how its price came about.',
    ],
    ['Limits that hold', 'A balance or a token never spends more than it has, however many requests run at once.'],
    [
      'One ledger',
      'Every change of a balance is an entry that nobody can alter. Statements and dashboards follow from it.',
    ],
  ] as readonly (readonly [string, string])[],
};

const zh: typeof en = {
  title: '一把钥匙，通向所有模型；每一笔账，都能对上。',
  about: '通往众多 AI 服务商的网关，接口与您的程序现有的一致。每笔费用只记一次，逐行说明来由，随时可以验证。',
  start: '创建账户',
  console: '进入控制台',
  connect: '将 SDK 指向这里',
  points: [
    ['费用附带收据', 'Token 数、倍率、取整、前后余额：每个请求都说明价格是如何得出的。'],
    ['额度说到做到', '无论同时有多少请求，余额和令牌都不会超支。'],
    ['同一本账', '余额的每次变动都是一条无法更改的分录，对账单与看板均由此得出。'],
  ],
};

export const homeTexts = { en, zh } as const;
