/** What the seldom filters of the log say, by language: one that lacks a text does not compile. */
const en = {
  requestId: 'Request id',
  status: 'HTTP status',
  statusForm: 'A number from 100 to 599',
  channelForm: 'The number of a channel, as 12',
  costMin: 'Costs at least',
  costMax: 'Costs at most',
};

const zh: typeof en = {
  requestId: '请求 ID',
  status: 'HTTP 状态码',
  statusForm: '100 至 599 的数字',
  channelForm: '渠道的编号，如 12',
  costMin: '费用不低于',
  costMax: '费用不高于',
};

export const logFilterTexts = { en, zh } as const;
